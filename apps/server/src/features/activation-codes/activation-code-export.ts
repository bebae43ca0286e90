import { Readable } from 'node:stream';
import { codeInGroups, type ActivationCode } from '@sweepline/contract';
import { and, asc, sql } from 'drizzle-orm';
import type { BytesAnswer } from '../../platform/http/bytes.ts';
import { csvLine, csvMark } from '../../platform/documents/csv.ts';
import type { Ctx } from '../../platform/calls/ctx.ts';
import { inScope } from '../../platform/db/db.ts';
import type { Vault } from '../../platform/files/vault.ts';
import { codeFilter, codeOf, codeRows, type CodeFilters } from './activation-code-rows.ts';
import { activationCodes } from './activation-code-table.ts';

const batch = 1_000;

const columns: Record<string, (code: ActivationCode) => string | number | null> = {
  code: ({ code }) => codeInGroups(code),
  state: ({ state }) => state,
  model: ({ model }) => model,
  usageType: ({ usageType }) => usageType,
  company: ({ companyName }) => companyName,
  batch: ({ batch: { name } }) => name,
  useDays: ({ useDays }) => useDays,
  useUntil: ({ useUntil }) => useUntil,
  validUntil: ({ validUntil }) => validUntil,
  notify: ({ noticeTo }) => noticeTo?.username ?? null,
  sn: ({ sn }) => sn,
  usedAt: ({ usedAt }) => usedAt,
  usableUntil: ({ device }) => device?.usableUntil ?? null,
  linkedAt: ({ linkedAt }) => linkedAt,
  createdAt: ({ createdAt }) => createdAt,
  createdBy: ({ createdBy }) => createdBy,
};

interface ExportInput extends CodeFilters {
  form: 'csv' | 'text';
}

/** Reads each batch in its own transaction, so that a slow download keeps no transaction open. */
async function* lines({ services, account, now }: Ctx, vault: Vault, { form, ...filters }: ExportInput) {
  const reader = { now, vault };
  if (form === 'csv') yield csvMark + csvLine(Object.keys(columns));
  let after: string | undefined;
  for (;;) {
    const rows = await inScope(
      services.db,
      account.scope,
      (db) =>
        codeRows(db, now)
          .where(
            and(
              codeFilter(db, reader, filters),
              after === undefined ? undefined : sql`${activationCodes.id} > ${after}`,
            ),
          )
          .orderBy(asc(activationCodes.id))
          .limit(batch),
      { readOnly: true, home: account.companyId },
    );
    const codes = rows.map((row) => codeOf(vault, row));
    const line = (code: ActivationCode) =>
      form === 'csv'
        ? csvLine(Object.values(columns).map((read) => read(code)))
        : `${codeInGroups(code.code)}\n`;
    if (codes.length > 0) yield codes.map(line).join('');
    after = codes.at(-1)?.id;
    if (after === undefined || codes.length < batch) return;
  }
}

/** The filtered codes in the order of their creation, streamed. */
export const exportCodes = (ctx: Ctx, vault: Vault, input: ExportInput): BytesAnswer => ({
  mediaType: input.form === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
  fileName: `activation-codes-${ctx.now().toISOString().slice(0, 10)}.${input.form === 'csv' ? 'csv' : 'txt'}`,
  open: () => Readable.from(lines(ctx, vault, input)),
});

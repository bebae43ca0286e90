import { Readable } from 'node:stream';
import { codeInGroups, type ActivationCode } from '@sweepline/contract';
import { and, asc, gt } from 'drizzle-orm';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import {
  batchesOf,
  csvOfBatches,
  type CsvColumns,
  type ReadAfter,
} from '../../../platform/documents/csv-stream.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { codeFilter, codeOf, codeRows, type CodeFilters } from './activation-code-rows.ts';
import { activationCodes } from './activation-code-table.ts';

const columns: CsvColumns<ActivationCode> = {
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

/** The filtered codes in the order of their creation. */
export function exportCodes(ctx: Ctx, vault: Vault, { form, ...filters }: ExportInput): BytesAnswer {
  const day = ctx.now().toISOString().slice(0, 10);
  const reader = { now: ctx.now, vault };
  const read: ReadAfter<ActivationCode> = async (db, last, limit) => {
    const rows = await codeRows(db, ctx.now)
      .where(and(codeFilter(db, reader, filters), last && gt(activationCodes.id, last.id)))
      .orderBy(asc(activationCodes.id))
      .limit(limit);
    return rows.map((row) => codeOf(vault, row));
  };
  if (form === 'csv')
    return csvOfBatches({ reader: ctx, fileName: `activation-codes-${day}.csv`, columns, read });
  async function* lines() {
    for await (const codes of batchesOf(ctx, read))
      yield codes.map(({ code }) => `${codeInGroups(code)}\n`).join('');
  }
  return {
    mediaType: 'text/plain; charset=utf-8',
    fileName: `activation-codes-${day}.txt`,
    open: () => Readable.from(lines()),
  };
}

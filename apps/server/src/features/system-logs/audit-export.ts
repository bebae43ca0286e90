import { Readable } from 'node:stream';
import type { AuditRow } from '@sweepline/contract';
import { and, asc, sql } from 'drizzle-orm';
import { auditEntries } from '../../platform/audit-table.ts';
import type { BytesAnswer } from '../../platform/bytes.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inScope } from '../../platform/db.ts';
import { auditFilter, auditRowOf, logRows, type AuditFilters } from './log-service.ts';

const batch = 500;

const columns: Record<string, (row: AuditRow) => string | number | null> = {
  at: ({ at }) => at,
  account: ({ account }) => account.username,
  nickname: ({ account }) => account.nickname,
  role: ({ role }) => role,
  company: ({ companyName }) => companyName,
  action: ({ action }) => action,
  recordId: ({ record }) => record?.id ?? null,
  record: ({ record }) => record?.name ?? null,
  recordCompany: ({ recordCompanyName }) => recordCompanyName,
  result: ({ result }) => result,
  code: ({ code }) => code,
  reason: ({ reason }) => reason,
  address: ({ address }) => address,
  durationMs: ({ durationMs }) => durationMs,
  call: ({ call }) => call,
  requestId: ({ requestId }) => requestId,
  seq: ({ sealed }) => sealed?.seq ?? null,
  hash: ({ sealed }) => sealed?.hash ?? null,
};

/** RFC 4180. A text that a spreadsheet would take for a formula is led by an apostrophe; what is not known is empty. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (cells: (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;

/** Batch after batch in a scope of its own: no transaction stays open while somebody downloads slowly. */
async function* lines({ services, account, caller }: Ctx, input: AuditFilters) {
  // Excel reads UTF-8 only behind this mark.
  yield `\ufeff${line(Object.keys(columns))}`;
  let after: { at: string; id: string } | undefined;
  for (;;) {
    const rows = await inScope(
      services.db,
      account.scope,
      (db) => {
        const beyond = after && sql`(${auditEntries.at}, ${auditEntries.id}) > (${after.at}, ${after.id})`;
        return logRows(db)
          .where(and(auditFilter(db, input), beyond))
          .orderBy(asc(auditEntries.at), asc(auditEntries.id))
          .limit(batch);
      },
      { readOnly: true },
    );
    if (rows.length > 0)
      yield rows
        .map((row) => auditRowOf(row, caller.lang))
        .map((row) => line(Object.values(columns).map((read) => read(row))))
        .join('');
    const last = rows.at(-1)?.entry;
    if (!last || rows.length < batch) return;
    after = { at: last.at, id: last.id };
  }
}

/** The filtered entries as CSV, oldest first, streamed. */
export const exportAudit = (ctx: Ctx, input: AuditFilters & { from: string; to: string }): BytesAnswer => ({
  mediaType: 'text/csv; charset=utf-8',
  fileName: `audit-${input.from.slice(0, 10)}-${input.to.slice(0, 10)}.csv`,
  open: () => Readable.from(lines(ctx, input)),
});

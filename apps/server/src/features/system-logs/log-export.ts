import { Readable } from 'node:stream';
import type { AuditRow } from '@sweepline/contract';
import { and, asc, sql, type SQL } from 'drizzle-orm';
import { auditEntries } from '../../platform/audit/audit-table.ts';
import type { BytesAnswer } from '../../platform/http/bytes.ts';
import { csvLine, csvMark } from '../../platform/documents/csv.ts';
import type { Ctx } from '../../platform/calls/ctx.ts';
import { inScope } from '../../platform/db/db.ts';
import { auditFilter, auditRowOf, doneOnly, logRows, type AuditFilters } from './log-service.ts';

const batch = 500;

type Columns = Record<string, (row: AuditRow) => string | number | null>;

/** Columns of the system log. The audit has more. */
const systemLogColumns = {
  at: ({ at }) => at,
  account: ({ account }) => account.username,
  nickname: ({ account }) => account.nickname,
  company: ({ companyName }) => companyName,
  action: ({ action }) => action,
  recordId: ({ record }) => record?.id ?? null,
  record: ({ record }) => record?.name ?? null,
  address: ({ address }) => address,
} satisfies Columns;

const { at, account, nickname, company, action, recordId, record, address } = systemLogColumns;
const auditColumns: Columns = {
  at,
  account,
  nickname,
  role: ({ role }) => role,
  company,
  action,
  recordId,
  record,
  recordCompany: ({ recordCompanyName }) => recordCompanyName,
  result: ({ result }) => result,
  code: ({ code }) => code,
  reason: ({ reason }) => reason,
  address,
  durationMs: ({ durationMs }) => durationMs,
  call: ({ call }) => call,
  requestId: ({ requestId }) => requestId,
  seq: ({ sealed }) => sealed?.seq ?? null,
  hash: ({ sealed }) => sealed?.hash ?? null,
};

interface Log {
  name: string;
  columns: Columns;
  /** Condition in addition to the filters. */
  where?: SQL | undefined;
}

/** Each batch has its own transaction, so that a slow download keeps none open. */
async function* lines({ services, account: reader, caller }: Ctx, input: AuditFilters, log: Log) {
  yield `${csvMark}${csvLine(Object.keys(log.columns))}`;
  let after: { at: string; id: string } | undefined;
  for (;;) {
    const rows = await inScope(
      services.db,
      reader.scope,
      (db) => {
        const newer = after && sql`(${auditEntries.at}, ${auditEntries.id}) > (${after.at}, ${after.id})`;
        return logRows(db)
          .where(and(auditFilter(db, input), log.where, newer))
          .orderBy(asc(auditEntries.at), asc(auditEntries.id))
          .limit(batch);
      },
      { readOnly: true },
    );
    if (rows.length > 0)
      yield rows
        .map((row) => auditRowOf(row, caller.lang))
        .map((row) => csvLine(Object.values(log.columns).map((read) => read(row))))
        .join('');
    const last = rows.at(-1)?.entry;
    if (!last || rows.length < batch) return;
    after = { at: last.at, id: last.id };
  }
}

type Month = AuditFilters & { from: string; to: string };

/** The filtered entries as streamed CSV, oldest first. */
const exportLog = (ctx: Ctx, input: Month, log: Log): BytesAnswer => ({
  mediaType: 'text/csv; charset=utf-8',
  fileName: `${log.name}-${input.from.slice(0, 10)}-${input.to.slice(0, 10)}.csv`,
  open: () => Readable.from(lines(ctx, input, log)),
});

export const exportAudit = (ctx: Ctx, input: Month) =>
  exportLog(ctx, input, { name: 'audit', columns: auditColumns });
export const exportSystemLog = (ctx: Ctx, input: Month) =>
  exportLog(ctx, input, { name: 'system-log', columns: systemLogColumns, where: doneOnly });

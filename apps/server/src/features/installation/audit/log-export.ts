import type { AuditRow } from '@sweepline/contract';
import { and, asc, sql, type SQL } from 'drizzle-orm';
import { auditEntries } from '../../../platform/audit/audit-table.ts';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { csvOfBatches, type CsvColumns } from '../../../platform/documents/csv-stream.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { auditFilter, auditRowOf, doneOnly, logRows, type AuditFilters } from './log-service.ts';

type Columns = CsvColumns<AuditRow>;

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

type Month = AuditFilters & { from: string; to: string };

/** The filtered entries as CSV, oldest first. */
const exportLog = (ctx: Ctx, input: Month, log: Log): BytesAnswer =>
  csvOfBatches<AuditRow>({
    reader: ctx,
    fileName: `${log.name}-${input.from.slice(0, 10)}-${input.to.slice(0, 10)}.csv`,
    columns: log.columns,
    read: async (db, last, limit) => {
      const newer = last && sql`(${auditEntries.at}, ${auditEntries.id}) > (${last.at}, ${last.id})`;
      const rows = await logRows(db)
        .where(and(auditFilter(db, input), log.where, newer))
        .orderBy(asc(auditEntries.at), asc(auditEntries.id))
        .limit(limit);
      return rows.map((row) => auditRowOf(row, ctx.caller.lang));
    },
  });

export const exportAudit = (ctx: Ctx, input: Month) =>
  exportLog(ctx, input, { name: 'audit', columns: auditColumns });
export const exportSystemLog = (ctx: Ctx, input: Month) =>
  exportLog(ctx, input, { name: 'system-log', columns: systemLogColumns, where: doneOnly });

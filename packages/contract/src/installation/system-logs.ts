import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { becauseAt } from '../grammar/reasons/because.ts';
import { timeZone } from '../grammar/time-zone.ts';

/** Longest period of one export. */
export const logExportDays = 31;
/** One hour more, for the end of daylight saving time. */
const maxMs = (logExportDays * 24 + 1) * 3_600_000;
/** Longest period of the bars. */
export const auditBarDays = 400;

export const auditResults = ['done', 'refused'] as const;
export type AuditResult = (typeof auditResults)[number];

/** One action that was done or refused. Texts are in the caller's language. */
export const logRow = z.object({
  id: z.string(),
  at: moment,
  account: z.object({ id: z.string().nullable(), username: z.string(), nickname: z.string() }),
  companyName: z.string(),
  /** What was done, in words: "Device updated". */
  action: z.string(),
  kind: z.string(),
  record: z.object({ id: z.string(), name: z.string() }).nullable(),
  address: z.string(),
});
export type LogRow = z.infer<typeof logRow>;

export const auditRow = logRow.extend({
  role: z.string(),
  /** Company of the record, when it is not the account's company. */
  recordCompanyName: z.string().nullable(),
  call: z.string(),
  result: z.enum(auditResults),
  code: z.number().int(),
  /** Text of the refusal. */
  reason: z.string(),
  requestId: z.string(),
  durationMs: z.number().int().nullable(),
  /** Position in the hash chain; null until it is sealed, about one second after it was written. */
  sealed: z.object({ seq: z.number().int(), hash: z.string(), at: moment }).nullable(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** One changed row. Secret or very long values are replaced by a marker. */
export const auditChange = z.object({
  id: z.string(),
  table: z.string(),
  record: z.object({ id: z.string(), name: z.string() }),
  operation: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  fields: z.array(z.object({ name: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type AuditChange = z.infer<typeof auditChange>;

const range = { from: moment.optional(), to: moment.optional() };
/** Filters of both logs. */
const commonFilters = {
  keyword,
  companyId: z.uuid().optional(),
  action: z.string().max(80).optional(),
  kind: z.string().max(40).optional(),
  ...range,
};
const filters = {
  ...commonFilters,
  accountId: z.uuid().optional(),
  recordId: z.string().max(64).optional(),
  result: z.enum(auditResults).optional(),
  address: z.string().trim().max(64).optional(),
};

/** Period of one file. */
const month = { from: moment, to: moment };
const fits = ({ from, to }: { from: string; to: string }) => Date.parse(to) - Date.parse(from) <= maxMs;
const tooLong = becauseAt('to', 'TOO_MANY_DAYS', { days: logExportDays });

const word = z.object({ value: z.string(), label: z.string() });

export const systemLogCalls = calls('systemLogs', {
  /** Actions as readable texts. */
  list: {
    method: 'POST',
    path: 'log/queryWithPage',
    allow: permissions.systemLog,
    reads: true,
    input: listInput(commonFilters),
    output: listOf(logRow),
  },
  /** At most a month, oldest first, as CSV. */
  export: {
    method: 'POST',
    path: 'log/export',
    kind: 'bytes',
    allow: permissions.systemLog,
    reads: true,
    input: z.strictObject({ ...commonFilters, ...month }).refine(fits, tooLong),
    output: z.unknown(),
  },
  /** Options of the filters, in the caller's language. */
  words: {
    method: 'POST',
    path: 'log/words',
    allow: [permissions.systemLog, permissions.audit],
    reads: true,
    input: z.strictObject({}),
    output: z.object({ actions: z.array(word.extend({ kind: z.string() })), kinds: z.array(word) }),
  },
});

export const auditCalls = calls('audit', {
  list: {
    method: 'POST',
    path: 'log/audit/queryWithPage',
    allow: permissions.audit,
    reads: true,
    input: listInput(filters),
    output: listOf(auditRow),
  },
  /** One entry with every row its request changed. */
  detail: {
    method: 'POST',
    path: 'log/audit/detail',
    allow: permissions.audit,
    reads: true,
    input: z.strictObject({ id: z.uuid() }),
    output: z.object({ entry: auditRow, changes: z.array(auditChange), more: z.boolean() }),
  },
  /** Number of entries per hour or day. */
  bars: {
    method: 'POST',
    path: 'log/audit/bars',
    allow: permissions.audit,
    reads: true,
    input: z.strictObject({ ...filters, from: moment, to: moment, timezone: timeZone }),
    output: z.object({
      step: z.enum(['hour', 'day']),
      bars: z.array(z.object({ at: moment, done: z.number().int(), refused: z.number().int() })),
    }),
  },
  /** How far the chain is sealed. */
  chain: {
    method: 'POST',
    path: 'log/audit/chain',
    allow: permissions.audit,
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      sealed: z.object({ seq: z.number().int(), hash: z.string(), at: moment }).nullable(),
      waiting: z.number().int(),
      /** Whether the caller may verify it; the chain covers the whole installation. */
      mayVerify: z.boolean(),
    }),
  },
  /** Verifies the chain; it stops at the time limit of a call. */
  verify: {
    method: 'POST',
    path: 'log/audit/verify',
    allow: permissions.audit,
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      links: z.number().int(),
      whole: z.boolean(),
      broken: z
        .object({
          fault: z.enum(['removed', 'changed', 'reordered', 'inserted']),
          kind: z.enum(['entry', 'change']),
          itemId: z.string(),
          seq: z.number().int().nullable(),
        })
        .nullable(),
    }),
  },
  /** At most a month, oldest first, as CSV. */
  export: {
    method: 'POST',
    path: 'log/audit/export',
    kind: 'bytes',
    allow: permissions.audit,
    reads: true,
    input: z.strictObject({ ...filters, ...month }).refine(fits, tooLong),
    output: z.unknown(),
  },
});

import { alarmCalls, type Input } from '@sweepline/contract';
import { and, sql, type SQL } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { listReaders } from '../../../entities/people/record-readers.ts';
import { answer } from '../../../platform/calls/calls.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { find } from '../../../platform/db/page.ts';
import { checkExportPeriod } from '../../../platform/documents/export-period.ts';
import { markAllRead, markRead, marksOf, unreadBy } from '../../people/notices/notice-read-service.ts';
import { checkFilterRecords } from '../../work/reports/report-named-service.ts';
import { readAlarm } from './alarm-detail.ts';
import { exportAlarms } from './alarm-export.ts';
import { alarmFilter, ofModel } from './alarm-filter.ts';
import { readAlarms } from './alarm-rows.ts';
import { summariseAlarms } from './alarm-summary.ts';

const sortable = {
  raisedAt: alarms.raisedAt,
  clearedAt: alarms.clearedAt,
  level: alarms.effectiveLevel,
  count: alarms.count,
  code: alarms.code,
};

async function list(ctx: Ctx, input: Input<typeof alarmCalls.list>, model?: SQL) {
  const { isRead, sort } = input;
  const { db, account } = ctx;
  const unread =
    isRead === undefined ? undefined : unreadBy(account, 'alarm', (await marksOf(db, account)).alarm);
  // An alarm without a notification is not unread.
  const isReadAlarm = unread && sql`${unread} is not true`;
  const where = and(await alarmFilter(ctx, input), model, isRead === 1 ? isReadAlarm : unread);
  return await readAlarms(ctx, where, input, sort && orderBy(sortable, sort, alarms.id));
}

export const alarmAnswers = answer(alarmCalls, {
  list: (ctx, input) => list(ctx, input),
  listJ30: (ctx, input) => list(ctx, input, ofModel(ctx, 'J30')),

  readAll: async ({ db, account, now }) => {
    await markAllRead(db, account, 'alarm', now());
    return {};
  },

  readOne: async ({ db, account, now }, { id }) => {
    const { toldAt } = await find(db, alarms, id);
    await markRead(db, account, 'alarm', { id, cameAt: toldAt ?? now().toISOString() });
    return {};
  },

  detail: (ctx, { id }) => readAlarm(ctx, id),

  summary: async (ctx, input) => {
    await checkFilterRecords(ctx.db, input);
    return await summariseAlarms(ctx, input);
  },

  people: async ({ db }, { id, ...input }) => {
    const { companyId } = await find(db, alarms, id);
    return await listReaders(db, { companyId, allow: alarmCalls.list.allow }, input);
  },

  export: async (ctx, input) => {
    checkExportPeriod(input);
    return await exportAlarms(ctx, input);
  },
});

import { alarmCalls, type AlarmEntry, type Input } from '@sweepline/contract';
import { alarmCodes, type AlarmCode } from '@sweepline/contract/robot';
import {
  and,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { answer } from '../../platform/calls/calls.ts';
import type { Ctx } from '../../platform/calls/ctx.ts';
import { contains, counted, find, visible } from '../../platform/db/page.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { paginate } from '../../platform/db/paginate.ts';
import { markAllRead, markRead, marksOf, unreadBy } from '../notices/notice-read-service.ts';
import { alarms } from '../../entities/devices/alarm-table.ts';

/** Matches the code, or the name or serial number of the robot. */
function keywordFilter({ db }: Ctx, keyword: string) {
  const pattern = contains(keyword);
  const matching = db
    .select({ id: devices.id })
    .from(devices)
    .where(and(visible(db, devices), or(ilike(devices.nickname, pattern), ilike(devices.sn, pattern))));
  return or(ilike(alarms.code, pattern), inArray(alarms.deviceId, matching));
}

function conditionOf(ctx: Ctx, input: Input<typeof alarmCalls.list>, unread: SQL) {
  const { keyword, deviceId, level, open, isRead, startTime, endTime } = input;
  return and(
    visible(ctx.db, alarms),
    keyword ? keywordFilter(ctx, keyword) : undefined,
    deviceId ? eq(alarms.deviceId, deviceId) : undefined,
    level && level.length > 0 ? inArray(alarms.level, level) : undefined,
    open === undefined ? undefined : open ? isNull(alarms.clearedAt) : isNotNull(alarms.clearedAt),
    startTime ? gte(alarms.raisedAt, startTime) : undefined,
    endTime ? lte(alarms.raisedAt, endTime) : undefined,
    isRead === undefined ? undefined : isRead === 1 ? not(unread) : unread,
  );
}

interface Row {
  alarm: typeof alarms.$inferSelect;
  device: typeof devices.$inferSelect | null;
  unread: boolean;
}

const protocolName = (code: string): string | undefined =>
  Object.hasOwn(alarmCodes, code) ? alarmCodes[code as AlarmCode].text : undefined;

const entryOf = ({ alarm, device, unread }: Row): AlarmEntry => ({
  id: alarm.id,
  code: alarm.code,
  name: protocolName(alarm.code) ?? alarm.type,
  level: alarm.level,
  type: alarm.type,
  description: alarm.text,
  raisedAt: alarm.raisedAt,
  clearedAt: alarm.clearedAt,
  count: alarm.count,
  deviceId: alarm.deviceId,
  deviceSn: device?.sn ?? '',
  deviceName: device ? device.nickname || device.sn : '',
  deviceCode: device?.model ?? '',
  runId: alarm.runId,
  isRead: unread ? 0 : 1,
});

export const alarmAnswers = answer(alarmCalls, {
  list: async (ctx, input) => {
    const { db, account } = ctx;
    const unread = unreadBy(account, 'alarm', (await marksOf(db, account)).alarm);
    const where = conditionOf(ctx, input, unread);
    const rows = db
      .select({ alarm: alarms, device: devices, unread: sql<boolean>`${unread}` })
      .from(alarms)
      .leftJoin(devices, eq(devices.id, alarms.deviceId))
      .where(where)
      .orderBy(desc(alarms.arrivedAt), desc(alarms.id));
    const { list, total } = await paginate(input, rows, counted(db, alarms, where));
    return { total, list: list.map(entryOf) };
  },

  readAll: async ({ db, account, now }) => {
    await markAllRead(db, account, 'alarm', now());
    return {};
  },

  readOne: async ({ db, account }, { id }) => {
    const alarm = await find(db, alarms, id);
    await markRead(db, account, 'alarm', { id, cameAt: alarm.arrivedAt });
    return {};
  },
});

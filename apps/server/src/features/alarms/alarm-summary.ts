import { alarmLevels, type alarmCalls, type Input, type Output } from '@sweepline/contract';
import { and, count, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { alarms } from '../../entities/devices/alarm-table.ts';
import type { Ctx } from '../../platform/calls/ctx.ts';
import { visible } from '../../platform/db/page.ts';
import { isOpen, isShelved } from './alarm-filter.ts';

const maxCodes = 6;

const countIf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/** The open alarms in numbers. A cause with its followers is one alarm. */
export async function summariseAlarms(
  { db, account, now }: Ctx,
  { companyId, siteId, deviceId }: Input<(typeof alarmCalls)['summary']>,
): Promise<Output<(typeof alarmCalls)['summary']>> {
  const where = and(
    visible(db, alarms),
    isOpen(db),
    isNull(alarms.causeId),
    companyId ? eq(alarms.companyId, companyId) : undefined,
    siteId ? eq(alarms.siteId, siteId) : undefined,
    deviceId ? eq(alarms.deviceId, deviceId) : undefined,
  );
  const shelf = isShelved(now());
  const isWaiting = sql`${alarms.processedAt} is null and not ${shelf}`;
  const [[sums], levels, codes] = await Promise.all([
    db
      .select({
        open: countIf(sql`true`),
        unacknowledged: countIf(sql`${isWaiting} and ${alarms.acknowledgedAt} is null`),
        mine: countIf(sql`${alarms.processedAt} is null and ${alarms.ownerId} = ${account.id}`),
        shelved: countIf(shelf),
      })
      .from(alarms)
      .where(where),
    db
      .select({ level: alarms.effectiveLevel, count: count() })
      .from(alarms)
      .where(where)
      .groupBy(alarms.effectiveLevel),
    db
      .select({ code: alarms.code, count: count() })
      .from(alarms)
      .where(where)
      .groupBy(alarms.code)
      .orderBy(desc(count()), alarms.code)
      .limit(maxCodes),
  ]);
  return {
    ...sums!,
    levels: alarmLevels.toReversed().map((level) => ({
      level,
      count: levels.find((row) => row.level === level)?.count ?? 0,
    })),
    codes,
  };
}

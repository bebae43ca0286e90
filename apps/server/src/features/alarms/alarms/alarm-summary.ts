import { alarmLevels, type alarmCalls, type Input, type Output } from '@sweepline/contract';
import { and, count, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { visible } from '../../../platform/db/page.ts';
import { isOpen, isShelved } from './alarm-filter.ts';

const maxCodes = 6;

const countIf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/** The open alarms in numbers. A cause with its followers is one alarm. */
export async function summariseAlarms(
  { db, account, now }: Ctx,
  { companyId, siteId, deviceId }: Input<(typeof alarmCalls)['summary']>,
): Promise<Output<(typeof alarmCalls)['summary']>> {
  const chosen = and(
    visible(db, alarms),
    companyId ? eq(alarms.companyId, companyId) : undefined,
    siteId ? eq(alarms.siteId, siteId) : undefined,
    deviceId ? eq(alarms.deviceId, deviceId) : undefined,
  );
  const where = and(chosen, isOpen(db), isNull(alarms.causeId));
  const shelf = isShelved(now());
  const isWaiting = sql`${alarms.processedAt} is null and not ${shelf}`;
  const [[sums], [behind], levels, codes] = await Promise.all([
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
      .select({ followers: count() })
      .from(alarms)
      .where(and(chosen, isNull(alarms.clearedAt), isNotNull(alarms.causeId))),
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
    ...behind!,
    levels: alarmLevels.toReversed().map((level) => ({
      level,
      count: levels.find((row) => row.level === level)?.count ?? 0,
    })),
    codes,
  };
}

import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { schedules } from '../../../entities/work/schedule-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { renewRobotPlans } from '../tasks/robot-plan-service.ts';

const perTurn = 50;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Plans of which a robot has single dates: their rule or their exceptions cannot be told in weekdays. */
const hasSingleDates = and(
  eq(schedules.enabled, true),
  isNotNull(schedules.nextDueAt),
  or(inArray(schedules.kind, ['ONCE', 'RRULE']), sql`jsonb_array_length(${schedules.exceptions}) > 0`),
);

/** Handles the next robots in one transaction. Returns the last one, if there may be more. */
const sendToBatch = (db: Db, bus: Bus, now: Clock, after: string): Promise<string | undefined> =>
  inScope(db, '*', async (tx) => {
    const rows = await tx
      .selectDistinct({ deviceId: schedules.deviceId })
      .from(schedules)
      .where(and(hasSingleDates, gt(schedules.deviceId, after)))
      .orderBy(asc(schedules.deviceId))
      .limit(perTurn);
    const deviceIds = rows.map(({ deviceId }) => deviceId);
    await renewRobotPlans({ db: tx, now, bus }, deviceIds, '');
    return deviceIds.length === perTurn ? deviceIds.at(-1) : undefined;
  });

/**
 * Gives robots the dates that have come into their reach since. Without it a robot gets them only when one of its plans starts or is
 * changed, so a monthly start would never reach it.
 */
export async function sendComingDates(db: Db, bus: Bus, now: Clock): Promise<void> {
  for (let after: string | undefined = firstId; after;) after = await sendToBatch(db, bus, now, after);
}

export const comingDatesJob = ({ db, bus, now }: { db: Db; bus: Bus; now: Clock }): Job => ({
  name: 'calendar.sendDates',
  everySeconds: 3_600,
  run: () => sendComingDates(db, bus, now),
});

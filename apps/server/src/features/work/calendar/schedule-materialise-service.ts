import { dueTimes, latestMin, nextDue, type DueTime } from '@sweepline/contract';
import { dateAt } from '@sweepline/contract/robot';
import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { renewRobotPlans } from '../tasks/robot-plan-service.ts';
import {
  holidays,
  schedules,
  scheduleStarts,
  type ScheduleRow,
  type StartRow,
} from '../../../entities/work/schedule-table.ts';
import { runIdOf } from './start-rules.ts';

const perTurn = 100;
/** Starts older than this are not stored: no plan catches up on them. */
const maxAgeMs = 35 * 86_400_000;

type Rest = Pick<typeof holidays.$inferSelect, 'companyId' | 'siteId' | 'date'>;

const restsOn = (rests: readonly Rest[], companyId: string, siteId: string | null, date: string) =>
  rests.some(
    (row) =>
      row.companyId === companyId && row.date === date && (row.siteId === null || row.siteId === siteId),
  );

/** The row of a due start: due, skipped for a holiday, or missed already. */
function rowOf(schedule: ScheduleRow, due: DueTime, rests: boolean, nowMs: number): StartRow {
  const latestMs = due.dueMs + latestMin(schedule) * 60_000;
  const state = rests ? 'SKIPPED' : nowMs > latestMs ? 'MISSED' : 'DUE';
  return {
    id: newId(),
    companyId: schedule.companyId,
    scheduleId: schedule.id,
    taskId: schedule.taskId,
    deviceId: schedule.deviceId,
    planDate: due.date,
    moved: due.moved,
    dueAt: new Date(due.dueMs).toISOString(),
    latestAt: new Date(latestMs).toISOString(),
    minutes: schedule.minutes,
    runId: runIdOf(schedule.id, due.dueMs),
    state,
    reason: { SKIPPED: 'HOLIDAY', MISSED: 'SERVER_DOWN', DUE: '' }[state],
    triedAt: null,
    toldAt: null,
  };
}

async function writeStarts(
  tx: Tx,
  schedule: ScheduleRow,
  siteId: string | null,
  rests: readonly Rest[],
  nowMs: number,
) {
  const fromMs = Math.max(Date.parse(schedule.lookedUntil), nowMs - maxAgeMs);
  const rows = dueTimes(schedule, fromMs, nowMs).map((due) => {
    const day = dateAt(due.dueMs, schedule.timezone);
    const resting = schedule.onHolidays === 'SKIP' && restsOn(rests, schedule.companyId, siteId, day);
    return rowOf(schedule, due, resting, nowMs);
  });
  if (rows.length > 0) await tx.insert(scheduleStarts).values(rows).onConflictDoNothing();
  const next = nextDue(schedule, nowMs);
  await tx
    .update(schedules)
    .set({
      lookedUntil: new Date(nowMs).toISOString(),
      nextDueAt: next && new Date(next.dueMs).toISOString(),
    })
    .where(eq(schedules.id, schedule.id));
  return rows.length;
}

/** Handles one batch in one transaction. Returns the number of schedules. */
const writeBatch = (db: Db, bus: Bus, now: Clock): Promise<number> =>
  inScope(db, '*', async (tx) => {
    const nowMs = now().getTime();
    const due = await tx
      .select({ schedule: schedules, siteId: devices.siteId })
      .from(schedules)
      .innerJoin(devices, eq(devices.id, schedules.deviceId))
      .where(and(eq(schedules.enabled, true), lte(schedules.nextDueAt, new Date(nowMs).toISOString())))
      .orderBy(asc(schedules.nextDueAt))
      .limit(perTurn)
      .for('update', { of: schedules, skipLocked: true });
    if (due.length === 0) return 0;
    const owners = [...new Set(due.map(({ schedule }) => schedule.companyId))];
    const rests = await tx.select().from(holidays).where(inArray(holidays.companyId, owners));
    for (const { schedule, siteId } of due) await writeStarts(tx, schedule, siteId, rests, nowMs);
    // Robots get single days some weeks ahead, so their plans need renewal as time passes.
    const single = due.filter(({ schedule }) => schedule.kind === 'RRULE' || schedule.exceptions.length > 0);
    await renewRobotPlans(
      { db: tx, now, bus },
      single.map(({ schedule }) => schedule.deviceId),
      '',
    );
    return due.length;
  });

/**
 * Stores each due start once, before anything is sent. Schedule and moment are unique, and `lookedUntil` moves in the
 * same transaction. A crash neither loses nor duplicates a start.
 */
export async function writeDueStarts(db: Db, bus: Bus, now: Clock): Promise<void> {
  while ((await writeBatch(db, bus, now)) === perTurn);
}

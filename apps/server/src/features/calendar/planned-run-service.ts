import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { schedules, scheduleStarts } from './schedule-table.ts';
import { runIdOf } from './start-rules.ts';

interface SaidRun {
  runId: string;
  /** The task the robot names. */
  taskId: string | undefined;
  /** When the robot began it, or first told of it. */
  at: string;
}

const minuteMs = 60_000;
/** A start may be four hours late, and its first word that is left may be from later in the run. */
const beforeMin = 12 * 60;
const afterMin = 10;
/** Of one task; more are not looked at, because each costs some hundred hashes. */
const maxSchedules = 8;

/** An id that is computed from a schedule and a moment, so other robots can compute it too. */
export const isComputedId = (runId: string): boolean => runId[14] === '5';

/**
 * Whether a computed run id is one of this device's own plan: a start that was written down, or a schedule from which it follows.
 * Without this question a robot could announce the next run of somebody else's schedule before it begins.
 */
export async function isPlannedRun(
  tx: Tx,
  { deviceId, companyId }: { deviceId: string; companyId: string },
  { runId, taskId, at }: SaidRun,
): Promise<boolean> {
  const [start] = await tx
    .select({ id: scheduleStarts.id })
    .from(scheduleStarts)
    .where(
      and(
        eq(scheduleStarts.runId, runId),
        eq(scheduleStarts.deviceId, deviceId),
        eq(scheduleStarts.companyId, companyId),
      ),
    );
  if (start) return true;
  const own = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(
      and(
        eq(schedules.deviceId, deviceId),
        eq(schedules.companyId, companyId),
        taskId === undefined ? undefined : eq(schedules.taskId, taskId),
      ),
    )
    .limit(maxSchedules);
  const lastMin = Math.floor(Date.parse(at) / minuteMs) + afterMin;
  for (const { id } of own)
    for (let minute = lastMin; minute >= lastMin - afterMin - beforeMin; minute--)
      if (runIdOf(id, minute * minuteMs) === runId) return true;
  return false;
}

import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { schedules, scheduleStarts } from '../../../entities/work/schedule-table.ts';
import { runIdOf } from './start-rules.ts';

interface ReportedRun {
  runId: string;
  /** The task in the robot's message. */
  taskId: string | undefined;
  /** The start of the run by the robot's clock, or the time of its first message. */
  at: string;
}

const minuteMs = 60_000;
/** A start may be four hours late, and its first stored message may be from later in the run. */
const beforeMin = 12 * 60;
const afterMin = 10;
/** The maximum number of schedules of one task to compare, because each costs some hundred hashes. */
const maxSchedules = 8;

/** Whether an id is computed from a schedule and a moment. Other robots can compute it too. */
export const isComputedId = (runId: string): boolean => runId[14] === '5';

/**
 * Whether a computed run id belongs to a plan of this device: a stored start or one of its schedules. Without this
 * check a robot could announce the next run of another robot's schedule before it begins.
 */
export async function isPlannedRun(
  tx: Tx,
  { deviceId, companyId }: { deviceId: string; companyId: string },
  { runId, taskId, at }: ReportedRun,
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

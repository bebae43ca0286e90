import { lookup } from '@sweepline/contract';
import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { requestOfTask } from '../tasks/task-request-service.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { scheduleStarts, schedules, type StartRow } from '../../../entities/work/schedule-table.ts';
import type { StartRun } from '../../../robots-port/run-requests.ts';

interface Needs {
  db: Db;
  now: Clock;
  robots: Pick<Robots, 'runs' | 'live'>;
}

/** The interval of retries of a refused start. */
const againMs = 5_000;
/** A robot first reports its offline period after it reconnects. A late start waits for these reports. */
const settleMs = 15_000;
const selfStartMs = 60_000;
const atOnce = 8;
const perTurn = 500;

type Outcome = Pick<StartRow, 'state' | 'reason'> & Partial<Pick<StartRow, 'runId'>>;
const waits = (reason: string): Outcome => ({ state: 'DUE', reason });

/** The reason as an own code, or as a result code of docs/protocol/codes.md#result-codes. */
const reasonOf = (error: unknown): string | undefined => {
  if (error instanceof Refusal) return lookup(reasons, error.reason) ?? error.reason;
  // A refusal of the gateway carries its code.
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
};
const reasons: Partial<Record<string, string>> = {
  onOtherMap: 'MAP_DIFFERS',
  notSupported: 'UNSUPPORTED',
  taskAreaGone: 'TASK_AREA_GONE',
  taskDoesNotFit: 'TASK_DOES_NOT_FIT',
};

/** Whether the run exists on the robot of the plan. A run of another robot with the same id does not count. */
const hasRun = async (tx: Tx, { runId, deviceId, companyId }: StartRow) => {
  const own = and(eq(runs.id, runId), eq(runs.deviceId, deviceId), eq(runs.companyId, companyId));
  return (await tx.select({ id: runs.id }).from(runs).where(own)).length > 0;
};

/** The request of the run, or the outcome if there is nothing to start. */
async function lookUp(tx: Tx, start: StartRow): Promise<Outcome | { request: StartRun }> {
  // Why it was refused before stays: a run that the robot gave up says only that it was missed.
  if (await hasRun(tx, start)) return { state: 'STARTED', reason: start.reason };
  const [row] = await tx
    .select({ task: tasks, by: schedules.updatedBy, enabled: schedules.enabled })
    .from(tasks)
    .innerJoin(schedules, eq(schedules.id, start.scheduleId))
    .where(eq(tasks.id, start.taskId));
  if (!row || row.task.state === 'DELETED') return { state: 'SKIPPED', reason: 'TASK_DELETED' };
  if (!row.enabled) return { state: 'SKIPPED', reason: 'PLAN_DISABLED' };
  if (row.task.state === 'DISABLED') return { state: 'MISSED', reason: 'TASK_DISABLED' };
  return { request: await requestOfTask(tx, row.task, row.by) };
}

/** Why the robot is not ready, undefined if it is online and had time to report a run that it started itself. */
async function readiness({ robots, now }: Needs, start: StartRow): Promise<string | undefined> {
  const live = (await robots.live(start.deviceId))?.connection;
  if (live?.state !== 'ONLINE') return 'OFFLINE';
  const nowMs = now().getTime();
  const isLate = nowMs - Date.parse(start.dueAt) > selfStartMs;
  const backMs = live.since === null ? Number.POSITIVE_INFINITY : nowMs - Date.parse(live.since);
  return isLate && backMs < settleMs ? start.reason || 'OFFLINE' : undefined;
}

async function attempt(needs: Needs, start: StartRow): Promise<Outcome> {
  const { db, now, robots } = needs;
  if (await robots.runs.holds(start.deviceId, start.runId)) return { state: 'STARTED', reason: '' };
  const isOver = now().getTime() > Date.parse(start.latestAt);
  const notReady = await readiness(needs, start);
  if (notReady !== undefined && !isOver) return waits(notReady);
  const outcome = await inScope(db, '*', (tx) => lookUp(tx, start), { readOnly: true });
  if ('state' in outcome) return outcome;
  if (isOver) return { state: 'MISSED', reason: start.reason || 'SERVER_DOWN' };
  const run = await robots.runs.start({ ...outcome.request, id: start.runId, origin: 'SCHEDULE' });
  return { state: 'STARTED', reason: '', runId: run.id };
}

async function begin(needs: Needs, start: StartRow): Promise<void> {
  const outcome = await attempt(needs, start).catch((error: unknown) => {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    return waits(reason);
  });
  if (outcome.state === start.state && outcome.reason === start.reason) return;
  await inScope(needs.db, '*', (tx) =>
    tx
      .update(scheduleStarts)
      .set(outcome)
      .where(and(eq(scheduleStarts.id, start.id), eq(scheduleStarts.state, 'DUE'))),
  );
}

/**
 * Starts the due runs, or stores why they cannot start. The run id is that of the start. After a crash between sending
 * and storing, the run is found and not sent twice.
 */
export function createRunStarter(needs: Needs, onError: (error: unknown) => void) {
  return async (): Promise<void> => {
    const queue = (await claim(needs)).values();
    const worker = async () => {
      for (const start of queue) await begin(needs, start).catch(onError);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  };
}

/** Claims due starts that no other process has claimed. Concurrent claims get different rows. */
const claim = ({ db, now }: Needs): Promise<StartRow[]> =>
  inScope(db, '*', (tx) => {
    const nowMs = now().getTime();
    const { id, state, dueAt, triedAt } = scheduleStarts;
    const free = tx
      .select({ id })
      .from(scheduleStarts)
      .where(
        and(
          eq(state, 'DUE'),
          lte(dueAt, new Date(nowMs).toISOString()),
          or(isNull(triedAt), lte(triedAt, new Date(nowMs - againMs).toISOString())),
        ),
      )
      .orderBy(asc(dueAt))
      .limit(perTurn)
      .for('update', { skipLocked: true });
    return tx
      .update(scheduleStarts)
      .set({ triedAt: new Date(nowMs).toISOString() })
      .where(inArray(id, free))
      .returning();
  });

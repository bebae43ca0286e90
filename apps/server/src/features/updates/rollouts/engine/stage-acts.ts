import type { OtaTaskReason } from '@sweepline/contract';
import { and, eq, isNull } from 'drizzle-orm';
import {
  otaStages,
  otaTasks,
  type OtaStageRow,
  type OtaTaskRow,
} from '../../../../entities/updates/ota-task-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { nextMove } from '../stage-moves.ts';
import { changeTask } from '../task-store.ts';
import { stagesOf } from './task-lock.ts';
import { markWithdrawn } from './withdrawals.ts';
import { isCanaryWorse } from './work-figures.ts';

export const byServer = (at: string) => ({ accountId: null, at });

/** Sends nothing more; what has begun goes on. */
export async function pause(
  db: Tx,
  task: OtaTaskRow,
  reason: OtaTaskReason,
  at: string,
): Promise<OtaTaskRow> {
  const act = { act: 'PAUSE' as const, reason, ...byServer(at) };
  const paused = await changeTask(db, task, act, { state: 'PAUSED', reason });
  await markWithdrawn(db, task.id, 'STOP');
  return paused;
}

async function stop(db: Tx, task: OtaTaskRow, at: string): Promise<OtaTaskRow> {
  const reason = 'TOO_MANY_FAILED' as const;
  const act = { act: 'STOP' as const, reason, ...byServer(at) };
  const stopped = await changeTask(db, task, act, { state: 'STOPPED', reason });
  await markWithdrawn(db, task.id, 'STOP');
  return stopped;
}

async function finish(db: Tx, task: OtaTaskRow, at: string): Promise<OtaTaskRow> {
  const isOpen = and(eq(otaStages.taskId, task.id), isNull(otaStages.completedAt));
  await db.update(otaStages).set({ completedAt: at }).where(isOpen);
  const act = { act: 'FINISH' as const, ...byServer(at) };
  return await changeTask(db, task, act, { state: 'DONE', endedAt: at });
}

const changeStage = (db: Tx, task: OtaTaskRow, stage: number, patch: Partial<OtaStageRow>) =>
  db
    .update(otaStages)
    .set(patch)
    .where(and(eq(otaStages.taskId, task.id), eq(otaStages.stage, stage)));

async function beginStage(db: Tx, task: OtaTaskRow, stage: number, at: string): Promise<OtaTaskRow> {
  await changeStage(db, task, stage, { startedAt: at });
  const [next] = await db.update(otaTasks).set({ stage }).where(eq(otaTasks.id, task.id)).returning();
  return next!;
}

/** The soak time of a stage is over: the next one begins, unless the updated robots work worse than the others. */
async function judge(db: Tx, task: OtaTaskRow, row: OtaStageRow, now: Date): Promise<OtaTaskRow> {
  const at = now.toISOString();
  const isWorse = !row.accepted && (await isCanaryWorse(db, task, row.startedAt ?? at, now));
  return isWorse ? await pause(db, task, 'CANARY_WORSE', at) : await beginStage(db, task, row.stage + 1, at);
}

/** Moves a running task on until nothing follows: stops, pauses or ends it, or begins the next stage. */
export async function moveStages(db: Tx, task: OtaTaskRow, now: Date): Promise<OtaTaskRow> {
  const [nowMs, at] = [now.getTime(), now.toISOString()];
  const deadlineMs = Date.parse(task.deadline);
  let current = task;
  while (current.state === 'RUNNING' && current.stage !== null) {
    const rows = await stagesOf(db, current.id);
    const { stage, plan } = current;
    const move = nextMove({ stage, plan, rows, nowMs, deadlineMs });
    const row = rows[stage];
    if (!move || !row) return current;
    if (move.do === 'STOP') current = await stop(db, current, at);
    else if (move.do === 'PAUSE') current = await pause(db, current, move.reason, at);
    else if (move.do === 'FINISH') current = await finish(db, current, at);
    else if (move.do === 'JUDGE') current = await judge(db, current, row, now);
    else
      await changeStage(db, current, stage, { completedAt: at, nextAt: new Date(move.nextMs).toISOString() });
  }
  return current;
}

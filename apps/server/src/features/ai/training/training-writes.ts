import type {
  AiTrainingEpoch,
  AiTrainingEvent,
  AiTrainingState,
  aiTrainingFaults,
} from '@sweepline/contract';
import type { Checkpoint } from '@sweepline/floor-net';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import {
  aiTrainingCheckpoints,
  aiTrainingEpochs,
  aiTrainings,
  type AiTrainingRow,
} from '../../../entities/ai/ai-training-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';

type Kind = AiTrainingEvent['kind'];
export type TrainingFault = (typeof aiTrainingFaults)[number];

/** The log with one more event. */
const withEvent = (kind: Kind, at: string, number: number | null = null) =>
  sql`${aiTrainings.log} || ${JSON.stringify([{ at, kind, number }])}::jsonb`;

/** The training that is to run: one that a server left behind, else the oldest that waits. */
export async function nextTraining(tx: Tx): Promise<AiTrainingRow | undefined> {
  const [row] = await tx
    .select()
    .from(aiTrainings)
    .where(inArray(aiTrainings.state, ['RUNNING', 'WAITING']))
    .orderBy(sql`${aiTrainings.state} = 'WAITING'`, asc(aiTrainings.createdAt), asc(aiTrainings.id))
    .limit(1);
  return row;
}

const isOpen = (id: string) =>
  and(eq(aiTrainings.id, id), inArray(aiTrainings.state, ['RUNNING', 'WAITING']));

/** Marks a training as running. Returns false if it was cancelled meanwhile. */
export async function beginRun(
  tx: Tx,
  { id, epoch, startedAt }: AiTrainingRow,
  at: string,
): Promise<boolean> {
  const log = startedAt === null ? withEvent('BEGUN', at) : withEvent('GOES_ON', at, epoch);
  const [row] = await tx
    .update(aiTrainings)
    .set({ state: 'RUNNING', startedAt: startedAt ?? at, log })
    .where(isOpen(id))
    .returning({ id: aiTrainings.id });
  return row !== undefined;
}

export const addEvent = (tx: Tx, id: string, kind: Kind, at: string, number: number | null = null) =>
  tx
    .update(aiTrainings)
    .set({ log: withEvent(kind, at, number) })
    .where(eq(aiTrainings.id, id));

export async function checkpointOfTraining(tx: Tx, trainingId: string): Promise<Checkpoint | null> {
  const [row] = await tx
    .select()
    .from(aiTrainingCheckpoints)
    .where(eq(aiTrainingCheckpoints.trainingId, trainingId));
  return row ? { epoch: row.epoch, step: row.step, bytes: row.state } : null;
}

/** Stores an epoch with the state after it. Returns false if the training was cancelled. */
export async function saveEpoch(
  tx: Tx,
  { id: trainingId, companyId }: Pick<AiTrainingRow, 'id' | 'companyId'>,
  epoch: AiTrainingEpoch,
  { secondsLeft, checkpoint }: { secondsLeft: number; checkpoint: Checkpoint },
): Promise<boolean> {
  const [row] = await tx
    .update(aiTrainings)
    .set({ epoch: epoch.epoch, secondsLeft })
    .where(and(eq(aiTrainings.id, trainingId), eq(aiTrainings.state, 'RUNNING')))
    .returning({ id: aiTrainings.id });
  if (!row) return false;
  const own = { companyId, trainingId };
  await tx.insert(aiTrainingEpochs).values({ id: newId(), ...own, ...epoch });
  const state = { epoch: checkpoint.epoch, step: checkpoint.step, state: Buffer.from(checkpoint.bytes) };
  await tx
    .insert(aiTrainingCheckpoints)
    .values({ id: newId(), ...own, ...state })
    .onConflictDoUpdate({ target: aiTrainingCheckpoints.trainingId, set: state });
  return true;
}

/** Ends a training that is open, once. Returns whether it was. */
export async function endTraining(
  tx: Tx,
  id: string,
  state: Exclude<AiTrainingState, 'RUNNING' | 'WAITING'>,
  { at, fault = null }: { at: string; fault?: TrainingFault | null },
): Promise<boolean> {
  const [row] = await tx
    .update(aiTrainings)
    .set({ state, endedAt: at, secondsLeft: null, fault, log: withEvent(state, at) })
    .where(isOpen(id))
    .returning({ id: aiTrainings.id });
  if (!row) return false;
  await tx.delete(aiTrainingCheckpoints).where(eq(aiTrainingCheckpoints.trainingId, id));
  return true;
}

/** Counts the end of a process that said nothing. Returns how many there were; 0 for a training that is over. */
export async function countDeath(tx: Tx, id: string): Promise<number> {
  const [row] = await tx
    .update(aiTrainings)
    .set({ deaths: sql`${aiTrainings.deaths} + 1` })
    .where(isOpen(id))
    .returning({ deaths: aiTrainings.deaths });
  return row?.deaths ?? 0;
}

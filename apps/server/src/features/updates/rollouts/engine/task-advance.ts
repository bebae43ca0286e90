import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import {
  otaRecords,
  otaTasks,
  type OtaRecordRow,
  type OtaTaskRow,
} from '../../../../entities/updates/ota-task-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { ended, type Flight } from '../records/record-rules.ts';
import { storeChanges, type RecordChange } from '../records/record-store.ts';
import { openOf } from '../stage-moves.ts';
import { changeTask } from '../task-store.ts';
import type { EngineNeeds } from './engine-needs.ts';
import { noticeAfter, noticeBefore } from './update-notices.ts';
import { expire } from './deadline.ts';
import { followEnded } from './fall-backs.ts';
import { flightsOf, followAll, isUnderWay, rulesOf } from './flights.ts';
import { addJoiners, isJoinerTime, joinersEveryMs } from './joiners.ts';
import { chooseOffers } from './offers.ts';
import { offersOf, type Offer } from './offer-send.ts';
import { byServer, moveStages, pause } from './stage-acts.ts';
import { stagesOf } from './task-lock.ts';
import { withdrawAgainMs } from './withdrawals.ts';
import { isCanaryWorse } from './work-figures.ts';

/** What is sent after the commit of a tick. */
export interface Sendings {
  offers: Offer[];
  withdrawals: { task: OtaTaskRow; record: OtaRecordRow }[];
  /** Robots that fell back; their alarm is raised before their mark goes. */
  fellBack: OtaRecordRow[];
}

/** A decided command that is not stored after this time was interrupted before it was sent. */
const resendMs = 30_000;
const canaryEveryMs = 60_000;

/** Offers that were interrupted before they were sent: taken back, or sent once more with the same ids. */
function interrupted(flights: readonly Flight[], nowMs: number) {
  const lost = flights.filter(
    ({ record, command }) =>
      record.step === 'OFFERED' &&
      !command &&
      nowMs - Date.parse(record.offeredAt ?? record.since) >= resendMs,
  );
  const isMarked = ({ record }: Flight) => record.withdraw !== null;
  return { again: lost.filter((it) => !isMarked(it)), back: lost.filter(isMarked) };
}

const takenBack = (record: OtaRecordRow, nowMs: number, isOver: boolean): RecordChange => ({
  record,
  patch:
    record.withdraw === 'CANCEL'
      ? ended(isOver ? 'EXPIRED' : 'CANCELED', nowMs)
      : { step: 'READY', commandId: null, jobId: null, offeredAt: null, busySiteId: null, withdraw: null },
});

/** Compares the work during the soak time as well, so that a bad version does not wait for its end. */
async function watchCanary(db: Tx, task: OtaTaskRow, now: Date): Promise<OtaTaskRow> {
  if (task.state !== 'RUNNING' || task.stage === null || task.plan.canaryWorsePct === null) return task;
  if (task.canaryAt !== null && now.getTime() - Date.parse(task.canaryAt) < canaryEveryMs) return task;
  const row = (await stagesOf(db, task.id)).find(({ stage }) => stage === task.stage);
  await db.update(otaTasks).set({ canaryAt: now.toISOString() }).where(eq(otaTasks.id, task.id));
  if (!row?.startedAt || row.accepted || !(await isCanaryWorse(db, task, row.startedAt, now))) return task;
  return await pause(db, task, 'CANARY_WORSE', now.toISOString());
}

/** A robot that comes to match a task that is done opens it once more. */
async function join(db: Tx, task: OtaTaskRow, now: Date): Promise<OtaTaskRow> {
  const isOpen = task.state === 'RUNNING' || task.state === 'DONE';
  if (!isOpen || !isJoinerTime(task, now.getTime())) return task;
  const at = now.toISOString();
  const joined = await addJoiners(db, task, now);
  await db.update(otaTasks).set({ joinersAt: at }).where(eq(otaTasks.id, task.id));
  if (joined === 0 || task.state === 'RUNNING') return task;
  return await changeTask(db, task, { act: 'RETRY', ...byServer(at) }, { state: 'RUNNING', endedAt: null });
}

/** When the task has work again; null for one that is over. */
function nextTickOf(
  task: OtaTaskRow,
  { isFlying, hasReady }: { isFlying: boolean; hasReady: boolean },
  now: Date,
) {
  const nowMs = now.getTime();
  if (task.state === 'RUNNING' || isFlying) return now.toISOString();
  const isBefore = nowMs < Date.parse(task.deadline);
  if (task.state === 'DONE' && task.plan.lateJoiners && task.kind === 'UPDATE' && isBefore)
    return new Date(nowMs + joinersEveryMs).toISOString();
  const waits = (task.state === 'PAUSED' || task.state === 'STOPPED') && hasReady;
  return waits ? task.deadline : null;
}

/** One tick of one task in the caller's transaction, which has locked it. Nothing is sent here. */
export async function advanceTask(
  db: Tx,
  needs: Pick<EngineNeeds, 'bus' | 'now'>,
  locked: OtaTaskRow,
): Promise<Sendings> {
  const now = needs.now();
  const nowMs = now.getTime();
  const isOver = nowMs >= Date.parse(locked.deadline);
  await expire(db, locked, nowMs);
  const flights = await flightsOf(db, locked.id);
  const changes = followAll(flights, rulesOf(locked, nowMs));
  const { again, back } = interrupted(flights, nowMs);
  changes.push(...back.map(({ record }) => takenBack(record, nowMs, isOver)));
  await storeChanges(db, locked.id, changes);
  await noticeAfter(db, needs, changes);
  const fellBack = await followEnded(db, locked, nowMs);
  const moved = await watchCanary(db, await moveStages(db, await join(db, locked, now), now), now);

  await noticeBefore(db, needs, moved);
  const patches = new Map(changes.map(({ record, patch }) => [record.id, patch]));
  const flying = flights
    .map((flight) => ({ ...flight, record: { ...flight.record, ...patches.get(flight.record.id) } }))
    .filter(({ record }) => isUnderWay(record));
  // A robot that went offline keeps its update, and another one may begin meanwhile.
  const places = moved.plan.maxAtOnce - flying.filter(({ onlineSince }) => onlineSince !== null).length;
  const chosen = moved.state === 'RUNNING' && !isOver ? await chooseOffers(db, moved, places, now) : [];
  await storeChanges(db, moved.id, chosen);
  const offered = chosen.map(({ record, patch }) => ({ ...record, ...patch }));
  const offers = await offersOf(db, moved, [...offered, ...again.map(({ record }) => record)]);

  const marked = await markedFlights(db, moved.id, nowMs);
  const hasReady = (await stagesOf(db, moved.id)).some((row) => openOf(row) > 0);
  const isFlying = flying.length > 0 || offered.length > 0;
  const nextTickAt = nextTickOf(moved, { isFlying, hasReady }, now);
  await db.update(otaTasks).set({ nextTickAt }).where(eq(otaTasks.id, moved.id));
  return { offers, withdrawals: marked.map((record) => ({ task: moved, record })), fellBack };
}

/** The updates whose commands are to be taken back now. */
const markedFlights = (db: Tx, taskId: string, nowMs: number): Promise<OtaRecordRow[]> =>
  db
    .select()
    .from(otaRecords)
    .where(
      and(
        eq(otaRecords.taskId, taskId),
        isNotNull(otaRecords.withdraw),
        sql`${otaRecords.step} in ('OFFERED', 'SENT')`,
        sql`(${otaRecords.withdrawnAt} is null or ${lte(otaRecords.withdrawnAt, new Date(nowMs - withdrawAgainMs).toISOString())})`,
      ),
    );

import type { OtaTaskDetail, otaTaskCalls, Input } from '@sweepline/contract';
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { uncancelablePhases } from '@sweepline/contract/robot';
import { requireSecondPerson } from '../../../entities/people/approval-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { otaRecords, otaStages, type OtaTaskRow } from '../../../entities/updates/ota-task-table.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import { runJobNow } from '../../../platform/jobs/jobs.ts';
import { reportedVersion } from './engine/flights.ts';
import { endReady } from './engine/deadline.ts';
import { stagesOf } from './engine/task-lock.ts';
import { markWithdrawn } from './engine/withdrawals.ts';
import { checkTargets, stateAfter } from './plan-checks.ts';
import { retried } from './records/record-rules.ts';
import { storeChanges } from './records/record-store.ts';
import { openOf } from './stage-moves.ts';
import { findToChange, readTask, requestersOf } from './task-read.ts';
import { addRecords, addStages, asTaskCompany, changeTask } from './task-store.ts';
import { planTargets } from './targets/target-plan.ts';

/** The engine works on the task at once, and not at its next tick. */
function wakeEngine({ db, services }: Pick<Ctx, 'db' | 'services'>): void {
  db.afterCommit(() => services.bus.publish(runJobNow, { name: 'updates.advance' }));
}

/** The account of a call as the one who changes a task. */
export const doerOf = ({ account, now }: Pick<Ctx, 'account' | 'now'>) => ({
  accountId: account.id,
  at: now().toISOString(),
});

/** Starts the first stage with the robots that match now. */
async function start(ctx: Ctx, task: OtaTaskRow): Promise<void> {
  const { db, account } = ctx;
  const doer = doerOf(ctx);
  const state = stateAfter(task.state, 'APPROVE');
  if (Date.parse(task.deadline) <= ctx.now().getTime()) throw wrongField('approved', 'DEADLINE_PASSED');
  const approval = { approvedById: account.id, approvedAt: doer.at, refusedReasons: '' };
  const times = { stage: 0, startedAt: doer.at, nextTickAt: doer.at, joinersAt: doer.at };
  const started = await changeTask(db, task, { act: 'APPROVE', ...doer }, { state, ...approval, ...times });
  await asTaskCompany(db, task, async (own) => {
    const planned = await planTargets(own, task.plan);
    if (task.kind === 'UPDATE' && planned.goal.state !== 'PUBLISHED')
      throw wrongField('approved', 'PACKAGE_NOT_PUBLISHED');
    checkTargets(planned);
    await addStages(own, started, doer.at);
    await addRecords(own, started, planned.targets, { at: doer.at });
  });
}

export async function decide(
  ctx: Ctx,
  { id, revision, approved, reasons }: Input<typeof otaTaskCalls.approve>,
): Promise<OtaTaskDetail> {
  const { db } = ctx;
  const task = await findToChange(db, { id, revision });
  const state = stateAfter(task.state, approved ? 'APPROVE' : 'REFUSE');
  if (approved) await requireSecondPerson(ctx, requestersOf(task));
  if (!approved && reasons === '') throw wrongField('reasons', 'REASON_MISSING');
  if (approved) {
    await start(ctx, task);
    wakeEngine(ctx);
  } else {
    const doer = doerOf(ctx);
    await changeTask(
      db,
      task,
      { act: 'REFUSE', reason: reasons, ...doer },
      { state, refusedReasons: reasons },
    );
  }
  return await readTask(ctx, id);
}

export async function pause(ctx: Ctx, id: string): Promise<OtaTaskDetail> {
  const task = await findToChange(ctx.db, { id });
  const state = stateAfter(task.state, 'PAUSE');
  const reason = 'BY_HAND' as const;
  const at = ctx.now().toISOString();
  await changeTask(ctx.db, task, { act: 'PAUSE', reason, ...doerOf(ctx) }, { state, reason, nextTickAt: at });
  await asTaskCompany(ctx.db, task, (own) => markWithdrawn(own, id, 'STOP'));
  wakeEngine(ctx);
  return await readTask(ctx, id);
}

/** The person goes on despite the reason for which the task stood still: its stage counts as reached, or its budget starts at zero. */
async function acceptStage(db: Tx, task: OtaTaskRow): Promise<void> {
  if (task.stage === null || task.reason === 'BY_HAND') return;
  const rows = await stagesOf(db, task.id);
  const row = rows[task.stage];
  if (task.reason === 'TOO_MANY_FAILED')
    for (const { id, failed } of rows)
      await db.update(otaStages).set({ failedBefore: failed }).where(eq(otaStages.id, id));
  if (row && (task.reason !== 'TOO_MANY_FAILED' || openOf(row) === 0))
    await db.update(otaStages).set({ accepted: true }).where(eq(otaStages.id, row.id));
}

export async function resume(ctx: Ctx, id: string): Promise<OtaTaskDetail> {
  const { db, now } = ctx;
  const task = await findToChange(db, { id });
  const state = stateAfter(task.state, 'RESUME');
  await acceptStage(db, task);
  const patch = { state, reason: null, nextTickAt: now().toISOString() };
  await changeTask(db, task, { act: 'RESUME', ...doerOf(ctx) }, patch);
  wakeEngine(ctx);
  return await readTask(ctx, id);
}

/** The robots that install now: they finish, or go back to their version. */
const installing = (db: Tx, taskId: string) =>
  db
    .select({ id: devices.id, nickname: devices.nickname, sn: devices.sn })
    .from(otaRecords)
    .innerJoin(devices, eq(devices.id, otaRecords.deviceId))
    .where(
      and(
        eq(otaRecords.taskId, taskId),
        inArray(otaRecords.step, ['SENT', 'CONFIRMING']),
        inArray(otaRecords.phase, [...uncancelablePhases, 'FINISHED']),
      ),
    )
    .orderBy(devices.sn);

export async function cancel(ctx: Ctx, id: string) {
  const { db, now } = ctx;
  const task = await findToChange(db, { id });
  const state = stateAfter(task.state, 'CANCEL');
  const at = now().toISOString();
  await changeTask(
    db,
    task,
    { act: 'CANCEL', ...doerOf(ctx) },
    { state, reason: null, endedAt: at, nextTickAt: at },
  );
  const named = await asTaskCompany(db, task, async (own) => {
    await endReady(own, id, 'CANCELED', now().getTime());
    await markWithdrawn(own, id, 'CANCEL');
    return await installing(own, id);
  });
  wakeEngine(ctx);
  return { task: await readTask(ctx, id), installing: named };
}

/** The failed updates of a task that may begin once more: the robot has no open update of another task. */
async function failedRecords(db: Tx, task: OtaTaskRow, recordIds: readonly string[]) {
  const rows = await db
    .select({ record: otaRecords, version: reportedVersion })
    .from(otaRecords)
    .where(
      and(
        eq(otaRecords.taskId, task.id),
        eq(otaRecords.state, 'FAILED'),
        isNotNull(otaRecords.endedAt),
        recordIds.length > 0 ? inValues(otaRecords.id, recordIds) : undefined,
      ),
    );
  const open = await db
    .select({ deviceId: otaRecords.deviceId })
    .from(otaRecords)
    .where(
      and(
        inValues(
          otaRecords.deviceId,
          rows.map(({ record }) => record.deviceId),
        ),
        eq(otaRecords.pkgType, task.pkgType),
        isNull(otaRecords.endedAt),
      ),
    );
  const busy = new Set(open.map(({ deviceId }) => deviceId));
  return rows.filter(({ record }) => !busy.has(record.deviceId));
}

export async function retry(
  ctx: Ctx,
  { id, recordIds }: Input<typeof otaTaskCalls.retry>,
): Promise<OtaTaskDetail> {
  const { db, now } = ctx;
  const task = await findToChange(db, { id });
  const state = stateAfter(task.state, 'RETRY');
  const nowMs = now().getTime();
  if (Date.parse(task.deadline) <= nowMs) throw wrongField('id', 'DEADLINE_PASSED');
  await asTaskCompany(db, task, async (own) => {
    const rows = await failedRecords(own, task, recordIds);
    if (rows.length === 0) throw wrongField('recordIds', 'NO_ROBOT_TO_RETRY');
    const changes = rows.map(({ record, version }) => ({
      record,
      patch: retried(record, version, task.kind === 'ROLLBACK', nowMs),
    }));
    await storeChanges(own, id, changes);
  });
  const at = now().toISOString();
  await changeTask(db, task, { act: 'RETRY', ...doerOf(ctx) }, { state, endedAt: null, nextTickAt: at });
  wakeEngine(ctx);
  return await readTask(ctx, id);
}

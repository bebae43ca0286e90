import type { Input, OtaPlan, otaTaskCalls, OtaTaskDetail } from '@sweepline/contract';
import { otaTasks, type OtaTaskRow } from '../../../entities/updates/ota-task-table.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import type { ReleaseKeys } from '../packages/package-signature-service.ts';
import { checkPlan, checkStarter, checkTargets, stateAfter } from './plan-checks.ts';
import { doerOf } from './task-acts.ts';
import { findToChange, readTask } from './task-read.ts';
import { addEvent, changeTask } from './task-store.ts';
import { planTargets } from './targets/target-plan.ts';

/** The columns that follow from a plan. */
async function columnsOf(ctx: Ctx, keys: ReleaseKeys, plan: OtaPlan, submit: boolean) {
  const goal = await checkPlan(ctx, keys, plan);
  if (submit) checkTargets(await planTargets(ctx.db, plan));
  return {
    name: plan.name,
    kind: plan.rollbackOf === undefined ? ('UPDATE' as const) : ('ROLLBACK' as const),
    packageId: goal.id,
    pkgType: goal.pkgType,
    packageName: goal.name,
    version: goal.version,
    plan,
    force: plan.force || goal.forced,
    deadline: plan.deadline,
  };
}

/** Makes a draft; one that is submitted waits for the approval of another person. */
export async function addTask(
  ctx: Ctx,
  keys: ReleaseKeys,
  plan: OtaPlan,
  submit: boolean,
): Promise<OtaTaskRow> {
  const { db, account } = ctx;
  const doer = doerOf(ctx);
  const columns = await columnsOf(ctx, keys, plan, submit);
  const made = {
    ...columns,
    id: newId(),
    companyId: account.companyId,
    state: submit ? ('WAITING_APPROVAL' as const) : ('DRAFT' as const),
    createdAt: doer.at,
    createdById: account.id,
    by: account.username,
    submittedById: submit ? account.id : null,
    updatedAt: doer.at,
    updatedById: account.id,
  };
  const [task] = await db.insert(otaTasks).values(made).returning();
  await addEvent(db, task!, { act: submit ? 'SUBMIT' : 'UPDATE', ...doer });
  return task!;
}

export async function updateTask(
  ctx: Ctx,
  keys: ReleaseKeys,
  { id, revision, plan, submit }: Input<typeof otaTaskCalls.update>,
): Promise<OtaTaskDetail> {
  const { db, account } = ctx;
  const task = await findToChange(db, { id, revision });
  const act = submit ? ('SUBMIT' as const) : ('UPDATE' as const);
  const state = stateAfter(task.state, act);
  const columns = await columnsOf(ctx, keys, plan, submit);
  const submitted = submit ? { submittedById: account.id, refusedReasons: '' } : {};
  await changeTask(db, task, { act, ...doerOf(ctx) }, { ...columns, state, ...submitted });
  return await readTask(ctx, id);
}

const dayMs = 86_400_000;
const rollbackDays = 14;

/** Makes a draft that brings the updated robots back. Its package is the version that most of them had. */
export async function rollBack(ctx: Ctx, keys: ReleaseKeys, id: string): Promise<OtaTaskDetail> {
  const { db, now } = ctx;
  checkStarter(ctx);
  const task = await findToChange(db, { id });
  if (task.kind !== 'UPDATE') throw wrongField('id', 'NO_VERSION_BEFORE');
  const { rollbackOf: _, ...plan } = { ...task.plan, rollbackOf: undefined, forceSignature: undefined };
  const deadline = new Date(now().getTime() + rollbackDays * dayMs).toISOString();
  const back: OtaPlan = {
    ...plan,
    rollbackOf: id,
    deadline,
    lateJoiners: false,
    deviceIds: [],
    groupIds: [],
    siteIds: [],
  };
  const { targets } = await planTargets(db, back);
  const ways = targets.flatMap(({ way }) => way.at(-1) ?? []);
  if (ways.length === 0) throw wrongField('id', 'NO_VERSION_BEFORE');
  const counts = Map.groupBy(ways, (step) => step.id);
  const [packageId] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0]!;
  // The robots that were updated first go back first; a stage of named ones names robots that may have no update.
  const stages = back.stages.filter(({ upToPct }) => upToPct === 100);
  const draft = await addTask(ctx, keys, { ...back, packageId, stages }, false);
  return await readTask(ctx, draft.id);
}

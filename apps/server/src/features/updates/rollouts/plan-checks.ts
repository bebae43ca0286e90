import {
  fieldReason,
  otaTaskMoves,
  permissions,
  type OtaPlan,
  type OtaTaskAct,
  type OtaTaskState,
} from '@sweepline/contract';
import { and, eq, inArray } from 'drizzle-orm';
import type { OtaPackageRow } from '../../../entities/updates/ota-package-table.ts';
import { otaTasks } from '../../../entities/updates/ota-task-table.ts';
import { isOfProvider } from '../../../entities/people/company-rules.ts';
import { hasPermission, Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { checkForceSignature, type ReleaseKeys } from '../packages/package-signature-service.ts';
import { checkSelection, findPackage } from './targets/target-read.ts';
import type { PlannedTargets } from './targets/target-plan.ts';

const stateWords = {
  DRAFT: 'OTA_TASK_DRAFT',
  WAITING_APPROVAL: 'OTA_TASK_WAITING',
  RUNNING: 'OTA_TASK_RUNNING',
  PAUSED: 'OTA_TASK_PAUSED',
  STOPPED: 'OTA_TASK_STOPPED',
  DONE: 'OTA_TASK_DONE',
  CANCELED: 'OTA_TASK_CANCELED',
} as const satisfies Record<OtaTaskState, string>;

/** The state after an act. Refuses an act that is not possible in the present state, and names that state. */
export function stateAfter(state: OtaTaskState, act: OtaTaskAct): OtaTaskState {
  const next = otaTaskMoves[state][act];
  if (next === undefined)
    throw new Refusal('otaTaskState', { words: { state: fieldReason(stateWords[state]) } });
  return next;
}

/** A task belongs to the company of the account, so staff who see only the companies linked to them start none. */
export function checkStarter({ account }: Pick<Ctx, 'account'>): void {
  if (isOfProvider(account) && account.scope !== '*') throw new Refusal('forbidden');
}

/** Only a task that updated robots can be rolled back. */
async function checkRollback(db: Tx, { rollbackOf }: OtaPlan): Promise<void> {
  if (rollbackOf === undefined) return;
  const [row] = await db
    .select({ kind: otaTasks.kind })
    .from(otaTasks)
    .where(and(eq(otaTasks.id, rollbackOf), visible(db, otaTasks), inArray(otaTasks.kind, ['UPDATE'])));
  if (!row) throw new Refusal('notFound');
}

/** Checks what a plan says before its robots are looked at. Returns its package. */
export async function checkPlan(
  { db, account, now }: Pick<Ctx, 'db' | 'account' | 'now'>,
  keys: ReleaseKeys,
  plan: OtaPlan,
): Promise<OtaPackageRow> {
  checkStarter({ account });
  if (plan.force && !hasPermission(account, permissions.otaForce))
    throw wrongField('force', 'FORCE_FORBIDDEN');
  if (Date.parse(plan.deadline) <= now().getTime()) throw wrongField('deadline', 'NOT_IN_FUTURE');
  const goal = await findPackage(db, plan.packageId);
  await checkRollback(db, plan);
  if (plan.rollbackOf === undefined && goal.state !== 'PUBLISHED')
    throw wrongField('packageId', 'PACKAGE_NOT_PUBLISHED');
  if (plan.forceSignature) checkForceSignature(keys, goal, plan.forceSignature);
  await checkSelection(db, plan);
  return goal;
}

/** Refuses a task that would update no robot, with the reason. */
export function checkTargets({ goal, targets }: PlannedTargets): void {
  if (targets.some(({ verdict }) => verdict === 'UPDATES')) return;
  if (goal.releaseScope === 'WHITELIST') {
    const listed = targets.filter(
      ({ verdict }) => verdict !== 'NOT_WHITELISTED' && verdict !== 'OTHER_MODEL',
    );
    if (listed.length === 0) throw wrongField('packageId', 'WHITELIST_MISSING');
    if (listed.every(({ verdict }) => verdict === 'OPEN_RECORD'))
      throw wrongField('packageId', 'WHITELIST_HAS_TASKS');
  }
  throw wrongField('deviceIds', 'NO_ROBOT_TO_UPDATE');
}

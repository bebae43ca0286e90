import { type accountCalls, fieldReason, type Input, nameOfAccount, roleTypes } from '@sweepline/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import { hasPermission, Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion, visible, inValues } from '../../../platform/db/page.ts';
import { rightsChanged, signOutEverywhere, type SignOutCause } from '../auth/session-service.ts';
import { unlinkStaff } from '../../../entities/people/company-service.ts';
import { notify } from '../notices/notice-service.ts';
import { checkGrant, findCompanyFor, ownRights } from './account-grant-service.ts';
import { accountOf, accountRows } from './account-list.ts';
import { codeOf, exceeds } from './account-rules.ts';
import { changesContact, noticeContactChange } from './contact-change-service.ts';
import { insertAccount } from '../../../entities/people/account-service.ts';
import { lineageOf } from '../../../entities/people/approval-service.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { initialPassword, setInitialPassword } from '../auth/password-service.ts';

type Sent<K extends keyof typeof accountCalls> = Input<(typeof accountCalls)[K]>;
type Act = Parameters<typeof codeOf>[0];

/**
 * Locks the enabled super admins until the transaction ends, so that two which disable each other run one after the
 * other.
 */
async function lockSuperAdmins(db: Tx): Promise<Set<string>> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.roleType, roleTypes.superAdmin), eq(accounts.disabled, false)))
    .orderBy(asc(accounts.id))
    .for('update');
  return new Set(rows.map(({ id }) => id));
}

/**
 * Locks the accounts of a call until the transaction ends. The call applies to all of them or to none. An account
 * outside the caller's scope, or of a side that is closed to the caller, counts as missing.
 */
async function targetsOf(ctx: Ctx, act: Act, ids: readonly string[]) {
  const { db, account } = ctx;
  // Super admins are locked before the targets and always in the same order, which prevents deadlocks. Only super
  // admins can act on super admins.
  const superAdmins = account.superAdmin ? await lockSuperAdmins(db) : new Set<string>();
  const uniqueIds = [...new Set(ids)].toSorted();
  const rows = await accountRows(db)
    .where(and(inValues(accounts.id, uniqueIds), visible(db, accounts)))
    .orderBy(asc(accounts.id))
    .for('update', { of: accounts });
  const permitted = rows.filter(({ companyType }) => hasPermission(account, codeOf(act, companyType)));
  if (permitted.length !== uniqueIds.length) throw new Refusal('notFound');
  const own = await ownRights(db, account);
  const refuseStronger = () => {
    if (
      permitted.some((row) =>
        exceeds(own, { roleType: row.account.roleType, permissionCodes: row.permissionCodes ?? [] }),
      )
    )
      throw new Refusal('moreRights');
  };
  return { superAdmins, own, rows: permitted, refuseStronger };
}

type Targets = Awaited<ReturnType<typeof targetsOf>>;

function keepOneSuperAdmin({ superAdmins }: Targets, leaving: readonly string[]) {
  const removed = leaving.filter((id) => superAdmins.has(id));
  if (removed.length > 0 && removed.length === superAdmins.size) throw new Refusal('lastSuperAdmin');
}

const stampOf = ({ account, now }: Ctx) => ({
  version: sql`${accounts.version} + 1`,
  updatedAt: now().toISOString(),
  updatedBy: account.username,
});

async function signOut({ db, services, now }: Ctx, ids: readonly string[], because: SignOutCause) {
  await signOutEverywhere(db, services.bus, now, ids, because);
  db.afterCommit(() => services.bus.publish(rightsChanged, {}));
}

/** The checks before accounts are disabled, deleted or signed out; `leaves` is false if they may sign in again. */
async function checkRemoval(
  ctx: Ctx,
  act: 'disable' | 'delete',
  ids: readonly string[],
  { leaves = true } = {},
) {
  const targets = await targetsOf(ctx, act, ids);
  if (leaves) keepOneSuperAdmin(targets, ids);
  if (ids.includes(ctx.account.id)) throw new Refusal('ownAccount');
  targets.refuseStronger();
}

export async function disableAccounts(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await checkRemoval(ctx, 'disable', ids);
  const change = { disabled: true, ...stampOf(ctx) };
  await ctx.db.update(accounts).set(change).where(inValues(accounts.id, ids));
  await signOut(ctx, ids, 'DISABLED');
}

export async function signOutAccount(ctx: Ctx, id: string): Promise<void> {
  await checkRemoval(ctx, 'disable', [id], { leaves: false });
  await signOut(ctx, [id], 'BY_ADMINISTRATOR');
}

export async function enableAccounts(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const targets = await targetsOf(ctx, 'disable', ids);
  targets.refuseStronger();
  const change = { disabled: false, ...stampOf(ctx) };
  await ctx.db.update(accounts).set(change).where(inValues(accounts.id, ids));
  await signOut(ctx, ids, 'DISABLED');
}

export async function removeAccounts(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await checkRemoval(ctx, 'delete', ids);
  await signOut(ctx, ids, 'DELETED');
  await ctx.db.delete(accounts).where(inValues(accounts.id, ids));
}

/** Registers an account with an initial password. The password is in the answer only and is not stored. */
export async function registerAccount(ctx: Ctx, input: Sent<'register'>) {
  const { db, account: caller, now } = ctx;
  const company = await findCompanyFor(db, caller, ['create'], input.companyId);
  const own = await ownRights(db, caller);
  await checkGrant(db, own, company.type, input);
  const { password, until, columns } = await initialPassword(now);
  const creatorIds = await lineageOf(db, caller.id);
  const account = { ...input, ...columns, creatorIds };
  const id = await withFieldError(insertAccount(db, now, caller.username, account));
  const [row] = await accountRows(db).where(eq(accounts.id, id));
  return { id, account: accountOf(caller, own, row!), password, until };
}

/** Adds the field to the refusal of a duplicate name, so that the form marks only the name. */
const withFieldError = (insertion: Promise<string>) =>
  insertion.catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.reason !== 'nameTaken') throw error;
    throw new Refusal('nameTaken', { fields: { username: fieldReason('NAME_TAKEN') } });
  });

export async function updateAccount(ctx: Ctx, input: Sent<'update'>) {
  const { db, account: caller, services } = ctx;
  const { id, version, ...change } = input;
  const targets = await targetsOf(ctx, 'update', [id]);
  const [row] = targets.rows;
  if (!row) throw new Refusal('notFound');
  checkVersion(row.account, version);
  targets.refuseStronger();
  const { companyId, roleId, roleType, staffKind } = row.account;
  const grant = { companyId, roleId, roleType, staffKind, ...grantChanges(change) };
  const regranted = grant.roleId !== roleId || grant.roleType !== roleType || grant.staffKind !== staffKind;
  if (regranted) await checkRegrant(ctx, targets, row.companyType, id, grant);
  await db
    .update(accounts)
    .set({
      ...change,
      ...(regranted && { granterIds: await lineageOf(db, caller.id) }),
      ...stampOf(ctx),
    })
    .where(eq(accounts.id, id));
  if (changesContact(row.account, change)) await noticeContactChange(ctx, row.account);
  if (grant.staffKind !== staffKind) await unlinkStaff(db, ctx.now, caller.username, { id, ...grant });
  if (regranted) db.afterCommit(() => services.bus.publish(rightsChanged, {}));
  const own = caller.id === id ? await ownRights(db, caller) : targets.own;
  const [saved] = await accountRows(db).where(eq(accounts.id, id));
  return accountOf(caller, own, saved!);
}

const grantChanges = ({ roleId, roleType, staffKind }: Omit<Sent<'update'>, 'id' | 'version'>) => ({
  ...(roleId !== undefined && { roleId }),
  ...(roleType !== undefined && { roleType }),
  ...(staffKind !== undefined && { staffKind }),
});

async function checkRegrant(
  ctx: Ctx,
  targets: Targets,
  companyType: number,
  id: string,
  grant: Parameters<typeof checkGrant>[3],
) {
  if (grant.roleType !== roleTypes.superAdmin) keepOneSuperAdmin(targets, [id]);
  if (id === ctx.account.id) throw new Refusal('ownAccount');
  await checkGrant(ctx.db, targets.own, companyType, grant);
}

/** `init` is for accounts that never chose a password, `reset` for all. Both sign the account out everywhere. */
export async function issueInitialPassword(ctx: Ctx, how: 'init' | 'reset', id: string) {
  const { db, now, services, account: caller } = ctx;
  const targets = await targetsOf(ctx, how === 'init' ? 'create' : 'reset', [id]);
  if (id === caller.id) throw new Refusal('ownAccount');
  targets.refuseStronger();
  if (how === 'init' && !targets.rows[0]?.account.mustChangePassword) throw new Refusal('wrongState');
  const resetterIds = await lineageOf(db, caller.id);
  const initial = await setInitialPassword(db, now, { username: caller.username, resetterIds }, id);
  await signOut(ctx, [id], 'RESET');
  const [target] = targets.rows;
  if (how === 'reset' && target)
    await notify(db, services.bus, now, {
      kind: 'system',
      companyId: target.account.companyId,
      accountId: id,
      template: 'passwordReset',
      params: { by: nameOfAccount(caller) },
    });
  return initial;
}

/** Only the company itself names its approvers, and no account names itself. To name one is to give it a right. */
export async function setApprover(ctx: Ctx, { id, approver }: Sent<'setApprover'>) {
  const { db, account: caller } = ctx;
  const targets = await targetsOf(ctx, 'approver', [id]);
  const [row] = targets.rows;
  if (!row) throw new Refusal('notFound');
  if (row.account.companyId !== caller.companyId) throw new Refusal('forbidden');
  if (id === caller.id) throw new Refusal('ownAccount');
  targets.refuseStronger();
  const granterIds = approver ? await lineageOf(db, caller.id) : row.account.granterIds;
  await db
    .update(accounts)
    .set({ approver, granterIds, ...stampOf(ctx) })
    .where(eq(accounts.id, id));
  const [saved] = await accountRows(db).where(eq(accounts.id, id));
  return accountOf(caller, targets.own, saved!);
}

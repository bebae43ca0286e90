import { accountCodes, sideOf, type Input, type roleCalls } from '@sweepline/contract';
import { eq, ne, and, count } from 'drizzle-orm';
import { hasPermission, Refusal, wrongField, type Account, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion, find } from '../../../platform/db/page.ts';
import { lineageOf } from '../../../entities/people/approval-service.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { rightsChanged } from '../auth/session-service.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { beyond, checkAct, checkSide, codesAfter, heldBy, type RoleAct } from './role-rules.ts';
import { savedBy } from './role-service.ts';
import { roles } from '../../../entities/people/role-table.ts';

type RoleRow = typeof roles.$inferSelect;

/** After the commit, sessions reload their rights and browsers refresh theirs. */
export const publishRightsChange = ({ db, services }: Pick<Ctx, 'db' | 'services'>) =>
  db.afterCommit(() => services.bus.publish(rightsChanged, {}));

/** A visible role on which the caller may perform this action. */
export async function findRole(
  { db, account }: Pick<Ctx, 'db' | 'account'>,
  id: string,
  act: RoleAct,
): Promise<RoleRow> {
  const role = await find(db, roles, id, { lock: act !== 'list' });
  const { type } = await findCompany(db, role.companyId);
  checkAct(account, sideOf(type), act);
  return role;
}

/** Whether it is the caller's own role. A super admin's rights come from no role. */
async function isOwn(db: Tx, account: Account, roleId: string): Promise<boolean> {
  if (account.superAdmin) return false;
  const [own] = await db
    .select({ roleId: accounts.roleId })
    .from(accounts)
    .where(eq(accounts.id, account.id));
  return own?.roleId === roleId;
}

/** Saves a role. Its name is unique in its company. */
export async function store(db: Tx, role: RoleRow, change: Partial<RoleRow>): Promise<void> {
  if (change.name !== undefined && change.name !== role.name) {
    const [sameName] = await db
      .select({ id: roles.id })
      .from(roles)
      .where(and(eq(roles.companyId, role.companyId), eq(roles.name, change.name), ne(roles.id, role.id)));
    if (sameName) throw new Refusal('nameTaken');
  }
  await db
    .update(roles)
    .set({ ...change, version: role.version + 1 })
    .where(eq(roles.id, role.id));
}

export async function changeRole(ctx: Ctx, input: Input<(typeof roleCalls)['update']>): Promise<void> {
  const { db, account, now } = ctx;
  const role = await findRole(ctx, input.id, 'update');
  checkVersion(role, input.version);
  const { type } = await findCompany(db, role.companyId);
  checkSide(sideOf(type), role.permissions, input.permissions);
  const permissions = codesAfter(heldBy(account), role.permissions, input.permissions);
  const lost = beyond(new Set(permissions), role.permissions);
  // A caller cannot restore codes that it removes from its own role, so this needs a confirmation.
  if (lost.length > 0 && !input.confirmed && (await isOwn(db, account, role.id)))
    throw new Refusal('ownRoleNarrower');
  await store(db, role, { name: input.name, permissions, ...(await savedBy(db, now, account)) });
  publishRightsChange(ctx);
}

/** Deletes a role. Its accounts need another role of the same company. */
export async function removeRole(
  ctx: Ctx,
  { id, version, moveTo }: Input<(typeof roleCalls)['remove']>,
): Promise<{ moved: number }> {
  const { db, account } = ctx;
  const role = await findRole(ctx, id, 'delete');
  checkVersion(role, version);
  if (await isOwn(db, account, id)) throw new Refusal('ownRole');
  if (beyond(heldBy(account), role.permissions).length > 0) throw new Refusal('roleBeyond');
  const [{ holders } = { holders: 0 }] = await db
    .select({ holders: count() })
    .from(accounts)
    .where(eq(accounts.roleId, id));
  if (holders > 0 && !moveTo) throw new Refusal('roleInUse', { words: { count: String(holders) } });
  const moved = moveTo ? await moveHolders(ctx, role, moveTo) : 0;
  await db.delete(roles).where(eq(roles.id, id));
  publishRightsChange(ctx);
  return { moved };
}

async function moveHolders({ db, account, now }: Ctx, role: RoleRow, moveTo: string): Promise<number> {
  const target = await find(db, roles, moveTo, { lock: true });
  if (target.companyId !== role.companyId || target.id === role.id)
    throw wrongField('moveTo', 'OTHER_ROLE_EXPECTED');
  if (beyond(heldBy(account), target.permissions).length > 0) throw new Refusal('roleBeyond');
  const { type } = await findCompany(db, role.companyId);
  if (!hasPermission(account, accountCodes.update[sideOf(type)])) throw new Refusal('forbidden');
  const moved = await db
    .update(accounts)
    .set({
      roleId: target.id,
      granterIds: await lineageOf(db, account.id),
      updatedAt: now().toISOString(),
      updatedBy: account.username,
    })
    .where(eq(accounts.roleId, role.id))
    .returning({ id: accounts.id });
  return moved.length;
}

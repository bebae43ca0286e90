import type { Permission } from '@sweepline/contract';
import { accountById } from '../../../entities/people/account-service.ts';
import { scopeOf } from '../../../entities/people/company-service.ts';
import { hasPermission, Refusal } from '../../../platform/calls/ctx.ts';
import type { Scope, Tx } from '../../../platform/db/db.ts';
import { blockedReason } from './account-status-service.ts';

/** The present scope of the account of a download address. Refused if the account may not read such records any more. */
export async function scopeOfReader(tx: Tx, accountId: string, permission: Permission): Promise<Scope> {
  const user = await accountById(tx, accountId);
  if (!user || (await blockedReason(tx, user))) throw new Refusal('notFound');
  const { account, company, permissionCodes } = user;
  const rights = { superAdmin: account.roleType === 1, permissionCodes: new Set(permissionCodes ?? []) };
  if (!hasPermission(rights, permission)) throw new Refusal('notFound');
  return await scopeOf(tx, account, company);
}

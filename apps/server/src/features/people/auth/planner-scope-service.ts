import { everything, type Permission } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { accounts } from '../../../entities/people/account-table.ts';
import { scopeOf } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { roles } from '../../../entities/people/role-table.ts';
import type { Scope, Tx } from '../../../platform/db/db.ts';
import { blockedReason } from './account-status-service.ts';

/** The present scope of the account that planned something for later; null if it may not start it any more. */
export async function scopeOfPlanner(
  all: Tx,
  accountId: string,
  permission: Permission,
): Promise<Scope | null> {
  const [planner] = await all
    .select({ account: accounts, company: companies, permissionCodes: roles.permissions })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .leftJoin(roles, eq(roles.id, accounts.roleId))
    .where(eq(accounts.id, accountId));
  if (!planner || (await blockedReason(all, planner))) return null;
  const codes = planner.permissionCodes ?? [];
  const mayStart = planner.account.roleType === 1 || codes.includes(everything) || codes.includes(permission);
  return mayStart ? await scopeOf(all, planner.account, planner.company) : null;
}

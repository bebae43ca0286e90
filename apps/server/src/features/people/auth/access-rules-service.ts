import {
  accountCodes,
  everything,
  grants,
  roleCodes,
  type AccessCheck,
  type accessReasons,
  type AccessStep,
  type AccountSide,
  type Call,
  type Holding,
} from '@sweepline/contract';
import { hasPermission, Refusal, type Account } from '../../../platform/calls/ctx.ts';
import type { Scope } from '../../../platform/db/db.ts';

/** What an account may do, and which companies' records it sees. */
export interface ViewRights {
  superAdmin: boolean;
  permissionCodes: ReadonlySet<string>;
  scope: Scope;
}

/** True if the viewer has every right and sees every company of the viewed account. */
export function coversAll(viewer: ViewRights, viewed: ViewRights): boolean {
  if (viewed.superAdmin) return viewer.superAdmin;
  const codes = viewer.superAdmin ? new Set([everything]) : viewer.permissionCodes;
  if (![...viewed.permissionCodes].every((code) => grants(codes, code))) return false;
  const { scope } = viewer;
  if (scope === '*') return true;
  return viewed.scope !== '*' && viewed.scope.every((id) => scope.includes(id));
}

/** Whether the caller sees the accounts or the roles of a side. */
export const seesSide = (caller: Account, side: AccountSide): boolean =>
  hasPermission(caller, [accountCodes.list[side], roleCodes.list[side]]);

/** Refuses callers that may not view as accounts of this side. */
export function checkViewAs(caller: Account, side: AccountSide): void {
  if (hasPermission(caller, accountCodes.viewAs[side])) return;
  throw new Refusal(seesSide(caller, side) ? 'forbidden' : 'notFound');
}

type Reason<C extends AccessCheck> = (typeof accessReasons)[C][number];

/** One step of an explanation. A session does not affect the right, so its step only informs. */
export const step = <C extends AccessCheck>(check: C, passed: boolean, reason: Reason<C>): AccessStep => ({
  check,
  passed,
  reason,
  informs: check === 'SESSION',
});

/** The grant that gives an account one of several codes. */
export function grantSourceOf(
  roleType: number,
  permissions: readonly string[],
  codes: readonly string[],
): Holding | null {
  if (roleType === 1) return 'SUPER_ADMIN';
  if (permissions.includes(everything)) return 'EVERYTHING';
  return codes.some((code) => permissions.includes(code)) ? 'ROLE' : null;
}

/** The result of the permission check of an action for an account. */
export function permissionStep(
  allow: Call['allow'],
  account: { roleType: number; roleId: string | null; permissionCodes: readonly string[] },
): AccessStep {
  if (allow === 'everyone') return step('PERMISSION', true, 'PUBLIC');
  if (allow === 'signedIn') return step('PERMISSION', true, 'ANYBODY');
  if (account.roleType === 1) return step('PERMISSION', true, 'SUPER_ADMIN');
  if (allow === 'superAdmin') return step('PERMISSION', false, 'SUPER_ADMIN_ONLY');
  const holding = grantSourceOf(account.roleType, account.permissionCodes, [allow].flat());
  if (holding) return step('PERMISSION', true, holding);
  return step('PERMISSION', false, account.roleId === null ? 'NO_ROLE' : 'NOT_IN_ROLE');
}

/** The result of the tenant scope check for an account and the company of a record. */
export function scopeStep(account: { companyId: string; scope: Scope }, target: { id: string }): AccessStep {
  const { companyId, scope } = account;
  if (scope === '*') return step('FENCE', true, 'ALL');
  if (!scope.includes(target.id)) return step('FENCE', false, 'OUTSIDE');
  if (target.id === companyId) return step('FENCE', true, 'OWN');
  // A scope without the own company contains only linked companies.
  return step('FENCE', true, scope.includes(companyId) ? 'BELOW' : 'LINKED');
}

import {
  accountCodes,
  companyTypes,
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
import { holds, Refusal, type Account } from '../../platform/calls/ctx.ts';
import type { Scope } from '../../platform/db/db.ts';

/** What an account may do, and whose records it sees. */
export interface Eyes {
  superAdmin: boolean;
  held: ReadonlySet<string>;
  scope: Scope;
}

/** Whether nothing the one may do or see is closed to the other. */
export function coversAll(viewer: Eyes, viewed: Eyes): boolean {
  if (viewed.superAdmin) return viewer.superAdmin;
  const held = viewer.superAdmin ? new Set([everything]) : viewer.held;
  if (![...viewed.held].every((code) => grants(held, code))) return false;
  const { scope } = viewer;
  if (scope === '*') return true;
  return viewed.scope !== '*' && viewed.scope.every((id) => scope.includes(id));
}

/** The provider's people are internal, all others outer. */
export const sideOf = (companyType: number): AccountSide =>
  companyType === companyTypes.provider ? 'INTERNAL' : 'OUTER';

/** Whether the caller sees the accounts or the roles of a side. */
export const seesSide = (caller: Account, side: AccountSide): boolean =>
  holds(caller, [accountCodes.list[side], roleCodes.list[side]]);

/** Refuses who may not look through the eyes of accounts of this side. */
export function checkViewAs(caller: Account, side: AccountSide): void {
  if (holds(caller, accountCodes.viewAs[side])) return;
  throw new Refusal(seesSide(caller, side) ? 'forbidden' : 'notFound');
}

type Reason<C extends AccessCheck> = (typeof accessReasons)[C][number];

/** One step of an explanation. Being signed in says nothing about the right, so it only informs. */
export const step = <C extends AccessCheck>(check: C, passed: boolean, reason: Reason<C>): AccessStep => ({
  check,
  passed,
  reason,
  informs: check === 'SESSION',
});

/** Through what an account holds one of several codes. */
export function holdingOf(
  roleType: number,
  held: readonly string[],
  wanted: readonly string[],
): Holding | null {
  if (roleType === 1) return 'SUPER_ADMIN';
  if (held.includes(everything)) return 'EVERYTHING';
  return wanted.some((code) => held.includes(code)) ? 'ROLE' : null;
}

/** What the permission check of an action says of an account. */
export function permissionStep(
  allow: Call['allow'],
  account: { roleType: number; roleId: string | null; held: readonly string[] },
): AccessStep {
  if (allow === 'everyone') return step('PERMISSION', true, 'PUBLIC');
  if (allow === 'signedIn') return step('PERMISSION', true, 'ANYBODY');
  if (account.roleType === 1) return step('PERMISSION', true, 'SUPER_ADMIN');
  if (allow === 'superAdmin') return step('PERMISSION', false, 'SUPER_ADMIN_ONLY');
  const holding = holdingOf(account.roleType, account.held, [allow].flat());
  if (holding) return step('PERMISSION', true, holding);
  return step('PERMISSION', false, account.roleId === null ? 'NO_ROLE' : 'NOT_IN_ROLE');
}

/** What the fence says of an account and the company of a record. */
export function scopeStep(account: { companyId: string; scope: Scope }, target: { id: string }): AccessStep {
  const { companyId, scope } = account;
  if (scope === '*') return step('FENCE', true, 'ALL');
  if (!scope.includes(target.id)) return step('FENCE', false, 'OUTSIDE');
  if (target.id === companyId) return step('FENCE', true, 'OWN');
  // Who sees others without the own company sees them because they are linked.
  return step('FENCE', true, scope.includes(companyId) ? 'BELOW' : 'LINKED');
}

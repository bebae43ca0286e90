import { accountCodes, everything, roleTypes, sideOf, type AccountAct } from '@sweepline/contract';
import { hasPermission, type Account } from '../../../platform/calls/ctx.ts';

/** The kind of an account and the codes of its role. */
export interface Rights {
  roleType: 1 | 2 | 3;
  permissionCodes: readonly string[];
}

/** The code that allows an act on accounts of such a company. */
export const codeOf = (act: keyof typeof accountCodes, companyType: number) =>
  accountCodes[act][sideOf(companyType)];

/**
 * Whether the target's rights are more than the caller's own. Without this check a caller could create a stronger
 * account, or take one over by resetting its password.
 */
export function exceeds(own: Rights, target: Rights): boolean {
  if (own.roleType === roleTypes.superAdmin) return false;
  if (target.roleType < own.roleType) return true;
  const ownCodes = new Set(own.permissionCodes);
  return !ownCodes.has(everything) && target.permissionCodes.some((code) => !ownCodes.has(code));
}

/**
 * The role types that a caller may grant in such a company: never above their own, super admins only in the provider.
 */
export const grantableTypes = (own: Rights, companyType: number): (1 | 2 | 3)[] =>
  ([1, 2, 3] as const).filter(
    (type) => type >= own.roleType && (type !== roleTypes.superAdmin || sideOf(companyType) === 'INTERNAL'),
  );

/** Sales and technical support exist only in the provider, maintenance in every company. */
export const staffKindsOf = (companyType: number) =>
  sideOf(companyType) === 'INTERNAL'
    ? (['MEMBER', 'SALES', 'FAE', 'MAINTENANCE'] as const)
    : (['MEMBER', 'MAINTENANCE'] as const);

export interface Target extends Rights {
  id: string;
  companyId: string;
  companyType: number;
  mustChangePassword: boolean;
}

/** The acts that the caller may do on an account. Pages offer these, and the calls refuse all others. */
export function actsOn(caller: Account, own: Rights, target: Target): AccountAct[] {
  if (exceeds(own, target)) return [];
  const may = (act: keyof typeof accountCodes) => hasPermission(caller, codeOf(act, target.companyType));
  const others: AccountAct[] = [
    ...(may('disable') ? ['disable' as const, 'signOut' as const] : []),
    ...(may('delete') ? ['delete' as const] : []),
    ...(may('create') && target.mustChangePassword ? ['init' as const] : []),
    ...(may('reset') ? ['reset' as const] : []),
    ...(may('viewAs') ? ['viewAs' as const] : []),
    ...(may('approver') && target.companyId === caller.companyId ? ['approver' as const] : []),
  ];
  // Disabling or resetting the own account is excluded: it would lock the caller out. The own password is changed
  // instead.
  return [...(may('update') ? ['update' as const] : []), ...(target.id === caller.id ? [] : others)];
}

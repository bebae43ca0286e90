import {
  accountCodes,
  companyTypes,
  everything,
  roleTypes,
  type AccountAct,
  type AccountSide,
} from '@sweepline/contract';
import { holds, type Account } from '../../platform/calls/ctx.ts';

/** What an account may do: its kind, and the codes its role grants. */
export interface Rights {
  roleType: 1 | 2 | 3;
  held: readonly string[];
}

/** The provider's own accounts are internal, all others outer. */
const sideOf = (companyType: number): AccountSide =>
  companyType === companyTypes.provider ? 'INTERNAL' : 'OUTER';

/** The code that allows an act on accounts of such a company. */
export const codeOf = (act: keyof typeof accountCodes, companyType: number) =>
  accountCodes[act][sideOf(companyType)];

/**
 * Whether these rights are more than somebody's own. Who holds more could otherwise be made by who holds less, or be taken over
 * by giving them a new password.
 */
export function exceeds(own: Rights, wanted: Rights): boolean {
  if (own.roleType === roleTypes.superAdmin) return false;
  if (wanted.roleType < own.roleType) return true;
  const held = new Set(own.held);
  return !held.has(everything) && wanted.held.some((code) => !held.has(code));
}

/** The role types somebody may give in such a company: never above their own, super admins only in the provider. */
export const grantableTypes = (own: Rights, companyType: number): (1 | 2 | 3)[] =>
  ([1, 2, 3] as const).filter(
    (type) => type >= own.roleType && (type !== roleTypes.superAdmin || sideOf(companyType) === 'INTERNAL'),
  );

/** Sales and technical support are the provider's people; whoever maintains may be anywhere. */
export const staffKindsOf = (companyType: number) =>
  sideOf(companyType) === 'INTERNAL'
    ? (['MEMBER', 'SALES', 'FAE', 'MAINTENANCE'] as const)
    : (['MEMBER', 'MAINTENANCE'] as const);

export interface Target extends Rights {
  id: string;
  companyType: number;
  mustChangePassword: boolean;
}

/** What the caller may do with an account: what a page offers, and what the calls refuse otherwise. */
export function actsOn(caller: Account, own: Rights, target: Target): AccountAct[] {
  if (exceeds(own, target)) return [];
  const may = (act: keyof typeof accountCodes) => holds(caller, codeOf(act, target.companyType));
  const others: AccountAct[] = [
    ...(may('disable') ? ['disable' as const] : []),
    ...(may('delete') ? ['delete' as const] : []),
    ...(may('create') && target.mustChangePassword ? ['init' as const] : []),
    ...(may('reset') ? ['reset' as const] : []),
    ...(may('viewAs') ? ['viewAs' as const] : []),
  ];
  // Nobody locks themselves out, and one's own password is changed, not reset.
  return [...(may('update') ? ['update' as const] : []), ...(target.id === caller.id ? [] : others)];
}

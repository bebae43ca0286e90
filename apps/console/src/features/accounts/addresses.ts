import type { AccountSide } from '@sweepline/contract';

/** The provider's accounts and roles stand on the internal pages, all others on the outer ones. */
export const sideOf = (companyType: number): AccountSide => (companyType === 0 ? 'INTERNAL' : 'OUTER');

const roles: Record<AccountSide, string> = {
  INTERNAL: '/userManage/roleList',
  OUTER: '/outerUserManage/roleList',
};
export const roleAt = (side: AccountSide, id: string) => `${roles[side]}?id=${id}`;
export const newRoleAt = (side: AccountSide) => roleAt(side, 'new');

/** What somebody did, in the audit trail. */
export const actionsOf = (accountId: string) => `/logManage/audit?accountId=${accountId}`;

/** Why an account may do something or may not. */
export const accessAt = (side: AccountSide, accountId: string) =>
  `${side === 'INTERNAL' ? '/userManage' : '/outerUserManage'}/access?account=${accountId}`;

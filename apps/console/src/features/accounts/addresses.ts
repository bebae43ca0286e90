import type { AccountSide } from '@sweepline/contract';

/** The provider's accounts and roles are on the internal pages, all others on the outer pages. */
export const sideOf = (companyType: number): AccountSide => (companyType === 0 ? 'INTERNAL' : 'OUTER');

const roles: Record<AccountSide, string> = {
  INTERNAL: '/userManage/roleList',
  OUTER: '/outerUserManage/roleList',
};
export const roleAt = (side: AccountSide, id: string) => `${roles[side]}?id=${id}`;
export const newRoleAt = (side: AccountSide) => roleAt(side, 'new');

/** The audit trail of one account. */
export const actionsOf = (accountId: string) => `/logManage/audit?accountId=${accountId}`;

/** The access page for one account. */
export const accessAt = (side: AccountSide, accountId: string) =>
  `${side === 'INTERNAL' ? '/userManage' : '/outerUserManage'}/access?account=${accountId}`;

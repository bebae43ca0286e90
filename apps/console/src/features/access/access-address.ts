import type { AccountSide } from '@sweepline/contract';

export const sideOf = (companyType: number): AccountSide => (companyType === 0 ? 'INTERNAL' : 'OUTER');

export const addresses: Record<AccountSide, { accounts: string; roles: string }> = {
  INTERNAL: { accounts: '/userManage/userList', roles: '/userManage/roleList' },
  OUTER: { accounts: '/outerUserManage/userList', roles: '/outerUserManage/roleList' },
};

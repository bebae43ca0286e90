import type { AccountSide } from '@sweepline/contract';

const lists: Record<AccountSide, string> = {
  INTERNAL: '/userManage/roleList',
  OUTER: '/outerUserManage/roleList',
};
const single: Record<AccountSide, string> = {
  INTERNAL: '/userManage/role',
  OUTER: '/outerUserManage/role',
};
const access: Record<AccountSide, string> = {
  INTERNAL: '/userManage/access',
  OUTER: '/outerUserManage/access',
};
const accounts: Record<AccountSide, string> = {
  INTERNAL: '/userManage/userList',
  OUTER: '/outerUserManage/userList',
};

export const sideOf = (companyType: number): AccountSide => (companyType === 0 ? 'INTERNAL' : 'OUTER');

export const roleListAt = (side: AccountSide) => lists[side];
export const roleAt = (side: AccountSide, id: string) => `${single[side]}?id=${id}`;
export const newRoleAt = (side: AccountSide, from?: string) =>
  `${single[side]}?id=new${from ? `&from=${from}` : ''}`;
export const copiesAt = (side: AccountSide, id: string) => `${single[side]}?copies=${id}`;
export const compareAt = (side: AccountSide, leftId: string, rightId: string) =>
  `${single[side]}?compare=${leftId}&with=${rightId}`;
export const accessAt = (side: AccountSide) => access[side];
export const holdersAt = (side: AccountSide, roleId: string) => `${accounts[side]}?roleId=${roleId}`;

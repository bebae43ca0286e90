import { pages, type AccountSide } from '@sweepline/contract';

const lists = { INTERNAL: pages.roles, OUTER: pages.outerRoles };
const single = { INTERNAL: pages.role, OUTER: pages.outerRole };
const access = { INTERNAL: pages.access, OUTER: pages.outerAccess };
const accounts = { INTERNAL: pages.accounts, OUTER: pages.outerAccounts };

export const roleListAt = (side: AccountSide) => lists[side]();
export const roleAt = (side: AccountSide, id: string) => single[side]({ id });
export const newRoleAt = (side: AccountSide, from?: string) => single[side]({ id: 'new', from });
export const copiesAt = (side: AccountSide, copies: string) => single[side]({ copies });
export const compareAt = (side: AccountSide, leftId: string, rightId: string) =>
  single[side]({ compare: leftId, with: rightId });
export const accessAt = (side: AccountSide) => access[side]();
export const holdersAt = (side: AccountSide, roleId: string) => accounts[side]({ roleId });

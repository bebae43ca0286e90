import { pages, type AccountSide } from '@sweepline/contract';

export const sideOf = (companyType: number): AccountSide => (companyType === 0 ? 'INTERNAL' : 'OUTER');

/** The lists of accounts and roles of a side. */
export const sidePages = {
  INTERNAL: { accounts: pages.accounts, roles: pages.roles },
  OUTER: { accounts: pages.outerAccounts, roles: pages.outerRoles },
};

import { pages } from '@sweepline/contract';

/** The lists of accounts and roles of a side. */
export const sidePages = {
  INTERNAL: { accounts: pages.accounts, roles: pages.roles },
  OUTER: { accounts: pages.outerAccounts, roles: pages.outerRoles },
};

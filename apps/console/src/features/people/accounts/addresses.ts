import { pages, type AccountSide } from '@sweepline/contract';

const roles = { INTERNAL: pages.roles, OUTER: pages.outerRoles };
const access = { INTERNAL: pages.access, OUTER: pages.outerAccess };
export const roleAt = (side: AccountSide, id: string) => roles[side]({ id });
export const newRoleAt = (side: AccountSide) => roleAt(side, 'new');

/** The audit trail of one account. */
export const actionsOf = (accountId: string) => pages.audit({ accountId });

/** The access page for one account. */
export const accessAt = (side: AccountSide, account: string) => access[side]({ account });

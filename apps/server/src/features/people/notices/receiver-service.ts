import { everything, permissions, type Telling } from '@sweepline/contract';
import { and, eq, or } from 'drizzle-orm';
import { accountById, type AccountWithRole } from '../../../entities/people/account-service.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { idsOf } from '../../../entities/people/company-rules.ts';
import { isFrozen, linkOf } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';

/** Alarms are visible to those who may list devices, too. */
const codesOf = (permission: string): string[] =>
  permission === permissions.alarmList ? [permission, permissions.deviceList] : [permission];

const hasRight = ({ account, permissionCodes }: AccountWithRole, permission: string) =>
  account.roleType === 1 ||
  [everything, ...codesOf(permission)].some((code) => (permissionCodes ?? []).includes(code));

/** Whether a company is in the tenant scope of an account; `path` is the company's. */
async function sees(tx: Tx, { account, company }: AccountWithRole, path: string): Promise<boolean> {
  const ids = idsOf(path);
  const link = company.type === 0 ? linkOf(account) : undefined;
  if (!link) return ids.includes(company.id);
  const linked = await tx
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies[link], account.id), inValues(companies.id, ids)))
    .limit(1);
  return linked.length > 0;
}

/**
 * The account if it may be told about a company's robots now: it can sign in, has the permission, and the company is in its tenant
 * scope. It is read when something is sent, so a person who lost a right or moved hears nothing from that moment.
 */
export async function receiverOf(
  tx: Tx,
  accountId: string,
  companyId: string,
  permission: string,
): Promise<AccountWithRole | undefined> {
  const receiver = await accountById(tx, accountId);
  if (!receiver || !hasRight(receiver, permission)) return undefined;
  const [company] = await tx
    .select({ path: companies.path })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company || !(await sees(tx, receiver, company.path))) return undefined;
  const isBlocked = receiver.account.disabled || (await isFrozen(tx, receiver.company.path));
  return isBlocked ? undefined : receiver;
}

/** The chosen receivers of a telling who may be told about a company's robots now. */
export async function receiversOf(
  tx: Tx,
  { accountIds, roleIds }: Pick<Telling, 'accountIds' | 'roleIds'>,
  companyId: string,
  permission: string = permissions.deviceList,
): Promise<AccountWithRole[]> {
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(or(inValues(accounts.id, accountIds), inValues(accounts.roleId, roleIds)))
    .orderBy(accounts.id);
  const receivers: AccountWithRole[] = [];
  for (const { id } of rows) {
    const receiver = await receiverOf(tx, id, companyId, permission);
    if (receiver) receivers.push(receiver);
  }
  return receivers;
}

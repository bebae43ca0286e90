import { permissions } from '@sweepline/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { accounts } from '../../../entities/people/account-table.ts';
import { idsOf } from '../../../entities/people/company-rules.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { WorkOrderRow } from '../../../entities/service/work-order-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import { receiverOf } from '../../people/notices/receiver-service.ts';

interface Receiver {
  id: string;
  companyId: string;
}

/** Accounts of the order's company and of those above, the nearest company first. */
async function accountsAbove(tx: Tx, companyId: string): Promise<Receiver[]> {
  const [company] = await tx
    .select({ path: companies.path })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company) return [];
  return await tx
    .select({ id: accounts.id, companyId: accounts.companyId })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .where(and(inValues(accounts.companyId, idsOf(company.path)), eq(accounts.disabled, false)))
    .orderBy(desc(sql`length(${companies.path})`), accounts.id);
}

/**
 * Who is reminded of an order: its assignee, or else those who may dispatch orders in its company, or in the nearest company above that
 * has such people.
 */
export async function reminderReceivers(tx: Tx, order: WorkOrderRow): Promise<Receiver[]> {
  const { companyId, assigneeId } = order;
  const assignee =
    assigneeId === null ? undefined : await receiverOf(tx, assigneeId, companyId, permissions.workOrders);
  if (assignee) return [assignee.account];
  const found: Receiver[] = [];
  for (const account of await accountsAbove(tx, companyId)) {
    if (found.length > 0 && found[0]!.companyId !== account.companyId) break;
    if (await receiverOf(tx, account.id, companyId, permissions.orderDispatch)) found.push(account);
  }
  return found;
}

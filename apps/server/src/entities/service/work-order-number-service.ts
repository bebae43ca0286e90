import { workOrderNumber } from '@sweepline/contract';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { companies } from '../people/company-table.ts';
import { workOrders, type WorkOrderRow } from './work-order-table.ts';

/** The code of the company of an order, as a column of a query that joins the orders; null without an order. */
export const companyCodeOfOrder = sql<string | null>`(select c.code from ${companies} c
  where c.id = ${workOrders.companyId})`;

/** What names an order. The transaction must see its company. */
export async function orderIdentityOf(
  db: Tx,
  { id, number, companyId }: Pick<WorkOrderRow, 'id' | 'number' | 'companyId'>,
): Promise<{ id: string; number: string; companyCode: string }> {
  const [company] = await db
    .select({ code: companies.code })
    .from(companies)
    .where(eq(companies.id, companyId));
  return { id, number, companyCode: company!.code };
}

/** The number with the code of the company, for what leaves the page: notices, mails, files and texts of orders. */
export const fullOrderNumber = async (
  db: Tx,
  order: Pick<WorkOrderRow, 'id' | 'number' | 'companyId'>,
): Promise<string> => workOrderNumber(await orderIdentityOf(db, order));

/** SQL: the order has this number. A code that its company had before finds it too: mails and papers still name it. */
export const hasOrderNumber = ({
  number,
  companyCode,
}: {
  number: string;
  companyCode: string | null;
}): SQL | undefined =>
  and(
    eq(workOrders.number, number),
    companyCode === null
      ? undefined
      : sql`${workOrders.companyId} in (select c.id from ${companies} c
          where c.code = ${companyCode} or ${companyCode} = any(c.former_codes))`,
  );

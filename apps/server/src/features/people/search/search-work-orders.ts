import { maxSearchHits, parseWorkOrderNumber } from '@sweepline/contract';
import { and, desc, eq, inArray, ne, or } from 'drizzle-orm';
import { companies } from '../../../entities/people/company-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import type { Candidates } from './search-candidates.ts';
import { hasOrderNumber } from '../../../entities/service/work-order-number-service.ts';

/** Work orders of this number, in one company if its code stands in front, and the last open ones of the robots that match. */
export async function findWorkOrders(db: Tx, text: string, robots: Candidates | undefined) {
  const named = parseWorkOrderNumber(text);
  if (named === undefined && robots === undefined) return [];
  const rows = await db
    .select({
      id: workOrders.id,
      number: workOrders.number,
      companyCode: companies.code,
      name: workOrders.name,
      state: workOrders.state,
      // As the order stores them: its robot may have been sold since.
      device: { nickname: workOrders.deviceName, sn: workOrders.deviceSn },
      companyName: companies.name,
    })
    .from(workOrders)
    .innerJoin(companies, eq(companies.id, workOrders.companyId))
    .where(
      and(
        visible(db, workOrders),
        or(
          named && hasOrderNumber(named),
          robots && and(inArray(workOrders.deviceId, [...robots.ids]), ne(workOrders.state, 'RESOLVED')),
        ),
      ),
    )
    .orderBy(desc(workOrders.submittedAt), workOrders.id)
    .limit(maxSearchHits);
  return rows.map((row) => ({ ...row, similar: row.number !== named?.number && (robots?.similar ?? false) }));
}

import { maxSearchHits } from '@sweepline/contract';
import { and, desc, eq, inArray, ne, or } from 'drizzle-orm';
import { companies } from '../../entities/people/company-table.ts';
import { workOrders } from '../../entities/work/work-order-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { visible } from '../../platform/db/page.ts';
import type { Candidates } from './search-candidates.ts';

const numberOf = /^(?:(?<year>\d{4})\s*-\s*)(?<count>\d{1,6})$/;

/** The number in a text, with the zeros that people leave out: 2026-41 is 2026-000041. */
function workOrderNumber(text: string): string | undefined {
  const { year, count } = numberOf.exec(text.trim())?.groups ?? {};
  return year && count && `${year}-${count.padStart(6, '0')}`;
}

/** Work orders of this number, which each company counts for itself, and the last open ones of the robots that match. */
export async function findWorkOrders(db: Tx, text: string, robots: Candidates | undefined) {
  const number = workOrderNumber(text);
  if (number === undefined && robots === undefined) return [];
  const rows = await db
    .select({
      id: workOrders.id,
      number: workOrders.number,
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
          number === undefined ? undefined : eq(workOrders.number, number),
          robots && and(inArray(workOrders.deviceId, [...robots.ids]), ne(workOrders.state, 'RESOLVED')),
        ),
      ),
    )
    .orderBy(desc(workOrders.submittedAt), workOrders.id)
    .limit(maxSearchHits);
  return rows.map((row) => ({ ...row, similar: row.number !== number && (robots?.similar ?? false) }));
}

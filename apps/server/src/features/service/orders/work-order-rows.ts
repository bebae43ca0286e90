import type { WorkOrder, WorkOrderPerson } from '@sweepline/contract';
import { desc, eq, sql, type SQL } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { nameSeenBy, readerValues } from '../../../entities/people/account-names.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { workOrderPictures } from '../../../entities/service/work-order-event-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { paginateTable, type Draft, type PageInput } from '../../../platform/db/paginate.ts';

const pictureCount = sql<number>`(select count(*)::int from ${workOrderPictures} p where p.order_id = ${workOrders.id})`;
/** Null as soon as the robot belongs to another company: the reader could not open its page. */
const deviceHere = sql<string | null>`(select d.id from ${devices} d
  where d.id = ${workOrders.deviceId} and d.company_id = ${workOrders.companyId})`;

/** Orders with the names that the account in the placeholder `reader` sees. */
const orderRows = (db: Draft, from = workOrders) =>
  db
    .select({
      order: workOrders,
      companyName: companies.name,
      companyCode: companies.code,
      site: { name: sites.name, timezone: sites.timezone },
      publisher: nameSeenBy(workOrders.publisherId),
      assignee: nameSeenBy(workOrders.assigneeId),
      deviceHere,
      pictureCount,
    })
    .from(from)
    .leftJoin(companies, eq(companies.id, workOrders.companyId))
    .leftJoin(sites, eq(sites.id, workOrders.siteId))
    .$dynamic();
type Row = Awaited<ReturnType<typeof orderRows>>[number];

/** Whether the service level was missed, or is missed at this moment. */
function isLate({ order }: Row, now: Date): boolean {
  const { respondBy, respondedAt, resolveBy, state, respondedLate, resolvedLate, resolveLeftMs } = order;
  const past = (moment: string | null) => moment !== null && Date.parse(moment) < now.getTime();
  return (
    respondedLate === 1 ||
    resolvedLate === 1 ||
    (respondedAt === null && past(respondBy)) ||
    (state !== 'RESOLVED' && (past(resolveBy) || (resolveLeftMs ?? 0) < 0))
  );
}

function entryOf(row: Row, readerId: string, now: Date): WorkOrder {
  const { order } = row;
  const person = (id: string | null, name: string | null): WorkOrderPerson | null =>
    id === null ? null : { name, mine: id === readerId };
  const { siteId, assigneeId, appointmentFrom, appointmentUntil, waitingFor, waitingSince } = order;
  const hasDevice = order.deviceSn !== '';
  return {
    ...order,
    companyName: row.companyName ?? '',
    companyCode: row.companyCode ?? '',
    site: siteId !== null && row.site ? { id: siteId, ...row.site } : null,
    device: hasDevice
      ? { id: row.deviceHere, sn: order.deviceSn, name: order.deviceName, model: order.deviceModel }
      : null,
    alarm:
      order.alarmId !== null && order.alarmCode !== null
        ? { id: order.alarmId, code: order.alarmCode }
        : null,
    publisher: person(order.publisherId, row.publisher),
    assignee:
      assigneeId === null ? null : { id: assigneeId, name: row.assignee, mine: assigneeId === readerId },
    contactNumber: order.assigneeNumber === '' ? null : order.assigneeNumber,
    appointment:
      appointmentFrom !== null && appointmentUntil !== null
        ? { from: appointmentFrom, until: appointmentUntil }
        : null,
    waiting: waitingFor !== null && waitingSince !== null ? { for: waitingFor, since: waitingSince } : null,
    pictureCount: row.pictureCount,
    isLate: isLate(row, now),
  };
}

const newestFirst = [desc(workOrders.submittedAt), desc(workOrders.id)];

/** One page of the orders that match a condition, as the caller sees them, with their rows. */
export async function readWorkOrders(
  { db, account, now }: Pick<Ctx, 'db' | 'account' | 'now'>,
  where: SQL | undefined,
  input: PageInput,
  order: readonly SQL[] = newestFirst,
): Promise<{ list: WorkOrder[]; total: number }> {
  const { list, total } = await paginateTable(db, {
    table: workOrders,
    rows: orderRows,
    where,
    input,
    orderBy: order,
    values: readerValues(db, account.id),
  });
  return { total, list: list.map((row) => entryOf(row, account.id, now())) };
}

import { dueSoonDays, type DueState, type MaintenanceDue } from '@sweepline/contract';
import { and, asc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, visible } from '../../../platform/db/page.ts';
import { paginate, type PageInput } from '../../../platform/db/paginate.ts';
import { dueStateOf } from './due-rules.ts';
import { maintenanceDues } from './maintenance-plan-table.ts';
import { companyCodeOfOrder } from '../../../entities/service/work-order-number-service.ts';

const rowsOf = (db: Tx) =>
  db
    .select({
      due: maintenanceDues,
      device: { id: devices.id, nickname: devices.nickname, sn: devices.sn, model: devices.model },
      site: { id: sites.id, name: sites.name },
      companyName: companies.name,
      orderNumber: workOrders.number,
      companyCode: companyCodeOfOrder,
    })
    .from(maintenanceDues)
    .innerJoin(devices, eq(devices.id, maintenanceDues.deviceId))
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .leftJoin(companies, eq(companies.id, maintenanceDues.companyId))
    .leftJoin(workOrders, eq(workOrders.id, maintenanceDues.orderId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

/** Null where the reader does not see the order. */
export const orderOf = (
  id: string | null,
  { orderNumber: number, companyCode }: Pick<Row, 'orderNumber' | 'companyCode'>,
): MaintenanceDue['order'] =>
  id !== null && number !== null && companyCode !== null ? { id, number, companyCode } : null;

const entryOf = ({ due, device, site, companyName, ...row }: Row, now: Date): MaintenanceDue => ({
  id: due.id,
  planId: due.planId,
  planName: due.planName,
  device: { id: device.id, name: device.nickname || device.sn, sn: device.sn, model: device.model },
  site,
  companyName: companyName ?? '',
  state: dueStateOf(due.dueAt, due.leadDays, now),
  dueAt: due.dueAt,
  reason: due.reason,
  since: due.since,
  checkedAt: due.checkedAt,
  order: orderOf(due.orderId, row),
});

/** SQL: the state of a row; the same rule as `dueStateOf`. */
const inState = (state: DueState, at: string): SQL => {
  const { dueAt, leadDays } = maintenanceDues;
  const soon = sql`${at}::timestamptz + make_interval(days => greatest(${leadDays}, ${dueSoonDays}::int))`;
  if (state === 'UNKNOWN') return sql`${dueAt} is null`;
  if (state === 'OVERDUE') return sql`${dueAt} <= ${at}`;
  return state === 'SOON' ? sql`(${dueAt} > ${at} and ${dueAt} <= ${soon})` : sql`${dueAt} > ${soon}`;
};

/** SQL: the row is in one of these states. */
export const inStates = (states: readonly DueState[] | undefined, now: Date): SQL | undefined =>
  states?.length
    ? sql`(${sql.join(
        states.map((state) => inState(state, now.toISOString())),
        sql` or `,
      )})`
    : undefined;

export interface DueFilter {
  planId?: string | undefined;
  deviceId?: string | undefined;
  siteId?: string | undefined;
  companyId?: string | undefined;
  state?: DueState[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Robots of plans that are not paused, the earliest due first. */
export async function listDues({ db, now }: Pick<Ctx, 'db' | 'now'>, input: DueFilter & PageInput) {
  const { planId, deviceId, siteId, companyId, state, from, to } = input;
  const ofSite = siteId
    ? sql`${maintenanceDues.deviceId} in (select v.id from ${devices} v where v.site_id = ${siteId})`
    : undefined;
  const where = and(
    visible(db, maintenanceDues),
    eq(maintenanceDues.active, true),
    planId ? eq(maintenanceDues.planId, planId) : undefined,
    deviceId ? eq(maintenanceDues.deviceId, deviceId) : undefined,
    companyId ? eq(maintenanceDues.companyId, companyId) : undefined,
    ofSite,
    inStates(state, now()),
    from ? gte(maintenanceDues.dueAt, from) : undefined,
    to ? lt(maintenanceDues.dueAt, to) : undefined,
  );
  const rows = rowsOf(db)
    .where(where)
    .orderBy(sql`${maintenanceDues.dueAt} asc nulls last`, asc(maintenanceDues.id));
  const { list, total } = await paginate(input, rows, counted(db, maintenanceDues, where));
  return { total, list: list.map((row) => entryOf(row, now())) };
}

export async function readDue({ db, now }: Pick<Ctx, 'db' | 'now'>, id: string): Promise<MaintenanceDue> {
  const [row] = await rowsOf(db).where(and(eq(maintenanceDues.id, id), visible(db, maintenanceDues)));
  if (!row) throw new Refusal('notFound');
  return entryOf(row, now());
}

import type { deviceStockCalls, Input } from '@sweepline/contract';
import { and, asc, eq, getTableColumns, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, visible, inValues } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { foundDevices } from '../../devices/devices/device-search-service.ts';
import { warrantyEnd, warrantyIs } from '../../devices/devices/warranty/warranty-service.ts';
import { devices, isCountedDevice } from '../../../entities/devices/device-table.ts';
import { paginateTable, type Draft } from '../../../platform/db/paginate.ts';
import { resales } from './resale-table.ts';

type ListInput = Input<(typeof deviceStockCalls)['list']>;
export type StockFilters = Omit<ListInput, 'page' | 'pageSize' | 'enablePage' | 'sort'>;

/** The filter of the list. Devices with a void serial number are listed only on request. */
const stockFilter = ({ db, now }: Ctx, input: StockFilters): SQL | undefined =>
  and(
    visible(db, devices),
    input.binding ? eq(devices.binding, input.binding) : isCountedDevice,
    input.keyword
      ? or(ilike(devices.nickname, contains(input.keyword)), ilike(devices.sn, contains(input.keyword)))
      : undefined,
    input.model && input.model.length > 0 ? inValues(devices.model, input.model) : undefined,
    input.inventory ? eq(devices.inventory, input.inventory) : undefined,
    input.useStatus ? eq(devices.useStatus, input.useStatus) : undefined,
    input.usageType ? eq(devices.usageType, input.usageType) : undefined,
    input.companyId ? eq(devices.companyId, input.companyId) : undefined,
    warrantyIs(input.warranty, now()),
    input.offered === undefined
      ? undefined
      : sql`${resales.id} is ${sql.raw(input.offered ? 'not null' : 'null')}`,
  );

const sortable = {
  nickname: devices.nickname,
  sn: devices.sn,
  inventoryAt: devices.inventoryAt,
  usableUntil: devices.usableUntil,
  warrantyEnd,
};

const { secretHash: _secretHash, formerSecretHash: _former, ...publicColumns } = getTableColumns(devices);

/** Devices with their company and their open offer. */
const stockRows = (db: Draft, from = devices) =>
  db
    .select({
      device: publicColumns,
      companyName: companies.name,
      offer: {
        id: resales.id,
        companyName: resales.companyName,
        by: resales.offeredBy,
        at: resales.offeredAt,
      },
    })
    .from(from)
    .innerJoin(companies, eq(companies.id, devices.companyId))
    .leftJoin(resales, openOffer)
    .$dynamic();
const openOffer = and(eq(resales.deviceId, devices.id), eq(resales.status, 'OFFERED'));

type Row = Awaited<ReturnType<typeof stockRows>>[number];
const rowOf = ({ device, companyName, offer }: Row) => {
  const { warrantyFrom: from, warrantyUntil: until, warrantyExtendedUntil: extendedUntil } = device;
  return { ...device, companyName, offer, warranty: until === null ? null : { from, until, extendedUntil } };
};

/** One page of the stock. */
export async function listStock(ctx: Ctx, input: ListInput) {
  const page = await paginateTable(ctx.db, {
    table: devices,
    joined: sql`left join ${resales} on ${eq(resales.deviceId, devices.id)} and ${resales.status} = 'OFFERED'`,
    rows: stockRows,
    where: and(await foundDevices(ctx.db, input), stockFilter(ctx, input)),
    orderBy: orderBy(sortable, input.sort ?? 'nickname', devices.id),
    input,
  });
  return { ...page, list: page.list.map(rowOf) };
}

/** A batch of the stock after an id, for the streamed export. */
export const readStockAfter = (ctx: Ctx, filters: StockFilters, after: string | null, limit: number) =>
  stockRows(ctx.db)
    .where(and(stockFilter(ctx, filters), after === null ? undefined : sql`${devices.id} > ${after}`))
    .orderBy(asc(devices.id))
    .limit(limit)
    .then((list) => list.map(rowOf));

const countIf = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);

/** The number of visible devices per stock state, and of open offers. */
export async function stockFigures({ db }: Ctx) {
  const isAt = (state: string) => countIf(sql`${devices.inventory} = ${state}`);
  const [row] = await db
    .select({
      IN_STOCK: isAt('IN_STOCK'),
      OUTBOUND: isAt('OUTBOUND'),
      RETURNED: isAt('RETURNED'),
      offered: countIf(sql`${resales.id} is not null`),
    })
    .from(devices)
    .leftJoin(resales, openOffer)
    .where(and(visible(db, devices), isCountedDevice));
  return row!;
}

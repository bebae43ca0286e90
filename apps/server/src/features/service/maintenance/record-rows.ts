import type { Input, MaintenanceRecord, maintenanceRecordCalls } from '@sweepline/contract';
import { and, desc, eq, gte, ilike, inArray, lte, or, sql, type SQL } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { nameSeenBy, readerValues } from '../../../entities/people/account-names.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { maintenanceRecords } from '../../../entities/service/maintenance-record-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { contains, visible } from '../../../platform/db/page.ts';
import { paginateTable, type Draft, type PageInput } from '../../../platform/db/paginate.ts';
import { companyCodeOfOrder } from '../../../entities/service/work-order-number-service.ts';
import { orderOf } from './due-rows.ts';

const recordRows = (db: Draft, from = maintenanceRecords) =>
  db
    .select({
      record: maintenanceRecords,
      device: { id: devices.id, nickname: devices.nickname, sn: devices.sn, model: devices.model },
      site: { id: sites.id, name: sites.name },
      companyName: companies.name,
      orderNumber: workOrders.number,
      companyCode: companyCodeOfOrder,
      by: nameSeenBy(maintenanceRecords.byId),
    })
    .from(from)
    .leftJoin(devices, eq(devices.id, maintenanceRecords.deviceId))
    .leftJoin(sites, eq(sites.id, devices.siteId))
    .leftJoin(companies, eq(companies.id, maintenanceRecords.companyId))
    .leftJoin(workOrders, eq(workOrders.id, maintenanceRecords.orderId))
    .$dynamic();
type Row = Awaited<ReturnType<typeof recordRows>>[number];

const entryOf = (row: Row, readerId: string): MaintenanceRecord => {
  const { record, device, site, companyName } = row;
  return {
    ...record,
    device: {
      id: record.deviceId,
      name: device?.nickname || device?.sn || '',
      sn: device?.sn ?? '',
      model: device?.model ?? '',
    },
    site,
    companyName: companyName ?? '',
    order: orderOf(record.orderId, row),
    by: record.byId === null ? null : { name: row.by, mine: record.byId === readerId },
  };
};

type RecordFilter = Omit<
  Input<(typeof maintenanceRecordCalls)['list']>,
  keyof PageInput | 'sort' | 'enablePage'
>;

/** The condition of a list or an export. */
export function recordFilter({ db }: Pick<Ctx, 'db'>, input: RecordFilter): SQL | undefined {
  const { keyword, type, state, source, companyId, siteId, deviceId, from, to } = input;
  const pattern = keyword ? contains(keyword) : '';
  const ofDevices = (condition: SQL | undefined) =>
    inArray(
      maintenanceRecords.deviceId,
      db
        .select({ id: devices.id })
        .from(devices)
        .where(and(visible(db, devices), condition)),
    );
  const found = keyword
    ? or(
        ilike(maintenanceRecords.content, pattern),
        sql`${maintenanceRecords.parts}::text ilike ${pattern}`,
        ofDevices(or(ilike(devices.nickname, pattern), ilike(devices.sn, pattern))),
      )
    : undefined;
  return and(
    visible(db, maintenanceRecords),
    found,
    type?.length ? inArray(maintenanceRecords.type, type) : undefined,
    state?.length ? inArray(maintenanceRecords.state, state) : undefined,
    source?.length ? inArray(maintenanceRecords.source, source) : undefined,
    companyId ? eq(maintenanceRecords.companyId, companyId) : undefined,
    siteId ? ofDevices(eq(devices.siteId, siteId)) : undefined,
    deviceId ? eq(maintenanceRecords.deviceId, deviceId) : undefined,
    from ? gte(maintenanceRecords.at, from) : undefined,
    to ? lte(maintenanceRecords.at, to) : undefined,
  );
}

const newestFirst = [desc(maintenanceRecords.at), desc(maintenanceRecords.id)];

export async function readRecords(
  { db, account }: Pick<Ctx, 'db' | 'account'>,
  where: SQL | undefined,
  input: PageInput,
  order: readonly SQL[] = newestFirst,
): Promise<{ list: MaintenanceRecord[]; total: number }> {
  const { list, total } = await paginateTable(db, {
    table: maintenanceRecords,
    rows: recordRows,
    where,
    input,
    orderBy: order,
    values: readerValues(db, account.id),
  });
  return { total, list: list.map((row) => entryOf(row, account.id)) };
}

export async function readRecord(ctx: Ctx, id: string): Promise<MaintenanceRecord> {
  const { list } = await readRecords(
    ctx,
    and(eq(maintenanceRecords.id, id), visible(ctx.db, maintenanceRecords)),
    { page: 1, pageSize: 1 },
  );
  if (!list[0]) throw new Refusal('notFound');
  return list[0];
}

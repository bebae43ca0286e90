import { Readable } from 'node:stream';
import {
  maintenanceRecordCalls,
  type Input,
  type MaintenanceRecord,
  csvLine,
  csvMark,
  workOrderNumber,
} from '@sweepline/contract';
import { eq, sql } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { maintenanceRecords } from '../../../entities/service/maintenance-record-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { checkVersion, find } from '../../../platform/db/page.ts';
import { checkExportPeriod } from '../../../platform/documents/export-period.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { readRecord, readRecords, recordFilter } from './record-rows.ts';

type Calls = typeof maintenanceRecordCalls;
const sortable = { at: maintenanceRecords.at, updatedAt: maintenanceRecords.updatedAt };
const maxExported = 20_000;

/** Only planned work lies in the future. */
function checkTime({ now }: Pick<Ctx, 'now'>, { at, state }: { at: string; state: string }): void {
  if (state !== 'PLANNED' && Date.parse(at) > now().getTime()) throw wrongField('at', 'RECORD_IN_FUTURE');
}

async function add(ctx: Ctx, { deviceId, orderId, ...fields }: Input<Calls['add']>) {
  const { db, now, account } = ctx;
  const device = await find(db, devices, deviceId);
  const order = orderId === null ? null : await find(db, workOrders, orderId);
  if (order && order.deviceId !== deviceId) throw wrongField('orderId', 'ORDER_OF_OTHER_ROBOT');
  checkTime(ctx, fields);
  const at = now().toISOString();
  const id = newId();
  await db.insert(maintenanceRecords).values({
    id,
    companyId: device.companyId,
    deviceId,
    orderId,
    source: 'PERSON',
    ...fields,
    byId: account.id,
    createdAt: at,
    updatedAt: at,
    updatedBy: account.username,
  });
  return await readRecord(ctx, id);
}

async function update(ctx: Ctx, { id, version, ...fields }: Input<Calls['update']>) {
  const { db, now, account } = ctx;
  const row = await find(db, maintenanceRecords, id, { lock: true });
  if (row.source !== 'PERSON') throw new Refusal('wrongState');
  checkVersion(row, version);
  checkTime(ctx, fields);
  await db
    .update(maintenanceRecords)
    .set({
      ...fields,
      version: sql`${maintenanceRecords.version} + 1`,
      updatedAt: now().toISOString(),
      updatedBy: account.username,
    })
    .where(eq(maintenanceRecords.id, id));
  return await readRecord(ctx, id);
}

const partText = ({ parts }: MaintenanceRecord) =>
  parts
    .map(({ name, number, quantity }) => `${quantity} × ${[name, number].filter(Boolean).join(' ')}`)
    .join('; ');

/** The columns of the file. Its names are those of the answers of the list. */
const columns: Record<string, (record: MaintenanceRecord) => string | null> = {
  at: ({ at }) => at,
  type: ({ type }) => type,
  state: ({ state }) => state,
  source: ({ source }) => source,
  content: ({ content, details }) => content || Object.values(details).join(' '),
  device: ({ device }) => device.name,
  sn: ({ device }) => device.sn,
  model: ({ device }) => device.model,
  site: ({ site }) => site?.name ?? null,
  company: ({ companyName }) => companyName,
  order: ({ order }) => order && workOrderNumber(order),
  parts: partText,
  by: ({ by }) => by?.name ?? null,
};

async function exportRecords(ctx: Ctx, input: Input<Calls['export']>) {
  checkExportPeriod(input);
  const { list } = await readRecords(ctx, recordFilter(ctx, input), { page: 1, pageSize: maxExported });
  const lines = list.map((record) => csvLine(Object.values(columns).map((cell) => cell(record))));
  return {
    mediaType: 'text/csv; charset=utf-8',
    fileName: `maintenance-records-${ctx.now().toISOString().slice(0, 10)}.csv`,
    open: () => Readable.from([`${csvMark}${csvLine(Object.keys(columns))}`, ...lines]),
  };
}

export const maintenanceRecordAnswers = answer(maintenanceRecordCalls, {
  list: (ctx, input) => {
    const order = orderBy(sortable, input.sort ?? '-at', maintenanceRecords.id);
    return readRecords(ctx, recordFilter(ctx, input), input, order);
  },
  add,
  update,
  export: exportRecords,
});

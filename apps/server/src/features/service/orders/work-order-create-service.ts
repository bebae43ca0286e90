import {
  faultTypeOf,
  topics,
  warrantyEnd,
  warrantyStateAt,
  type FaultType,
  type WorkOrderLevel,
  type WorkOrderOrigin,
  type WorkOrderType,
} from '@sweepline/contract';
import { and, eq, ne, sql } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { workOrderEvents } from '../../../entities/service/work-order-event-table.ts';
import {
  workOrderNumbers,
  workOrders,
  type WorkOrderRow,
} from '../../../entities/service/work-order-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { newOrderClock } from '../levels/order-clock-service.ts';
import { freezeEvidence } from './evidence/evidence-service.ts';
import { rememberAlarm } from './rule/alarm-order-service.ts';

/** What makes an order needs of the server. */
export interface OrderWriter {
  db: Tx;
  bus: Bus;
  now: Clock;
  /** Null for the server itself. */
  by: { id: string; username: string } | null;
}

export interface NewWorkOrder {
  /** Of the robot; needed for an order without one. */
  companyId?: string | undefined;
  deviceId?: string | null;
  /** Without it, the site of the robot. */
  siteId?: string | null;
  alarm?: { id: string; code: string } | null;
  origin: WorkOrderOrigin;
  name: string;
  type: WorkOrderType;
  level: WorkOrderLevel;
  faultType?: FaultType;
  description: string;
  contactName?: string;
  contactNumber?: string;
  planId?: string | null;
  templateId?: string | null;
}

type DeviceRow = typeof devices.$inferSelect;

/** Counts per company and year, so that no company learns from its numbers how many orders others have. */
async function nextNumber(db: Tx, companyId: string, year: number): Promise<string> {
  const [row] = await db
    .insert(workOrderNumbers)
    .values({ companyId, year, last: 1 })
    .onConflictDoUpdate({
      target: [workOrderNumbers.companyId, workOrderNumbers.year],
      set: { last: sql`${workOrderNumbers.last} + 1` },
    })
    .returning();
  return `${year}-${String(row!.last).padStart(6, '0')}`;
}

/**
 * Serialises what opens orders of a robot for an alarm code, until the transaction ends. The unique index would refuse the second of
 * two; the lock lets it find the first.
 */
export const lockAlarmOrders = (db: Tx, deviceId: string, code: string): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext('work order'), hashtext(${`${deviceId} ${code}`}))`);

/** The open order of a robot for an alarm code. */
export async function openOrderOf(db: Tx, deviceId: string, code: string): Promise<WorkOrderRow | undefined> {
  const [row] = await db
    .select()
    .from(workOrders)
    .where(
      and(
        eq(workOrders.deviceId, deviceId),
        eq(workOrders.alarmCode, code),
        ne(workOrders.state, 'RESOLVED'),
        visible(db, workOrders),
      ),
    );
  return row;
}

function warrantyOf(device: DeviceRow | undefined, now: Date) {
  if (!device?.warrantyUntil) return { warranty: null, warrantyUntil: null };
  const warranty = {
    from: device.warrantyFrom,
    until: device.warrantyUntil,
    extendedUntil: device.warrantyExtendedUntil,
  };
  return { warranty: warrantyStateAt(warranty, now), warrantyUntil: warrantyEnd(warranty) };
}

/** The robot as it is when the order is made. */
const deviceColumns = (device: DeviceRow | undefined, now: Date) => ({
  deviceId: device?.id ?? null,
  deviceSn: device?.sn ?? '',
  deviceName: device ? device.nickname || device.sn : '',
  deviceModel: device?.model ?? '',
  ...warrantyOf(device, now),
});

async function findDevice(db: Tx, deviceId: string | null | undefined): Promise<DeviceRow | undefined> {
  if (!deviceId) return undefined;
  // Locked, so that it is not unbound or sold before the order is stored.
  const [device] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.id, deviceId), visible(db, devices)))
    .for('share');
  if (!device) throw new Refusal('notFound');
  return device;
}

/** Pages of others follow after the commit. */
export const publishOrder = (
  { db, bus }: Pick<OrderWriter, 'db' | 'bus'>,
  { id, deviceId, companyId }: Pick<WorkOrderRow, 'id' | 'deviceId' | 'companyId'>,
): void =>
  db.afterCommit(() => bus.publish(topics.workOrders, { changes: [{ id, deviceId }] }, { companyId }));

/**
 * Stores an order. For an alarm code of a robot that has an open order it returns that one; two at once make one order.
 * Refuses an unknown or foreign robot with `notFound`.
 */
export async function createWorkOrder(
  writer: OrderWriter,
  order: NewWorkOrder,
): Promise<{ order: WorkOrderRow; isNew: boolean }> {
  const { db, now, by } = writer;
  const device = await findDevice(db, order.deviceId);
  const companyId = device?.companyId ?? order.companyId;
  if (!companyId) throw new Refusal('notFound');
  const code = order.alarm?.code ?? null;
  if (device && code !== null) {
    await lockAlarmOrders(db, device.id, code);
    const open = await openOrderOf(db, device.id, code);
    if (open) return { order: open, isNew: false };
  }
  const at = now().toISOString();
  const { alarm, deviceId: _device, faultType, companyId: _company, ...columns } = order;
  const siteId = order.siteId ?? device?.siteId ?? null;
  const [row] = await db
    .insert(workOrders)
    .values({
      id: newId(),
      ...columns,
      companyId,
      number: await nextNumber(db, companyId, now().getUTCFullYear()),
      faultType: faultType ?? (code === null ? 'OTHER' : faultTypeOf(code)),
      siteId,
      ...deviceColumns(device, now()),
      alarmId: alarm?.id ?? null,
      alarmCode: code,
      publisherId: by?.id ?? null,
      submittedAt: at,
      updatedAt: at,
      updatedBy: by?.username ?? '',
      ...(await newOrderClock(db, { companyId, siteId, level: order.level, submittedAt: at })),
    })
    .returning();
  const created = row!;
  await db.insert(workOrderEvents).values({
    orderId: created.id,
    companyId,
    kind: 'SUBMITTED',
    at,
    byId: by?.id ?? null,
    text: order.description,
  });
  if (alarm) await rememberAlarm(writer, { id: alarm.id, companyId }, created.id);
  if (device) await freezeEvidence(db, now(), created, device);
  publishOrder(writer, created);
  return { order: created, isNew: true };
}

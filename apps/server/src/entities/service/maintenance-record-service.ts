import type { MaintenanceType, RecordPart, WorkOrderType } from '@sweepline/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { visible } from '../../platform/db/page.ts';
import { maintenanceRecords } from './maintenance-record-table.ts';
import type { WorkOrderRow } from './work-order-table.ts';
import { workOrderParts } from './work-order-work-table.ts';

type NewRecord = typeof maintenanceRecords.$inferInsert;

/** Writes a record of the server. A second one of the same cause changes nothing. */
export const writeRecord = async (
  db: Tx,
  record: Pick<NewRecord, 'companyId' | 'deviceId' | 'at' | 'type' | 'source'> &
    Partial<NewRecord> & { cause: string },
): Promise<void> => {
  const { at } = record;
  await db
    .insert(maintenanceRecords)
    .values({ createdAt: at, updatedAt: at, ...record })
    .onConflictDoNothing({ target: maintenanceRecords.cause });
};

/** The kind of work of an order that no plan made. */
const typeOfOrder: Record<WorkOrderType, MaintenanceType> = {
  FAULT: 'REPAIR',
  MAINTENANCE: 'INSPECTION',
  INSPECTION: 'INSPECTION',
  INSTALLATION: 'CALIBRATION',
  CONSULTATION: 'INSPECTION',
};

type ResolvedOrder = Pick<
  WorkOrderRow,
  | 'id'
  | 'companyId'
  | 'deviceId'
  | 'name'
  | 'type'
  | 'resolution'
  | 'resolutionText'
  | 'resolvedAt'
  | 'resolvedById'
  | 'reopenedCount'
>;

const usedParts = (db: Tx, orderId: string): Promise<RecordPart[]> =>
  db
    .select({ number: workOrderParts.number, name: workOrderParts.name, quantity: workOrderParts.quantity })
    .from(workOrderParts)
    .where(and(eq(workOrderParts.orderId, orderId), visible(db, workOrderParts)))
    .orderBy(asc(workOrderParts.at), asc(workOrderParts.id));

/**
 * The record of an order that was resolved: the planned one of its plan becomes done or skipped, any other order writes one if it
 * repaired something.
 */
export async function recordOrder(db: Tx, order: ResolvedOrder): Promise<void> {
  const { id, companyId, deviceId, resolution, resolvedAt, resolvedById } = order;
  if (deviceId === null || resolvedAt === null) return;
  const isRepaired = resolution === 'FIXED' || resolution === 'WORKAROUND';
  const content = order.resolutionText || order.name;
  const parts = await usedParts(db, id);
  const { orderId, state } = maintenanceRecords;
  const planned = await db
    .update(maintenanceRecords)
    .set({
      at: resolvedAt,
      state: isRepaired || resolution === 'NO_FAULT_FOUND' ? 'DONE' : 'SKIPPED',
      content,
      parts,
      byId: resolvedById,
      updatedAt: resolvedAt,
    })
    .where(and(eq(orderId, id), eq(state, 'PLANNED'), visible(db, maintenanceRecords)))
    .returning({ id: maintenanceRecords.id });
  if (planned.length > 0 || !isRepaired) return;
  await writeRecord(db, {
    companyId,
    deviceId,
    at: resolvedAt,
    type: parts.length > 0 && order.type !== 'FAULT' ? 'REPLACEMENT' : typeOfOrder[order.type],
    source: 'ORDER',
    content,
    parts,
    orderId: id,
    byId: resolvedById,
    // An order that was reopened and resolved again was worked on twice.
    cause: `order:${id}:${order.reopenedCount}`,
  });
}

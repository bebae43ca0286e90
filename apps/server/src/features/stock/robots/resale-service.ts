import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { announceDevice } from '../../devices/identity/credential-service.ts';
import { handOverRows } from '../../../entities/devices/device-rows.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { custodies } from './custody-table.ts';
import { resales } from './resale-table.ts';

type DeviceRow = typeof devices.$inferSelect;

/** The refusal for a device with an open offer, with its receiver and author; undefined without one. */
export async function openResaleOf(db: Tx, deviceId: string): Promise<Refusal | undefined> {
  const [open] = await db
    .select()
    .from(resales)
    .where(and(eq(resales.deviceId, deviceId), eq(resales.status, 'OFFERED')));
  return open && new Refusal('resaleOpen', { words: { company: open.companyName, who: open.offeredBy } });
}

/** Refuses while the device has open work orders: they stay with the company that made them. */
export async function checkOpenOrders(db: Tx, deviceId: string): Promise<void> {
  const [open] = await db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(eq(workOrders.deviceId, deviceId), ne(workOrders.state, 'RESOLVED')))
    .limit(1);
  if (open) throw new Refusal('ordersOpen');
}

/**
 * Moves a device to another company, with the rows that follow it. The caller has locked its row. Tasks of the last
 * owner end, and an open run or work order refuses the move. PostgreSQL records the custody; this function adds the act.
 */
export async function moveToCompany(
  { db, now, account, services }: Ctx,
  { id, version }: DeviceRow,
  to: { id: string; act: 'RESOLD' | 'RETURNED' },
): Promise<void> {
  await asSystem(db, async (all) => {
    const [openRun] = await all
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.deviceId, id), inArray(runs.state, ['WAITING', 'IN_PROGRESS', 'PAUSED'])));
    if (openRun) throw new Refusal('runActive');
    await checkOpenOrders(all, id);
    const stamp = { updatedAt: now().toISOString(), updatedBy: account.username, version: version + 1 };
    await all
      .update(devices)
      .set({ companyId: to.id, siteId: null, groupId: null, ...stamp })
      .where(eq(devices.id, id));
    await handOverRows(all, id, to.id);
    await all
      .update(custodies)
      .set({ act: to.act })
      .where(and(eq(custodies.deviceId, id), isNull(custodies.until)));
  });
  db.afterCommit(() => announceDevice(services.bus, id));
}

import { and, eq, inArray, isNull } from 'drizzle-orm';
import { asSystem } from '../../platform/db/as-system.ts';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { announceDevice } from '../../robots/identity/credential-service.ts';
import { handOverRows } from '../device-binding/device-rows-service.ts';
import { devices } from '../devices/device-table.ts';
import { runs } from '../tasks/run-table.ts';
import { custodies } from './custody-table.ts';
import { resales } from './resale-table.ts';

type DeviceRow = typeof devices.$inferSelect;

/** The refusal that says to whom a device is offered already, and by whom; undefined while it is not. */
export async function openResaleOf(db: Tx, deviceId: string): Promise<Refusal | undefined> {
  const [open] = await db
    .select()
    .from(resales)
    .where(and(eq(resales.deviceId, deviceId), eq(resales.status, 'OFFERED')));
  return open && new Refusal('resaleOpen', { words: { company: open.companyName, who: open.offeredBy } });
}

/**
 * Gives a device to another company, with the rows that go along; the caller holds its row. What the last holder had set up for
 * it ends, and it is refused while it is at work. The chain of custody is kept by PostgreSQL; here it learns by which act.
 */
export async function giveTo(
  { db, now, account, services }: Ctx,
  { id, version }: DeviceRow,
  to: { id: string; act: 'RESOLD' | 'RETURNED' },
): Promise<void> {
  await asSystem(db, async (all) => {
    const [busy] = await all
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.deviceId, id), inArray(runs.state, ['WAITING', 'IN_PROGRESS', 'PAUSED'])));
    if (busy) throw new Refusal('runActive');
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

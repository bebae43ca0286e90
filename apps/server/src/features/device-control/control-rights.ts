import type { DriveRight } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { asSystem } from '../../platform/db/as-system.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal, type Account } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { visible } from '../../platform/db/page.ts';
import { holds } from '../../platform/calls/ctx.ts';
import { permissions } from '@sweepline/contract';
import { devices } from '../devices/device-table.ts';
import { driveRightOf } from './control-service.ts';

/**
 * A device somebody may look at or drive. Who neither sees it in their company nor was given control of it is told that there is
 * no such device, as of one that never was.
 */
export async function wheelOf(
  db: Tx,
  account: Account,
  id: string,
  now: Clock,
): Promise<{ device: typeof devices.$inferSelect; right: DriveRight | null }> {
  const [seen] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.id, id), visible(db, devices)));
  return await asSystem(db, async (all) => {
    const [device] = seen ? [seen] : await all.select().from(devices).where(eq(devices.id, id));
    const right = device ? await driveRightOf(all, account, device, now) : null;
    const looks = seen && holds(account, permissions.deviceList);
    if (!device || (!right && !looks)) throw new Refusal('notFound');
    return { device, right };
  });
}

/** The same, and the right to drive it. */
export async function mustDrive(db: Tx, account: Account, id: string, now: Clock) {
  const { device, right } = await wheelOf(db, account, id, now);
  if (!right) throw new Refusal('forbidden');
  if (device.binding !== 'ACTIVATED') throw new Refusal('deviceFrozen');
  return { device, byRight: right };
}

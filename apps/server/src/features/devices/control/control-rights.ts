import type { DriveRight } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal, type Account } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { hasPermission } from '../../../platform/calls/ctx.ts';
import { permissions } from '@sweepline/contract';
import { devices } from '../../../entities/devices/device-table.ts';
import { driveRightOf } from './control-service.ts';

/**
 * A device that the account may see or drive. Without access in its company and without a share it is answered as
 * missing.
 */
export async function driveAccess(
  db: Tx,
  account: Account,
  id: string,
  now: Clock,
): Promise<{ device: typeof devices.$inferSelect; right: DriveRight | null }> {
  const [visibleDevice] = await db
    .select()
    .from(devices)
    .where(and(eq(devices.id, id), visible(db, devices)));
  return await asSystem(db, async (all) => {
    const [device] = visibleDevice
      ? [visibleDevice]
      : await all.select().from(devices).where(eq(devices.id, id));
    const right = device ? await driveRightOf(all, account, device, now) : null;
    const mayView = visibleDevice && hasPermission(account, permissions.deviceList);
    if (!device || (!right && !mayView)) throw new Refusal('notFound');
    return { device, right };
  });
}

/** Like `driveAccess`, and requires the right to drive. */
export async function requireDrive(db: Tx, account: Account, id: string, now: Clock) {
  const { device, right } = await driveAccess(db, account, id, now);
  if (!right) throw new Refusal('forbidden');
  if (device.binding !== 'ACTIVATED') throw new Refusal('deviceFrozen');
  return { device, byRight: right };
}

/**
 * Like `driveAccess`, and requires what the control password protects: the right to drive, or the permission for shells on the
 * devices that the account sees.
 */
export async function requireControl(db: Tx, account: Account, id: string, now: Clock) {
  const { device, right } = await driveAccess(db, account, id, now);
  const sees = account.scope === '*' || account.scope.includes(device.companyId);
  if (!right && !(sees && hasPermission(account, permissions.deviceShell))) throw new Refusal('forbidden');
  if (device.binding !== 'ACTIVATED') throw new Refusal('deviceFrozen');
  return device;
}

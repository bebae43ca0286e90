import type { deviceStockCalls, Input } from '@sweepline/contract';
import { and, eq, sql } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { announceDevice } from '../../devices/identity/credential-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { actOnEach } from './bulk-device-action-service.ts';
import { moveToCompany, openResaleOf } from './resale-service.ts';
import { mayBecome, mayMoveTo, useStatusAtRenewal } from './stock-rules.ts';

type Calls = typeof deviceStockCalls;
type DeviceRow = typeof devices.$inferSelect;

const stampOf = ({ now, account }: Ctx, { version }: DeviceRow) => ({
  version: version + 1,
  updatedAt: now().toISOString(),
  updatedBy: account.username,
});

/** Whether the caller's company is above the owner of a device. */
async function isAbove({ db, account }: Ctx, holderId: string): Promise<boolean> {
  if (account.companyId === holderId) return false;
  const [row] = await db
    .select({ id: companies.id })
    .from(companies)
    .where(and(eq(companies.id, holderId), sql`${companies.path} like ${`%${account.companyId}/%`}`));
  return row !== undefined;
}

/** Moves devices along the stock states. A return goes to the caller's company if it is above the owner. */
export const moveStock = (ctx: Ctx, { ids, to }: Input<Calls['move']>) =>
  actOnEach(ctx, ids, async (device) => {
    const { db, now, account, services } = ctx;
    if (!mayMoveTo(device.inventory, to) || device.binding === 'VOID') throw new Refusal('wrongState');
    const refusal = await openResaleOf(db, device.id);
    if (refusal) throw refusal;
    const returnedUp = to === 'RETURNED' && (await isAbove(ctx, device.companyId));
    if (returnedUp) await moveToCompany(ctx, device, { id: account.companyId, act: 'RETURNED' });
    const change = { inventory: to, inventoryAt: now().toISOString(), ...stampOf(ctx, device) };
    await asSystem(db, (all) => all.update(devices).set(change).where(eq(devices.id, device.id)));
    db.afterCommit(() => announceDevice(services.bus, device.id));
  });

/** Changes use status, usage type and end of use. Only the provider may change them. */
export function changeStock(ctx: Ctx, { ids, ...change }: Input<Calls['change']>) {
  const { db, account, now, services } = ctx;
  if (account.scope !== '*') throw new Refusal('forbidden');
  const { useStatus, usageType, usableUntil } = change;
  return actOnEach(ctx, ids, async (device) => {
    if (useStatus && useStatus !== device.useStatus && !mayBecome(device.useStatus, useStatus))
      throw new Refusal('wrongState');
    const renewed =
      usableUntil !== undefined && (usableUntil === null || Date.parse(usableUntil) > now().getTime());
    const status = useStatus ?? (renewed ? useStatusAtRenewal(device.useStatus) : device.useStatus);
    await db
      .update(devices)
      .set({
        useStatus: status,
        usageType: usageType ?? device.usageType,
        ...(usableUntil !== undefined && { usableUntil }),
        ...stampOf(ctx, device),
      })
      .where(eq(devices.id, device.id));
    db.afterCommit(() => announceDevice(services.bus, device.id));
  });
}

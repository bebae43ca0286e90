import type { Cleared } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { announceDevice, newCredential } from '../../devices/identity/credential-service.ts';
import { revokeCertificates } from '../../devices/identity/device-certificate-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { bindingCommands, nextBinding, type BindingEvent } from './binding-rules.ts';
import { clearRows, countRows } from '../../../entities/devices/device-rows.ts';
import { unbindings } from '../../../entities/devices/unbinding-table.ts';

export { bindingCommands } from './binding-rules.ts';

export type DeviceRow = typeof devices.$inferSelect;
export type Receipt = typeof unbindings.$inferSelect;

/** The transaction and the dependencies of a change of a binding. */
export interface BindingChange {
  tx: Tx;
  bus: Bus;
  now: Clock;
  by: string;
}

/** Of two concurrent changes the second is refused with the author of the first. */
const refusalOf = ({ binding, bindingBy: who, bindingAt }: DeviceRow): Refusal =>
  bindingCommands[binding] && bindingAt
    ? new Refusal('changedMeanwhile', { words: { who, when: bindingAt } })
    : new Refusal('wrongState');

/** Changes the binding of a locked device by the rules. The gateway is informed after the commit. */
export async function changeBinding(
  { tx, bus, now, by }: BindingChange,
  device: DeviceRow,
  event: BindingEvent,
  columns: Partial<DeviceRow> = {},
): Promise<void> {
  const binding = nextBinding(device.binding, event);
  if (!binding) throw refusalOf(device);
  const at = now().toISOString();
  await tx
    .update(devices)
    .set({
      binding,
      bindingBy: by,
      bindingAt: at,
      bindingCommandId: bindingCommands[binding] ? newId() : null,
      version: device.version + 1,
      updatedAt: at,
      updatedBy: by,
      ...columns,
    })
    .where(eq(devices.id, device.id));
  tx.afterCommit(() => announceDevice(bus, device.id));
}

const unfrozen = { freezeCause: null, freezeReason: '', freezeCompanyId: null } as const;

interface Settlement {
  withoutRobot: boolean;
  /** What the robot says that it deleted. */
  robotCleared?: Record<string, unknown> | null;
}

/** Completes a freeze, unfreeze or unbinding that the robot confirmed, or that is done without the robot. */
export async function settleBinding(
  change: BindingChange,
  device: DeviceRow,
  how: Settlement,
): Promise<Receipt | undefined> {
  const done = bindingCommands[device.binding]?.done;
  if (!done) return undefined;
  // The author is the account that started the change, not the robot that executed it.
  const author = { bindingBy: device.bindingBy, updatedBy: device.bindingBy };
  if (done === 'FROZEN_AT_ROBOT') await changeBinding(change, device, done, author);
  else if (done === 'UNFROZEN_AT_ROBOT')
    await changeBinding(change, device, done, { ...author, ...unfrozen });
  else return await finishUnbinding(change, device, how);
  return undefined;
}

/**
 * Completes an unbinding in one transaction: revokes the credentials, deletes the data of the device, and writes the
 * receipt.
 */
async function finishUnbinding(
  change: BindingChange,
  device: DeviceRow,
  { withoutRobot, robotCleared = null }: Settlement,
): Promise<Receipt> {
  const { tx, now } = change;
  const { id: deviceId, companyId, sn, nickname, bindingBy: by } = device;
  const [cleared, remaining] = await asSystem(tx, async (all) => {
    const { kept: rows } = await countRows(all, deviceId);
    return [await clearRows(all, deviceId), rows] as const;
  });
  await revokeCertificates(tx, now, deviceId);
  await changeBinding(change, device, 'UNBOUND', {
    bindingBy: by,
    updatedBy: by,
    ...unfrozen,
    secretHash: newCredential().secretHash,
    formerSecretHash: device.secretHash,
    activatedAt: null,
    usableUntil: null,
    siteId: null,
    groupId: null,
    tags: [],
    iccid: null,
    softwareVersion: null,
  });
  const own: Cleared[] = [
    { what: 'SITE', count: device.siteId === null ? 0 : 1 },
    { what: 'TAGS', count: device.tags.length },
    { what: 'GROUPS', count: device.groupId === null ? 0 : 1 },
  ];
  const [receipt] = await tx
    .insert(unbindings)
    .values({
      companyId,
      deviceId,
      sn,
      nickname,
      at: now().toISOString(),
      by,
      withoutRobot,
      robotCleared,
      cleared: [...cleared, ...own.filter(({ count }) => count > 0)],
      kept: [...remaining],
    })
    .returning();
  return receipt!;
}

/** Locks the row of a device until the transaction ends, in any tenant scope. */
export async function lockDevice(tx: Tx, deviceId: string): Promise<DeviceRow | undefined> {
  const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId)).for('update');
  return device;
}

import type { Cleared } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { asSystem } from '../../platform/db/as-system.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { announceDevice, newCredential } from '../../robots/identity/credential-service.ts';
import { revokeCertificates } from '../../robots/identity/device-certificate-service.ts';
import { devices } from '../devices/device-table.ts';
import { bindingCommands, nextBinding, type BindingEvent } from './binding-rules.ts';
import { clearRows, countRows } from './device-rows-service.ts';
import { unbindings } from './unbinding-table.ts';

export { bindingCommands } from './binding-rules.ts';

export type DeviceRow = typeof devices.$inferSelect;
export type Receipt = typeof unbindings.$inferSelect;

/** Within whose transaction, and what else the change of a binding needs. */
export interface BindingChange {
  tx: Tx;
  bus: Bus;
  now: Clock;
  by: string;
}

/** Whoever comes second is told who came first. */
const refusalOf = ({ binding, bindingBy: who, bindingAt }: DeviceRow): Refusal =>
  bindingCommands[binding] && bindingAt
    ? new Refusal('changedMeanwhile', { words: { who, when: bindingAt } })
    : new Refusal('wrongState');

/** Moves how a device is bound, by the rules; the caller holds its row. The gateway hears of it after the commit. */
export async function changeBinding(
  { tx, bus, now, by }: BindingChange,
  device: DeviceRow,
  event: BindingEvent,
  more: Partial<DeviceRow> = {},
): Promise<void> {
  const binding = nextBinding(device.binding, event);
  if (!binding) throw refusalOf(device);
  const at = now().toISOString();
  await tx
    .update(devices)
    .set({
      ...{ binding, bindingBy: by, bindingAt: at },
      bindingCommandId: bindingCommands[binding] ? newId() : null,
      ...{ version: device.version + 1, updatedAt: at, updatedBy: by },
      ...more,
    })
    .where(eq(devices.id, device.id));
  tx.afterCommit(() => announceDevice(bus, device.id));
}

const thawed = { freezeCause: null, freezeReason: '', freezeCompanyId: null } as const;

/** What the robot did, or what is done without it, is done: frozen, thawed or unbound for good. */
export async function settleBinding(
  change: BindingChange,
  device: DeviceRow,
  how: { withoutRobot: boolean; robotCleared?: Record<string, unknown> | null },
): Promise<Receipt | undefined> {
  const done = bindingCommands[device.binding]?.done;
  if (!done) return undefined;
  // Who began it is who did it; the robot only carried it out.
  const same = { bindingBy: device.bindingBy, updatedBy: device.bindingBy };
  if (done === 'FROZEN_AT_ROBOT') await changeBinding(change, device, done, same);
  else if (done === 'UNFROZEN_AT_ROBOT') await changeBinding(change, device, done, { ...same, ...thawed });
  else return await finishUnbinding(change, device, how);
  return undefined;
}

/**
 * The end of an unbinding, in one transaction: the credential opens nothing any more, what hung on the device is gone, and the
 * receipt says what it was.
 */
async function finishUnbinding(
  change: BindingChange,
  device: DeviceRow,
  {
    withoutRobot,
    robotCleared = null,
  }: { withoutRobot: boolean; robotCleared?: Record<string, unknown> | null },
): Promise<Receipt> {
  const { tx, now } = change;
  const { id: deviceId, companyId, sn, nickname, bindingBy: by } = device;
  const [cleared, kept] = await asSystem(tx, async (all) => {
    const { kept: stays } = await countRows(all, deviceId);
    return [await clearRows(all, deviceId), stays] as const;
  });
  await revokeCertificates(tx, now, deviceId);
  await changeBinding(change, device, 'UNBOUND', {
    ...{ bindingBy: by, updatedBy: by, ...thawed },
    ...{ secretHash: newCredential().secretHash, formerSecretHash: device.secretHash },
    ...{
      activatedAt: null,
      usableUntil: null,
      siteId: null,
      groupId: null,
      tags: [],
      iccid: null,
      softwareVersion: null,
    },
  });
  const own: Cleared[] = [
    { what: 'SITE', count: device.siteId === null ? 0 : 1 },
    { what: 'TAGS', count: device.tags.length },
    { what: 'GROUPS', count: device.groupId === null ? 0 : 1 },
  ];
  const [receipt] = await tx
    .insert(unbindings)
    .values({
      ...{ companyId, deviceId, sn, nickname, at: now().toISOString(), by, withoutRobot, robotCleared },
      ...{ cleared: [...cleared, ...own.filter(({ count }) => count > 0)], kept: [...kept] },
    })
    .returning();
  return receipt!;
}

/** Holds a device's row until the transaction ends, wherever it stands. */
export async function holdDevice(tx: Tx, deviceId: string): Promise<DeviceRow | undefined> {
  const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId)).for('update');
  return device;
}

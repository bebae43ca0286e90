import type { deviceBindingCalls, Input } from '@sweepline/contract';
import { serialNamesOtherModel } from '@sweepline/contract/robot';
import { and, eq, inArray } from 'drizzle-orm';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { checkVersion, find } from '../../../platform/db/page.ts';
import { isRoutable, type BrokerNames } from '../../devices/identity/broker-name-service.ts';
import { announceDevice, newCredential } from '../../devices/identity/credential-service.ts';
import { revokeCertificates } from '../../devices/identity/device-certificate-service.ts';
import { openResaleOf } from '../robots/resale-service.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { readDevice } from '../../devices/devices/device-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { changeBinding } from './binding-service.ts';

/**
 * Replaces the serial number of a robot. The old device becomes VOID and remains as the record of its past. The new one
 * gets the properties and tasks of the old one and must be activated.
 */
export async function changeSerial(
  ctx: Ctx,
  { id, version, sn }: Input<typeof deviceBindingCalls.changeSn>,
  broker: BrokerNames,
) {
  const { db, account, now, services } = ctx;
  const device = await find(db, devices, id, { lock: true });
  checkVersion(device, version);
  checkSerial(device, sn, broker);
  await checkNoRun(db, id);
  const resaleRefusal = await openResaleOf(db, id);
  if (resaleRefusal) throw resaleRefusal;

  const at = now().toISOString();
  const { secret: _lost, secretHash } = newCredential();
  await revokeCertificates(db, now, id);
  await changeBinding({ tx: db, bus: services.bus, now, by: account.username }, device, 'CHANGE_SN', {
    secretHash,
    formerSecretHash: device.secretHash,
  });
  const next = newId();
  const { id: _id, ...facts } = device;
  const [created] = await db
    .insert(devices)
    .values({
      ...facts,
      id: next,
      sn,
      previousId: id,
      binding: 'NOT_ACTIVATED',
      bindingBy: account.username,
      bindingAt: at,
      bindingCommandId: null,
      activatedAt: null,
      secretHash: newCredential().secretHash,
      formerSecretHash: null,
      version: 1,
      createdAt: at,
      updatedAt: at,
      updatedBy: account.username,
    })
    .onConflictDoNothing()
    .returning({ id: devices.id });
  if (!created) throw new Refusal('serialTaken');
  await db.update(tasks).set({ deviceId: next }).where(eq(tasks.deviceId, id));
  await db.delete(deviceLives).where(eq(deviceLives.id, id));
  db.afterCommit(() => announceDevice(services.bus, next));
  return await readDevice(db, next);
}

function checkSerial(
  { manufacturer, model }: typeof devices.$inferSelect,
  sn: string,
  broker: BrokerNames,
): void {
  if (serialNamesOtherModel(manufacturer, sn, model))
    throw wrongField('sn', 'SERIAL_OF_OTHER_MODEL', { model });
  if (!isRoutable(broker, sn)) throw wrongField('sn', 'DOT_IN_NAME');
}

async function checkNoRun(db: Tx, deviceId: string): Promise<void> {
  const [openRun] = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.deviceId, deviceId), inArray(runs.state, ['WAITING', 'IN_PROGRESS', 'PAUSED'])));
  if (openRun) throw new Refusal('runActive');
}

import { setTimeout as pause } from 'node:timers/promises';
import { asc } from 'drizzle-orm';
import { modelOfSerial, type TopicAddress } from '@sweepline/contract/robot';
import { companies } from '../../entities/people/company-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { isRowFault } from '../../platform/runtime/storage-fault.ts';
import { announceDevice, newCredential } from '../../features/devices/identity/credential-service.ts';
import type { DeviceRequests } from '../sessions/device-requests.ts';
import type { Log } from '../gateway-options.ts';
import { declarationIn } from './stranger-declaration.ts';
import type { Registration, Registry, RobotOwnership } from '../identity/registry.ts';

interface EnrolmentDeps {
  db: Db;
  bus: Bus;
  now: Clock;
  log: Log;
  registry: Registry;
  owns: RobotOwnership['owns'];
  /** Reads the new device; its messages are received from then on. */
  deviceChanged(deviceId: string): Promise<void>;
  requests: Pick<DeviceRequests, 'note'>;
}

const maxTries = 20;
const retryMs = 100;

/**
 * Handles an unregistered device on a listener that let it in (docs/protocol/vda-vehicles.md#unregistered-vehicles). `on`
 * adds it to the oldest company, `pending` only notes the request, `off` ignores it. Where devices need a credential, an
 * unknown device does not reach this function.
 */
export function createEnrolment(
  { db, now, log, registry, owns, requests, deviceChanged, bus }: EnrolmentDeps,
  mode: 'off' | 'pending' | 'on',
): (address: TopicAddress, payload: Uint8Array) => Promise<Registration | undefined> {
  const enrolments = new Map<string, Promise<Registration | undefined>>();

  const enrol = async (address: TopicAddress): Promise<Registration | undefined> => {
    const at = now().toISOString();
    const deviceId = newId();
    const inserted = await inScope(db, '*', async (tx) => {
      const [company] = await tx.select().from(companies).orderBy(asc(companies.id)).limit(1);
      if (!company) return false;
      const rows = await tx
        .insert(devices)
        .values({
          id: deviceId,
          companyId: company.id,
          sn: address.serialNumber,
          manufacturer: address.manufacturer,
          model: modelOfSerial(address.manufacturer, address.serialNumber),
          protocol: address.major,
          nickname: address.serialNumber,
          binding: 'ACTIVATED',
          activatedAt: at,
          secretHash: newCredential().secretHash,
          createdAt: at,
          updatedAt: at,
          updatedBy: '',
        })
        .onConflictDoNothing()
        .returning({ id: devices.id });
      return rows.length > 0;
    });
    if (!inserted) return undefined;
    log.info({ sn: address.serialNumber }, 'device adopted');
    if (owns(deviceId)) await deviceChanged(deviceId);
    else announceDevice(bus, deviceId);
    return registry.byId(deviceId);
  };

  return async (address, payload) => {
    if (mode === 'pending') requests.note(address, () => declarationIn(address, payload));
    if (mode !== 'on') return undefined;
    const { serialNumber } = address;
    const enrolment =
      enrolments.get(serialNumber) ??
      untilStored(() => enrol(address)).finally(() => enrolments.delete(serialNumber));
    enrolments.set(serialNumber, enrolment);
    return await enrolment;
  };
}

/** A server that is giving robots away cannot write for a moment, and a device may introduce itself only once. */
async function untilStored<T>(store: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store();
    } catch (error) {
      if (isRowFault(error) || tries === maxTries) throw error;
      await pause(retryMs, undefined, { ref: false });
    }
  }
}

import { asc } from 'drizzle-orm';
import { modelOfSerial, type TopicAddress } from '@sweepline/contract/robot';
import { companies } from '../../entities/people/company-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
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
      enrolments.get(serialNumber) ?? enrol(address).finally(() => enrolments.delete(serialNumber));
    enrolments.set(serialNumber, enrolment);
    return await enrolment;
  };
}

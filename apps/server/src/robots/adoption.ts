import { asc } from 'drizzle-orm';
import { isModel, ownManufacturer, type TopicAddress } from '@sweepline/contract/robot';
import { companies } from '../features/companies/company-table.ts';
import { devices } from '../features/devices/device-table.ts';
import type { Clock } from '../platform/clock.ts';
import { inScope, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { newCredential } from './credential-service.ts';
import type { Log } from './gateway-options.ts';
import type { Registration, Registry } from './registry.ts';

/** Our serial numbers begin with the model. */
const modelIn = (address: TopicAddress) => {
  const prefix = address.serialNumber.slice(0, 3);
  return address.manufacturer === ownManufacturer && isModel(prefix) ? prefix : 'PLAIN';
};

/**
 * What happens to a device nobody registered, on a listener that let it in (3.4): taken into the oldest company, or left
 * outside and counted. Only for development and tests: with credentials, no unknown device gets this far.
 */
export function openAdoption(
  db: Db,
  now: Clock,
  log: Log,
  registry: Registry,
  mode: 'off' | 'pending' | 'on',
): (address: TopicAddress) => Promise<Registration | undefined> {
  const running = new Map<string, Promise<Registration | undefined>>();

  const adopt = async (address: TopicAddress): Promise<Registration | undefined> => {
    const at = now().toISOString();
    const deviceId = newId();
    const made = await inScope(db, '*', async (tx) => {
      const [company] = await tx.select().from(companies).orderBy(asc(companies.id)).limit(1);
      if (!company) return false;
      const rows = await tx
        .insert(devices)
        .values({
          id: deviceId,
          companyId: company.id,
          sn: address.serialNumber,
          manufacturer: address.manufacturer,
          model: modelIn(address),
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
    if (!made) return undefined;
    log.info({ sn: address.serialNumber }, 'device adopted');
    return (await registry.reload(deviceId)).after;
  };

  return async (address) => {
    if (mode !== 'on') return undefined;
    const { serialNumber } = address;
    const going = running.get(serialNumber) ?? adopt(address).finally(() => running.delete(serialNumber));
    running.set(serialNumber, going);
    return await going;
  };
}

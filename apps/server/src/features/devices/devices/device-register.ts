import { serialNamesOtherModel } from '@sweepline/contract/robot';
import type { Input, deviceCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { isRoutable, type BrokerNames } from '../identity/broker-name-service.ts';
import { announceDevice, newCredential } from '../identity/credential-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { checkSite, readDevice } from './device-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';

/** Adds a device to a company in the caller's scope. The gateway is informed after the commit. */
export async function registerDevice(
  { db, account, now, services }: Ctx,
  { companyId, siteId, ...input }: Input<typeof deviceCalls.register>,
  broker: BrokerNames,
) {
  const [company] = await db.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId));
  if (!company) throw wrongField('companyId', 'NO_SUCH_COMPANY');
  if (serialNamesOtherModel(input.manufacturer, input.sn, input.model))
    throw wrongField('sn', 'SERIAL_OF_OTHER_MODEL', { model: input.model });
  for (const field of ['sn', 'manufacturer'] as const)
    if (!isRoutable(broker, input[field])) throw wrongField(field, 'DOT_IN_NAME');
  await checkSite(db, companyId, siteId);
  const { secret, secretHash } = newCredential();
  const at = now().toISOString();
  const id = newId();
  const stamp = { activatedAt: at, createdAt: at, updatedAt: at, updatedBy: account.username };
  const [created] = await db
    .insert(devices)
    .values({
      ...input,
      id,
      companyId,
      siteId: siteId ?? null,
      binding: 'ACTIVATED',
      secretHash,
      ...stamp,
    })
    .onConflictDoNothing()
    .returning({ id: devices.id });
  if (!created) throw new Refusal('serialTaken');
  db.afterCommit(() => announceDevice(services.bus, id));
  return { device: await readDevice(db, id), username: input.sn, password: secret };
}

import { localBus } from '../../platform/socket/bus.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { createRegistry } from '../identity/registry.ts';
import { aCompany } from '../test-kit/test-gateway.ts';
import { createEnrolment } from './enrolment.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database.close());

test('a device that introduces itself once, while its server gives robots away, is registered all the same', async () => {
  const { db } = database;
  await aCompany(db);
  const fences = [`hold_ownership('${newId()}', 0)`];
  const owns = () => true;
  const registry = createRegistry(db, { owns });
  const enrol = createEnrolment(
    {
      db: { ...db, fence: () => fences.shift() ?? 'true' },
      bus: localBus((error) => {
        throw error;
      }),
      now: () => new Date(),
      log: { info: () => {}, warn: () => {}, error: () => {} },
      registry,
      owns,
      deviceChanged: async (deviceId) => void (await registry.reload(deviceId)),
      requests: { note: () => {} },
    },
    'on',
  );
  const address = {
    interfaceName: 'vda5050',
    major: 'v3',
    manufacturer: 'JBOT',
    serialNumber: 'STRANGER',
    name: 'connection',
  } as const;
  expect(await enrol(address, new Uint8Array())).toMatchObject({ sn: 'STRANGER', binding: 'ACTIVATED' });
  expect(fences).toEqual([]);
});

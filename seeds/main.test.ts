import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret } from '../apps/server/src/features/devices/identity/credential-service.ts';
import { makeDatabase, type TestDatabase } from '../apps/server/src/test-kit/database.ts';
import { aCompany, aDevice } from '../apps/server/src/robots/test-kit/test-gateway.ts';
import { fleetFile, isDemoWorld } from './main.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await makeDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'sweepline-demo-'));
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

test('only the database with the robots of a data folder is its demo world', async () => {
  const { sn, deviceId, secret } = await aDevice(database.db, await aCompany(database.db));
  const options = { databaseUrl: database.url, dataDir };
  expect(await isDemoWorld(options)).toBe(false);
  const keep = (password: string) => writeFileSync(fleetFile(dataDir), JSON.stringify([{ sn, password }]));
  mkdirSync(dirname(fleetFile(dataDir)));
  keep('of a robot with this number in another world');
  expect(await isDemoWorld(options)).toBe(false);
  keep(secret);
  expect(await isDemoWorld(options)).toBe(true);
  const other = hashSecret('new');
  await database.asOwner((sql) => sql`update devices set secret_hash = ${other} where id = ${deviceId}`);
  expect(await isDemoWorld(options)).toBe(false);
});

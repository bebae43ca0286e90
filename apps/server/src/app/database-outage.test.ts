import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLoginRateLimits } from '../features/people/auth/login-rate-limits.ts';
import { relocations } from '../entities/devices/relocation-table.ts';
import { commands } from '../entities/devices/command-table.ts';
import { deviceJobs } from '../entities/devices/device-job-table.ts';
import { createFileStore } from '../platform/files/files.ts';
import { newId } from '../platform/runtime/ids.ts';
import { inScope, type Tx } from '../platform/db/db.ts';
import { createJobRegistry } from '../robots/commands/job-registry.ts';
import { defaultTiming } from '../robots/gateway-options.ts';
import { newSession } from '../robots/sessions/session.ts';
import {
  aCompany,
  aGateway,
  anOnlineRobot,
  eventually,
  idleState,
  type Registered,
  type TestRobot,
} from '../robots/test-kit/test-gateway.ts';
import { testMaps } from '../robots/test-kit/test-maps.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let folder: string;
let device: Registered;
let robot: TestRobot;
const log = { info: () => {}, warn: () => {}, error: () => {} };

beforeAll(async () => {
  database = await makeDatabase();
  running = await aGateway(database.db, { log });
  folder = await mkdtemp(join(tmpdir(), 'sweepline-outage-'));
  ({ device, robot } = await anOnlineRobot(running, database.db, await aCompany(database.db)));
});
afterAll(async () => {
  await robot?.leave();
  await running?.gateway.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(database.db, '*', work);
const rename = (from: string, to: string) =>
  database.asOwner((sql) => sql`alter table ${sql(from)} rename to ${sql(to)}`);

/** Runs `work` while the table is missing, which the server treats like an unavailable database. */
async function withoutTable(table: string, work: () => Promise<unknown>) {
  await rename(table, `${table}_away`);
  try {
    await work();
  } finally {
    await rename(`${table}_away`, table);
  }
}

/** Runs `change` while the table is missing, waits until its row could not be stored, and stores it afterwards. */
async function changeDuringOutage(table: string, writer: string, change: () => unknown) {
  const { writers } = database.db;
  const rows = () =>
    writers
      .writers()
      .filter(({ name }) => name === writer)
      .reduce((sum, { size }) => sum + size(), 0);
  await withoutTable(table, async () => {
    await change();
    await eventually(() => rows() > 0, `a row of ${writer}`);
    await writers.flush();
    expect(rows()).toBeGreaterThan(0);
  });
  await writers.flush();
  expect(rows()).toBe(0);
}

const send = (type: 'locate', params: Record<string, unknown>) =>
  running.gateway.commands.sendCommand({ deviceId: device.deviceId, type, params, by: 'wei' });

test("a command's status that changed while the database was away is stored when it is back", async () => {
  const { id } = await send('locate', { seconds: 5 });
  await robot.waitForMessage('xCommand', ({ commandId }) => commandId === id);
  await database.db.writers.flush();
  await changeDuringOutage('commands', 'commands', () =>
    robot.say('xReply', { commandId: id, status: 'ACCEPTED' }, 1),
  );
  const [row] = await read((tx) => tx.select().from(commands).where(eq(commands.id, id)));
  expect(row).toMatchObject({ status: 'ACCEPTED', acceptedAt: expect.any(String) });
});

test('a relocation that began while the database was away is stored when it is back', async () => {
  const { deviceId } = device;
  const { id } = await running.gateway.relocations.enter({ deviceId, by: 'wei' });
  await robot.waitForMessage('xCommand', ({ commandId }) => commandId === id);
  await changeDuringOutage('device_relocations', 'relocations', () =>
    robot.say('xReply', robot.durable({ commandId: id, status: 'SUCCEEDED' }), 1),
  );
  const rows = await read((tx) => tx.select().from(relocations).where(eq(relocations.deviceId, deviceId)));
  expect(rows).toMatchObject([{ state: 'ENTERED', enteredBy: 'wei' }]);
});

test('the maps that a robot reports while the database is away are stored when it is back, only the newest report', async () => {
  const maps = testMaps(database.db, createFileStore(pathToFileURL(folder).href), running.bus);
  const { id: mapId } = await maps.aMap(device.companyId);
  const report = (mapStatus: string) =>
    robot.say('state', { ...idleState, maps: [{ mapId, mapVersion: '1', mapStatus }] }, 1);
  await changeDuringOutage('device_maps', 'robot-maps', async () => {
    await report('DISABLED');
    await report('ENABLED');
  });
  expect(await maps.onDevice(device.deviceId, mapId)).toMatchObject({ status: 'ENABLED', version: 1 });
});

test('a sign-in that succeeded while the database was away is not counted as a failure', async () => {
  const limits = createLoginRateLimits(database.db, () => new Date(), log);
  const place = { name: 'test', key: newId(), rule: { free: 5, firstMs: 1_000, maxMs: 1_000 } };
  for (let n = 0; n < 3; n += 1) await limits.take([place]);
  await changeDuringOutage('login_rate_limits', 'login-rate-limits', () => limits.undo([place]));
  expect(await limits.take([place])).toMatchObject({ counters: [{ count: 3 }] });
  await changeDuringOutage('login_rate_limits', 'login-rate-limits', () => limits.succeeded([place]));
  expect(await limits.take([place])).toMatchObject({ counters: [{ count: 1 }] });
});

test('the time that a robot is online while the database is away counts for its jobs', async () => {
  const { deviceId, companyId, sn } = device;
  const startedMs = Date.now();
  const at = new Date(startedMs).toISOString();
  const session = newSession({
    deviceId,
    companyId,
    sn,
    manufacturer: 'JBOT',
    protocol: 'v3',
    model: 'J30',
    nickname: '',
    binding: 'ACTIVATED',
    secretHash: '',
  });
  session.liveness = { ...session.liveness, state: 'ONLINE' };
  const job = { kind: 'LOG_PULL', state: 'RUNNING', phase: 'UPLOADING', startedAt: at, toldAt: at } as const;
  const { id } = await send('locate', { seconds: 5 });
  await read((tx) =>
    tx.insert(deviceJobs).values({ ...job, deviceId, companyId, commandId: id, jobId: newId() }),
  );
  const jobs = createJobRegistry({
    db: database.db,
    now: () => new Date(startedMs),
    bus: running.bus,
    log,
    timing: defaultTiming,
    sessionOf: (other) => (other === deviceId ? session : undefined),
  });
  await withoutTable('device_jobs', () => {
    jobs.tick(startedMs + 60_000);
    return jobs.flush();
  });
  jobs.tick(startedMs + 120_000);
  await jobs.flush();
  const [row] = await read((tx) => tx.select().from(deviceJobs).where(eq(deviceJobs.commandId, id)));
  expect(row).toMatchObject({ state: 'RUNNING', onlineS: 120 });
});

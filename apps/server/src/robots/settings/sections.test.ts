import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canonicalJson } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  deviceSections,
  sectionConflicts,
  settingChanges,
} from '../../entities/devices/device-settings-table.ts';
import { desireSettings } from '../../features/devices/settings/device-settings-service.ts';
import { hashOf } from '../../features/devices/settings/section-rules.ts';
import { announceSections } from '../../features/devices/settings/section-service.ts';
import { notices } from '../../entities/people/notice-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { createFileStore, type FileStore } from '../../platform/files/files.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { deviceApi } from '../device-http/device-api.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  introduce,
  TestRobot,
  type Registered,
} from '../test-kit/test-gateway.ts';
import { deviceUploads } from '../../entities/remote/device-upload-table.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
const robots: TestRobot[] = [];
let api: FastifyInstance | undefined;
let folder: string;
let files: FileStore;
let http: string;
let simulator: ChildProcess | undefined;
/** The offset of the gateway's clock. */
/** It only grows: robots are disconnected when the clock is set back. */
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);

beforeAll(async () => {
  database = await makeDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sections-'));
  files = createFileStore(pathToFileURL(folder).href);
  running = await aGateway(database.db, { now, files });
  api = Fastify();
  const { db } = database;
  const { bus, gateway } = running;
  const parts = { db, files, now, bus, refusals: gateway.refusals, brokerFor: () => undefined };
  await api.register(deviceApi(parts), { prefix: '/device/v1' });
  http = await api.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const robot of robots.splice(0)) await robot.leave();
  if (!simulator || simulator.exitCode !== null) return;
  const gone = once(simulator, 'exit');
  simulator.kill('SIGKILL');
  await gone;
});
afterAll(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
  await running?.gateway.stop();
  await database?.close();
});

const inDb = <T>(work: (tx: Tx) => Promise<T>) => inScope(database.db, '*', work);
const silentBus: Bus = { ...({} as Bus), publish: () => {} };

async function registerDevice(): Promise<Registered> {
  const device = await aDevice(database.db, await aCompany(database.db));
  announceDevice(running.bus, device.deviceId);
  await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
  return device;
}

const save = (device: Registered, values: Record<string, unknown>, bus: Bus = running.bus) =>
  inDb((db) =>
    desireSettings({ db, now, bus }, [device.deviceId], { values, origin: 'CLOUD', by: 'li' }),
  ).then((results) => results.get(device.deviceId));

const row = async (device: Registered) =>
  (
    await inDb((tx) => tx.select().from(deviceSections).where(eq(deviceSections.deviceId, device.deviceId)))
  )[0];
const waitForState = (device: Registered, state: string, version?: number) =>
  eventually(async () => {
    const it = await row(device);
    return it?.state === state && (version === undefined || it.version === version) && it;
  }, `settings ${state}`);

async function connect(device: Registered): Promise<TestRobot> {
  const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  robots.push(robot);
  await introduce(running, robot);
  return robot;
}

const report = (robot: TestRobot, version: number, document: object, fields: object = {}) =>
  robot.say(
    'xReported',
    {
      bootId: randomUUID(),
      versions: { robot: '1' },
      sections: { settings: { version, hash: hashOf(document), status: 'APPLIED', ...fields } },
    },
    1,
  );

const push = async (robot: TestRobot, baseVersion: number, inline: object, requestId = randomUUID()) => {
  await robot.say(
    'xRequest',
    { requestId, type: 'section.push', params: { section: 'settings', baseVersion, inline } },
    1,
  );
  return await robot.waitForMessage('xResponse', (message) => message['requestId'] === requestId);
};

const pushFile = async (robot: TestRobot, fileId: string, requestId = randomUUID()) => {
  const params = { section: 'settings', baseVersion: 0, fileId };
  await robot.say('xRequest', { requestId, type: 'section.push', params }, 1);
  return await robot.waitForMessage('xResponse', (message) => message['requestId'] === requestId);
};

/** Uploads a file as a device does, and returns its id. */
async function uploadFile({ sn, secret }: Registered, content: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${sn}:${secret}`).toString('base64')}`;
  const call = async (method: string, path: string, body: string, type = 'application/json') => {
    const headers = { authorization, 'content-type': type };
    return (await (await fetch(`${http}${path}`, { method, headers, body })).json()) as Record<
      string,
      string
    >;
  };
  const sha256 = createHash('sha256').update(content).digest('hex');
  const announcement = { kind: 'FILE', refId: 'settings', name: 's.json', bytes: content.length, sha256 };
  const { uploadId } = await call('POST', '/device/v1/uploads', JSON.stringify(announcement));
  await call('PUT', `/device/v1/uploads/${uploadId}/parts/1`, content, 'application/octet-stream');
  return (await call('POST', `/device/v1/uploads/${uploadId}/complete`, '{}'))['fileId']!;
}

interface Sent {
  version: number;
  hash: string;
  inline?: Record<string, unknown>;
  bytes?: number;
}
const waitForDesired = (robot: TestRobot, version: number) =>
  robot
    .waitForMessage(
      'xDesired',
      (message) => (message['sections'] as { settings: Sent }).settings.version === version,
    )
    .then((message) => (message['sections'] as { settings: Sent }).settings);

it('settings saved while the robot was offline are sent, retained, and in sync after its report', async () => {
  const device = await registerDevice();
  expect(await save(device, { volume: 30 })).toEqual({ result: 'DONE', version: 1 });
  expect((await row(device))?.state).toBe('AWAITING_SYNC');
  const robot = await connect(device);
  const sent = await waitForDesired(robot, 1);
  expect(sent).toEqual({ version: 1, hash: hashOf({ volume: 30 }), inline: { volume: 30 } });
  await waitForState(device, 'SYNCING');
  await report(robot, 1, { volume: 30 });
  expect(await waitForState(device, 'IN_SYNC')).toMatchObject({ reportedDocument: { volume: 30 } });
  const [change] = await inDb((tx) =>
    tx.select().from(settingChanges).where(eq(settingChanges.deviceId, device.deviceId)),
  );
  expect(change).toMatchObject({ by: 'li', changes: [{ key: 'volume', before: null, after: 30 }] });
  expect(change?.appliedAt).not.toBeNull();
  // A later client receives them from the broker.
  await robot.leave();
  const later = await TestRobot.connect(running.gateway.mqttUrl, device);
  robots.push(later);
  expect(await waitForDesired(later, 1)).toEqual(sent);
});

it('the first edit at a robot that only applied settings is kept', async () => {
  const device = await registerDevice();
  const robot = await connect(device);
  await save(device, { volume: 33 });
  await waitForDesired(robot, 1);
  await report(robot, 1, { volume: 33 });
  await waitForState(device, 'IN_SYNC', 1);
  await report(robot, 1, { volume: 44 }, { status: 'LOCAL', baseVersion: 1 });
  expect(await push(robot, 1, { volume: 44 })).toMatchObject({ result: { accepted: true, version: 2 } });
  expect(await waitForDesired(robot, 2)).toMatchObject({ inline: { volume: 44 } });
});

it("a refused section shows the robot's reason", async () => {
  const device = await registerDevice();
  const robot = await connect(device);
  await save(device, { volume: 1 });
  await waitForDesired(robot, 1);
  await waitForState(device, 'SYNCING');
  await report(robot, 1, { volume: 1 }, { status: 'FAILED', code: 'BAD_PARAMS' });
  expect(await waitForState(device, 'SYNC_FAILED')).toMatchObject({ code: 'BAD_PARAMS' });
});

it('an edit at the robot becomes the next version, a repeated request gets the same answer, and the changes are recorded', async () => {
  const device = await registerDevice();
  const robot = await connect(device);
  expect(await push(robot, 0, { volume: 60, tune: 'x' })).toMatchObject({
    status: 'OK',
    result: { accepted: true, version: 1 },
  });
  const id = randomUUID();
  expect(await push(robot, 1, { volume: 10, tune: 'x' }, id)).toMatchObject({ result: { version: 2 } });
  await push(robot, 1, { volume: 10, tune: 'x' }, id);
  await eventually(
    () => robot.received.filter((it) => it.message['requestId'] === id).length === 2,
    'the same answer again',
  );
  expect(await waitForState(device, 'IN_SYNC', 2)).toMatchObject({
    origin: 'DEVICE',
    document: { volume: 10 },
  });
  const changes = await inDb((tx) =>
    tx.select().from(settingChanges).where(eq(settingChanges.deviceId, device.deviceId)),
  );
  expect(changes).toHaveLength(1);
  expect(changes[0]?.changes).toEqual([{ key: 'volume', before: 60, after: 10 }]);
  expect((await waitForDesired(robot, 2)).inline).toEqual({ volume: 10, tune: 'x' });
});

it('a newer version at the server wins over an edit at the robot, whose copy is kept for users', async () => {
  const device = await registerDevice();
  const robot = await connect(device);
  await push(robot, 0, { volume: 60 });
  await robot.leave();
  await eventually(
    () => running.gateway.live(device.deviceId)?.connection.state === 'OFFLINE',
    'offline',
    20_000,
  );
  await save(device, { volume: 30 });
  const reconnected = await connect(device);
  expect((await push(reconnected, 1, { volume: 10 }))['result']).toEqual({ accepted: false, version: 2 });
  const [conflict] = await inDb((tx) =>
    tx.select().from(sectionConflicts).where(eq(sectionConflicts.deviceId, device.deviceId)),
  );
  expect(conflict).toMatchObject({ baseVersion: 1, document: { volume: 10 }, settledAt: null });
  const conflictNotices = await inDb((tx) =>
    tx
      .select()
      .from(notices)
      .where(and(eq(notices.deviceId, device.deviceId), eq(notices.template, 'settingsConflict'))),
  );
  expect(conflictNotices).toHaveLength(1);
  expect((await waitForDesired(reconnected, 2)).inline).toEqual({ volume: 30 });
});

it('a section is sent again after ten minutes without a report', async () => {
  const device = await registerDevice();
  const robot = await connect(device);
  await save(device, { volume: 20 });
  await waitForState(device, 'SYNCING');
  const before = robot.received.filter(({ topic }) => topic === 'xDesired').length;
  aheadMs += 601_000;
  await robot.state();
  await eventually(
    () => robot.received.filter(({ topic }) => topic === 'xDesired').length > before,
    'the section once more',
  );
});

it('a section longer than 16 KB is not sent in the message; the robot can download that version and no other', async () => {
  const device = await registerDevice();
  const robot = await connect(device);
  const long = { volume: 60, tune: 'x'.repeat(17_000) };
  await push(robot, 0, long);
  const sent = await waitForDesired(robot, 1);
  expect(sent).toEqual({ version: 1, hash: hashOf(long), bytes: canonicalJson(long).length });
  const download = (version: number, secret = device.secret) =>
    fetch(`${http}/device/v1/desired/settings/${version}`, {
      headers: { authorization: `Basic ${Buffer.from(`${device.sn}:${secret}`).toString('base64')}` },
    });
  expect(await (await download(1)).json()).toEqual(long);
  expect((await download(2)).status).toBe(404);
  expect((await download(1, 'wrong')).status).toBe(401);
});

it("an edit too long for a message is read from the robot's own upload, and from no other", async () => {
  const device = await registerDevice();
  const robot = await connect(device);
  const long = { volume: 15, tune: 'x'.repeat(70_000) };
  const fileId = await uploadFile(device, JSON.stringify(long));
  expect(await pushFile(robot, fileId)).toMatchObject({ status: 'OK', result: { version: 1 } });
  expect(await waitForState(device, 'IN_SYNC', 1)).toMatchObject({ hash: hashOf(long) });

  const neighbour = await registerDevice();
  const foreignFile = await uploadFile(neighbour, JSON.stringify({ volume: 99 }));
  const truncated = await uploadFile(device, '{"volume":');
  for (const id of [foreignFile, truncated, randomUUID(), 'none'])
    expect(await pushFile(robot, id)).toMatchObject({ status: 'ERROR', code: 'BAD_PARAMS' });
  expect((await row(device))?.version).toBe(1);
});

it('a section committed before a gateway died is sent by the next one without an announcement', async () => {
  const device = await registerDevice();
  await save(device, { volume: 44 }, silentBus);
  await running.gateway.stop();
  running = await aGateway(database.db, { now, files });
  const robot = await connect(device);
  expect((await waitForDesired(robot, 1)).inline).toEqual({ volume: 44 });
});

it('restored defaults are recorded for the account of the command, also when the robot reports before the command is SENT', async () => {
  const device = await registerDevice();
  const robot = await connect(device);
  await push(robot, 0, { volume: 40 });
  await database.asOwner(async (sql) => {
    await sql`create function slowly_written() returns trigger language plpgsql as
      'begin perform pg_sleep(0.5); return new; end'`;
    await sql`create trigger slowly before update on commands for each row execute function slowly_written()`;
  });
  const restore = { type: 'settings.restoreDefaults', params: {}, by: 'mei' } as const;
  await running.gateway.commands.sendCommand({ deviceId: device.deviceId, ...restore });
  await robot.waitForMessage('xCommand', (message) => message['type'] === restore.type);
  await push(robot, 1, { volume: 60 });
  await database.asOwner((sql) => sql`drop trigger slowly on commands`);
  expect(await row(device)).toMatchObject({ origin: 'DEFAULTS', changedBy: 'mei', document: { volume: 60 } });
});

it('settings saved while a simulated robot was offline are applied, and its local edits are stored', async () => {
  const device = await registerDevice();
  await save(device, { volume: 33 });
  const program = resolve(import.meta.dirname, '../../../../robot-sim/src/main.ts');
  const { mqttUrl } = running.gateway;
  const args = [
    'run',
    '--url',
    mqttUrl,
    '--sn',
    device.sn,
    '--model',
    'J30',
    '--speedup',
    '5',
    '--log',
    'none',
    ...['--http', http, '--net', 'inline=100'],
  ];
  simulator = spawn('node', [program, ...args, `--password=${device.secret}`, '--edit', 'maxSpeed=0.5@4s'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // The first report contains the factory settings with the desired values applied.
  const applied = await eventually(
    async () => {
      const it = await row(device);
      return it?.state === 'IN_SYNC' && it.reportedDocument?.['volume'] === 33 && it;
    },
    'the wish on the robot',
    30_000,
  );
  expect(applied.reportedDocument).toMatchObject({ volume: 33, language: 'zh-cn' });
  const edited = await eventually(
    async () => {
      const it = await row(device);
      return it?.origin === 'DEVICE' && it.document['maxSpeed'] === 0.5 && it;
    },
    'the edit at the robot',
    30_000,
  );
  expect(edited).toMatchObject({ state: 'IN_SYNC', document: { volume: 33, maxSpeed: 0.5 } });
  // The simulated connection limits the message size, so both were uploaded as files.
  const uploads = await inDb((tx) =>
    tx.select().from(deviceUploads).where(eq(deviceUploads.deviceId, device.deviceId)),
  );
  expect(uploads.filter(({ refId, fileId }) => refId === 'settings' && fileId)).toHaveLength(2);
  // A report after restored defaults is recorded for the account of the command.
  const restore = {
    deviceId: device.deviceId,
    type: 'settings.restoreDefaults',
    params: {},
    by: 'mei',
  } as const;
  await running.gateway.commands.sendCommand(restore);
  const restored = await eventually(
    async () => {
      const it = await row(device);
      return it?.origin === 'DEFAULTS' && it;
    },
    'the defaults',
    30_000,
  );
  expect(restored).toMatchObject({ changedBy: 'mei', state: 'IN_SYNC', document: { volume: 60 } });
  announceSections(running.bus, device.deviceId);
});

import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noElements } from '@sweepline/contract';
import { createGrid, FREE } from '@sweepline/map-core';
import { and, desc, eq } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { mapVersions } from '../../features/maps/drafts/map-version-table.ts';
import { notices } from '../../features/notices/notice-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { createFileStore, type FileStore } from '../../platform/files/files.ts';
import { newId } from '../../platform/runtime/ids.ts';
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
import { testMaps } from '../test-kit/test-maps.ts';
import { deviceUploads } from '../device-http/upload-table.ts';
import type { AskedAction } from '../test-kit/test-robot.ts';
import { cutPower, startSimulator } from '../test-kit/test-simulator.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let http: FastifyInstance;
let httpUrl: string;
let folder: string;
let files: FileStore;
let made: ReturnType<typeof testMaps>;
let simulator: ChildProcess | undefined;
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);

beforeAll(async () => {
  database = await makeDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sweepline-maps-'));
  files = createFileStore(pathToFileURL(folder).href);
  const limits = { ratePerSecond: 500, burst: 2000 };
  running = await aGateway(database.db, { files, now, limits, timing: { zoneSetMs: 500 } });
  made = testMaps(database.db, files, running.bus);
  http = Fastify();
  const { db } = database;
  await http.register(deviceApi({ db, files, now, bus: running.bus, brokerFor: () => undefined }), {
    prefix: '/device/v1',
  });
  httpUrl = await http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  aheadMs = 0;
  await cutPower(simulator);
});
afterAll(async () => {
  await http?.close();
  await running?.gateway.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function registered(more: Parameters<typeof aDevice>[2] = {}): Promise<Registered> {
  const device = await aDevice(database.db, await aCompany(database.db), more);
  running.bus.publish('gateway/device', { deviceId: device.deviceId });
  await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
  return device;
}
const statusOf = (device: Registered, mapId: string) => made.onDevice(device.deviceId, mapId);
const hasStatus = (device: Registered, mapId: string, status: string, withinMs = 30_000) =>
  eventually(
    async () => {
      const row = await statusOf(device, mapId);
      return row?.status === status && row;
    },
    status,
    withinMs,
  );
const versionsOf = (mapId: string) =>
  inScope(database.db, '*', (tx) =>
    tx.select().from(mapVersions).where(eq(mapVersions.mapId, mapId)).orderBy(desc(mapVersions.version)),
  );
const wall = {
  id: 'w1',
  points: [
    { x: 5, y: 5 },
    { x: 6, y: 5 },
  ],
};

describe('the simulated robot', () => {
  const floor = createGrid({ width: 1200, height: 1200, resolution: 0.05, originX: -5, originY: -5 }, FREE);
  const simulated = async (...more: string[]) => {
    const device = await registered();
    const map = await made.aMap(device.companyId, undefined, floor);
    const fleet = join(folder, `${device.sn}.json`);
    const entry = { sn: device.sn, model: 'J30', password: device.secret, world: 'office', mapId: map.id };
    await writeFile(fleet, JSON.stringify([entry]));
    const { mqttUrl } = running.gateway;
    simulator = startSimulator({ ...device, model: 'J30', mqttUrl, httpUrl }, ['--fleet', fleet, ...more]);
    await hasStatus(device, map.id, 'IN_USE');
    return { device, map };
  };

  it('takes a published version, tells it by its number, and lets go of the one before', async () => {
    const { device, map } = await simulated();
    expect(await statusOf(device, map.id)).toMatchObject({ version: 1, wanted: null });
    const version = await made.publish(map.id, { ...noElements, walls: [wall] });
    const row = await eventually(
      async () => {
        const it = await statusOf(device, map.id);
        return it?.status === 'IN_USE' && it.version === version && it;
      },
      'the second version',
      30_000,
    );
    expect(row).toMatchObject({
      wanted: 2,
      reason: '',
      attempts: 1,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  }, 120_000);

  it('sends what is drawn at it, which becomes the next version, and takes its number over', async () => {
    const { device, map } = await simulated('--edit', 'wall=5:5:6:5@3s');
    const [first] = await eventually(
      async () => {
        const rows = await versionsOf(map.id);
        return rows.length === 2 && rows;
      },
      'the version from the robot',
      30_000,
    );
    expect(first).toMatchObject({
      version: 2,
      parentVersion: 1,
      origin: 'DEVICE',
      deviceId: device.deviceId,
    });
    expect(first?.elements.walls).toMatchObject([
      {
        points: [
          { x: 5, y: 5 },
          { x: 6, y: 5 },
        ],
      },
    ]);
    await eventually(
      async () => (await statusOf(device, map.id))?.version === 2,
      'the assigned number',
      20_000,
    );
    expect(first?.conflictWith).toBeNull();
  }, 120_000);

  it('is asked for a map the cloud has lost, which comes back once and as the robot’s own', async () => {
    const device = await registered();
    const mapId = newId();
    const fleet = join(folder, `${device.sn}.json`);
    const entry = { sn: device.sn, model: 'J30', password: device.secret, world: 'office', mapId };
    await writeFile(fleet, JSON.stringify([entry]));
    const { mqttUrl, commands } = running.gateway;
    simulator = startSimulator({ ...device, model: 'J30', mqttUrl, httpUrl }, ['--fleet', fleet]);
    const { deviceId } = device;
    const online = () => running.gateway.live(deviceId)?.connection.state === 'ONLINE';
    await eventually(online, 'the robot', 30_000);
    const fetched = async () => {
      const params = { jobId: newId(), mapId, mapVersion: '1' };
      const { id } = await commands.sendCommand({ deviceId, type: 'job.mapUpload', params, by: 'x' });
      return id;
    };
    await fetched();
    const [first] = await eventually(
      async () => {
        const rows = await versionsOf(mapId);
        return rows.length === 1 && rows;
      },
      'the map',
      30_000,
    );
    expect(first).toMatchObject({ version: 1, origin: 'DEVICE', deviceId });
    expect(first?.elements.zones.length).toBeGreaterThan(0);
    await hasStatus(device, mapId, 'IN_USE');
    // Asked again, the robot brings what is here already.
    const jobs = () =>
      inScope(database.db, '*', (tx) =>
        tx
          .select()
          .from(deviceUploads)
          .where(and(eq(deviceUploads.deviceId, deviceId), eq(deviceUploads.kind, 'MAP'))),
      );
    await fetched();
    await eventually(
      async () => (await jobs()).filter(({ fileId }) => fileId).length === 2,
      'it again',
      30_000,
    );
    expect(await versionsOf(mapId)).toHaveLength(1);
  }, 120_000);

  it('is heard although the cloud drew meanwhile: both versions are kept and people are told', async () => {
    const { device, map } = await simulated('--edit', 'wall=5:5:6:5@4s');
    await inScope(database.db, '*', (tx) => tx.execute(`update maps set version = 7 where id = '${map.id}'`));
    const [first] = await eventually(
      async () => {
        const rows = await versionsOf(map.id);
        return rows.length === 2 && rows;
      },
      'the version from the robot',
      30_000,
    );
    expect(first).toMatchObject({ version: 8, parentVersion: 1, conflictWith: 7, settledAt: null });
    const told = await inScope(database.db, '*', (tx) =>
      tx.select().from(notices).where(eq(notices.deviceId, device.deviceId)),
    );
    expect(told.map(({ template }) => template)).toContain('mapConflict');
  }, 120_000);
});

const factsheet = (actions: string[]) => ({
  protocolFeatures: {
    optionalParameters: [],
    mobileRobotActions: actions.map((actionType) => ({ actionType, actionScopes: ['INSTANT'] })),
  },
});
const mapActions = ['downloadMap', 'enableMap', 'deleteMap'];

interface Stand {
  maps: { mapId: string; mapVersion: string; mapStatus: string }[];
  mapId: string;
}
const standing = ({ maps, mapId }: Stand, more: object = {}) => ({
  maps,
  mobileRobotPosition: { x: 1, y: 1, theta: 0, mapId, localized: true, localizationScore: 1 },
  ...more,
});
const has = (mapId: string, mapVersion = '1', mapStatus = 'ENABLED') => ({ mapId, mapVersion, mapStatus });

async function aRobot(actions = mapActions) {
  const device = await registered();
  const map = await made.aMap(device.companyId);
  const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  await robot.say('factsheet', factsheet(actions));
  const maps = [has(map.id)];
  await introduce(running, robot, standing({ maps, mapId: map.id }));
  await robot.say('factsheet', factsheet(actions));
  await robot.state(standing({ maps, mapId: map.id }));
  await hasStatus(device, map.id, 'IN_USE');
  return { device, map, robot };
}
const asked = (robot: TestRobot, type: string, nth = 1) => robot.asked(type, nth);
const ended = ({ actionId, actionType }: AskedAction, actionStatus: string, actionResult = '') => ({
  instantActionStates: [{ actionId, actionType, actionStatus, actionResult }],
});

test('R12: a download that fails ends the synchronisation with the reason, and sending again begins anew', async () => {
  const { device, map, robot } = await aRobot();
  await made.publish(map.id, { ...noElements, walls: [wall] });
  const download = await asked(robot, 'downloadMap');
  const names = download.actionParameters.map(({ key }) => key);
  expect(names).toEqual(expect.arrayContaining(['mapId', 'mapVersion', 'mapDownloadLink', 'mapHash']));
  const stand = { maps: [has(map.id)], mapId: map.id };
  await robot.state(standing(stand, ended(download, 'FAILED', 'MAP_HASH_MISMATCH')));
  expect(await hasStatus(device, map.id, 'SYNC_FAILED')).toMatchObject({
    reason: 'HASH_MISMATCH',
    version: 1,
  });
  const { gateway } = running;
  expect(await gateway.maps.send(map.id, [device.deviceId], 'somebody')).toMatchObject([
    { result: 'STARTED' },
  ]);
  const again = await asked(robot, 'downloadMap', 2);
  const both = [has(map.id), has(map.id, '2', 'DISABLED')];
  await robot.state(standing({ ...stand, maps: both }, ended(again, 'FINISHED')));
  const enable = await asked(robot, 'enableMap');
  const enabled = [has(map.id, '1', 'DISABLED'), has(map.id, '2')];
  await robot.state(standing({ ...stand, maps: enabled }, ended(enable, 'FINISHED')));
  const remove = await asked(robot, 'deleteMap');
  expect(remove.actionParameters).toContainEqual({ key: 'mapVersion', value: '1' });
  await robot.state(standing({ ...stand, maps: [has(map.id, '2')] }, ended(remove, 'FINISHED')));
  const zones = await robot.hear('zoneSet');
  const zoneSetId = `zs-${map.id}-2`;
  expect(zones['zoneSet']).toMatchObject({ zoneSetId });
  const zoneSets = [{ zoneSetId, mapId: map.id, zoneSetStatus: 'DISABLED' }];
  await robot.state(standing({ ...stand, maps: [has(map.id, '2')] }, { zoneSets }));
  const zoned = await asked(robot, 'enableZoneSet');
  await robot.state(
    standing({ ...stand, maps: [has(map.id, '2')] }, { zoneSets, ...ended(zoned, 'FINISHED') }),
  );
  expect(await hasStatus(device, map.id, 'IN_USE')).toMatchObject({ version: 2, reason: '', attempts: 2 });
  await robot.leave();
});

test('a version the robot already has, and we cannot vouch for, is deleted there and fetched once more', async () => {
  const { device, map, robot } = await aRobot();
  await made.publish(map.id, noElements);
  const stand = { maps: [has(map.id), has(map.id, '2', 'DISABLED')], mapId: map.id };
  const first = await asked(robot, 'downloadMap');
  const errorReferences = [{ referenceKey: 'actionId', referenceValue: first.actionId }];
  const errors = [{ errorType: 'DUPLICATE_MAP', errorLevel: 'WARNING', errorReferences }];
  await robot.state(standing(stand, { ...ended(first, 'FAILED'), errors }));
  const gone = await asked(robot, 'deleteMap');
  expect(gone.actionParameters).toContainEqual({ key: 'mapVersion', value: '2' });
  await robot.state(standing(stand, ended(gone, 'FINISHED')));
  await robot.state(standing(stand, ended(await asked(robot, 'downloadMap', 2), 'FAILED')));
  expect(await hasStatus(device, map.id, 'SYNC_FAILED')).toMatchObject({ reason: 'DOWNLOAD_FAILED' });
  await robot.leave();
});

test('what a robot may try again is tried three times', async () => {
  const { device, map, robot } = await aRobot();
  await made.publish(map.id, noElements);
  const stand = { maps: [has(map.id)], mapId: map.id };
  for (const nth of [1, 2, 3])
    await robot.state(standing(stand, ended(await asked(robot, 'downloadMap', nth), 'RETRIABLE')));
  await hasStatus(device, map.id, 'SYNC_FAILED');
  await robot.leave();
});

test('R12: a robot that is away gets the version when it is back, and half an hour is the most it may take', async () => {
  const { device, map, robot } = await aRobot();
  await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
  await eventually(() => running.gateway.live(device.deviceId)?.connection.state === 'OFFLINE', 'offline');
  await made.publish(map.id, noElements);
  expect(await hasStatus(device, map.id, 'NOT_SYNCED')).toMatchObject({ wanted: 2, reason: 'OFFLINE' });
  const stand = { maps: [has(map.id)], mapId: map.id };
  await introduce(running, robot, standing(stand));
  await robot.say('factsheet', factsheet(mapActions));
  await robot.state(standing(stand));
  await asked(robot, 'downloadMap');
  await hasStatus(device, map.id, 'SYNCING');
  aheadMs = 31 * 60_000;
  // It still speaks, and so it is the synchronisation that took too long.
  await robot.state(standing(stand));
  expect(await hasStatus(device, map.id, 'SYNC_FAILED')).toMatchObject({ reason: 'TIMED_OUT' });
  await robot.leave();
});

test('R13: a map that is gone from two states in a row was deleted at the robot', async () => {
  const { device, map, robot } = await aRobot();
  const bare = { maps: [has('other')], mapId: 'other' };
  await robot.state(standing(bare));
  await eventually(async () => (await statusOf(device, map.id))?.missing === 1, 'the first look');
  expect((await statusOf(device, map.id))?.status).toBe('IN_USE');
  await robot.state(standing(bare));
  await hasStatus(device, map.id, 'DELETED_ON_DEVICE');
  await robot.leave();
});

test('a map in use is not taken off a robot, one it never had is forgotten, and another is deleted there first', async () => {
  const { device, map, robot } = await aRobot();
  const { gateway } = running;
  await expect(gateway.maps.remove(device.deviceId, map.id, 'x')).rejects.toMatchObject({
    code: 'MAP_IN_USE',
  });
  const other = await made.aMap(device.companyId);
  await robot.state(standing({ maps: [has(map.id), has(other.id)], mapId: map.id }));
  await hasStatus(device, other.id, 'ENABLED');
  const removing = gateway.maps.remove(device.deviceId, other.id, 'x');
  const action = await asked(robot, 'deleteMap');
  await robot.state(standing({ maps: [has(map.id)], mapId: map.id }, ended(action, 'FINISHED')));
  await removing;
  await hasStatus(device, other.id, 'DELETED');
  await robot.leave();
});

test('a vehicle whose factsheet declares no maps is sent none', async () => {
  const { device, map, robot } = await aRobot(['cleanArea']);
  expect(await running.gateway.maps.send(map.id, [device.deviceId], 'x')).toMatchObject([
    { result: 'REFUSED', reason: 'UNSUPPORTED' },
  ]);
  await robot.leave();
});

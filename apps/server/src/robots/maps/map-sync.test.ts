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
import { mapVersions } from '../../entities/places/map-version-table.ts';
import { notices } from '../../entities/people/notice-table.ts';
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
import { deviceUploads } from '../../entities/remote/device-upload-table.ts';
import type { ReceivedAction } from '../test-kit/test-robot.ts';
import { cutPower, startSimulator } from '../test-kit/test-simulator.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let http: FastifyInstance;
let httpUrl: string;
let folder: string;
let files: FileStore;
let mapKit: ReturnType<typeof testMaps>;
let simulator: ChildProcess | undefined;
/** It only grows: robots are disconnected when the clock is set back. */
let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);

beforeAll(async () => {
  database = await makeDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sweepline-maps-'));
  files = createFileStore(pathToFileURL(folder).href);
  const limits = { ratePerSecond: 500, burst: 2000 };
  running = await aGateway(database.db, { files, now, limits, timing: { zoneSetMs: 500 } });
  mapKit = testMaps(database.db, files, running.bus);
  http = Fastify();
  const { db } = database;
  const { bus, gateway } = running;
  const parts = { db, files, now, bus, refusals: gateway.refusals, brokerFor: () => undefined };
  await http.register(deviceApi(parts), { prefix: '/device/v1' });
  httpUrl = await http.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  await cutPower(simulator);
});
afterAll(async () => {
  await http?.close();
  await running?.gateway.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function registerDevice(overrides: Parameters<typeof aDevice>[2] = {}): Promise<Registered> {
  const device = await aDevice(database.db, await aCompany(database.db), overrides);
  announceDevice(running.bus, device.deviceId);
  await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
  return device;
}
const statusOf = (device: Registered, mapId: string) => mapKit.onDevice(device.deviceId, mapId);
const waitForStatus = (device: Registered, mapId: string, status: string, withinMs = 30_000) =>
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
  const startRobot = async (...extraArgs: string[]) => {
    const device = await registerDevice();
    const map = await mapKit.aMap(device.companyId, undefined, floor);
    const fleet = join(folder, `${device.sn}.json`);
    const entry = { sn: device.sn, model: 'J30', password: device.secret, world: 'office', mapId: map.id };
    await writeFile(fleet, JSON.stringify([entry]));
    const { mqttUrl } = running.gateway;
    simulator = startSimulator({ ...device, model: 'J30', mqttUrl, httpUrl }, [
      '--fleet',
      fleet,
      ...extraArgs,
    ]);
    await waitForStatus(device, map.id, 'IN_USE');
    return { device, map };
  };

  it('takes a published version, reports its number, and deletes the previous one', async () => {
    const { device, map } = await startRobot();
    expect(await statusOf(device, map.id)).toMatchObject({ version: 1, wanted: null });
    const version = await mapKit.publish(map.id, { ...noElements, walls: [wall] });
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
  });

  it('uploads a local edit, which becomes the next version, and takes its number over', async () => {
    const { device, map } = await startRobot('--edit', 'wall=5:5:6:5@3s');
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
  });

  it("uploads a map that the server has lost, which is stored once and as the robot's own", async () => {
    const device = await registerDevice();
    const mapId = newId();
    const fleet = join(folder, `${device.sn}.json`);
    const entry = { sn: device.sn, model: 'J30', password: device.secret, world: 'office', mapId };
    await writeFile(fleet, JSON.stringify([entry]));
    const { mqttUrl, commands } = running.gateway;
    simulator = startSimulator({ ...device, model: 'J30', mqttUrl, httpUrl }, ['--fleet', fleet]);
    const { deviceId } = device;
    const isOnline = () => running.gateway.live(deviceId)?.connection.state === 'ONLINE';
    await eventually(isOnline, 'the robot', 30_000);
    const requestUpload = async () => {
      const params = { jobId: newId(), mapId, mapVersion: '1' };
      const { id } = await commands.sendCommand({ deviceId, type: 'job.mapUpload', params, by: 'x' });
      return id;
    };
    // Its factsheet may arrive after it is online.
    await eventually(() => requestUpload().catch(() => false), 'the robot to take the job', 30_000);
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
    await waitForStatus(device, mapId, 'IN_USE');
    // At a second request the robot uploads a map that is stored already.
    const jobs = () =>
      inScope(database.db, '*', (tx) =>
        tx
          .select()
          .from(deviceUploads)
          .where(and(eq(deviceUploads.deviceId, deviceId), eq(deviceUploads.kind, 'MAP'))),
      );
    await requestUpload();
    await eventually(
      async () => (await jobs()).filter(({ fileId }) => fileId).length === 2,
      'it again',
      30_000,
    );
    expect(await versionsOf(mapId)).toHaveLength(1);
  });

  it('uploads an edit that conflicts with a newer version: both are stored and users get a notice', async () => {
    const { device, map } = await startRobot('--edit', 'wall=5:5:6:5@4s');
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
    const conflictNotices = await inScope(database.db, '*', (tx) =>
      tx.select().from(notices).where(eq(notices.deviceId, device.deviceId)),
    );
    expect(conflictNotices.map(({ template }) => template)).toContain('mapConflict');
  });
});

const factsheet = (actions: string[]) => ({
  protocolFeatures: {
    optionalParameters: [],
    mobileRobotActions: actions.map((actionType) => ({ actionType, actionScopes: ['INSTANT'] })),
  },
});
const mapActions = ['downloadMap', 'enableMap', 'deleteMap'];

interface MapPlace {
  maps: { mapId: string; mapVersion: string; mapStatus: string }[];
  mapId: string;
}
const stateOn = ({ maps, mapId }: MapPlace, fields: object = {}) => ({
  maps,
  mobileRobotPosition: { x: 1, y: 1, theta: 0, mapId, localized: true, localizationScore: 1 },
  ...fields,
});
const mapEntry = (mapId: string, mapVersion = '1', mapStatus = 'ENABLED') => ({
  mapId,
  mapVersion,
  mapStatus,
});

async function aRobot(actions = mapActions) {
  const device = await registerDevice();
  const map = await mapKit.aMap(device.companyId);
  const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  await robot.say('factsheet', factsheet(actions));
  const maps = [mapEntry(map.id)];
  await introduce(running, robot, stateOn({ maps, mapId: map.id }));
  await robot.say('factsheet', factsheet(actions));
  await robot.state(stateOn({ maps, mapId: map.id }));
  await waitForStatus(device, map.id, 'IN_USE');
  return { device, map, robot };
}
const nextAction = (robot: TestRobot, type: string, nth = 1) => robot.waitForAction(type, nth);
const resultOf = ({ actionId, actionType }: ReceivedAction, actionStatus: string, actionResult = '') => ({
  instantActionStates: [{ actionId, actionType, actionStatus, actionResult }],
});

test('a failed download ends the synchronisation with its reason, and sending again starts a new one', async () => {
  const { device, map, robot } = await aRobot();
  await mapKit.publish(map.id, { ...noElements, walls: [wall] });
  const download = await nextAction(robot, 'downloadMap');
  const names = download.actionParameters.map(({ key }) => key);
  expect(names).toEqual(expect.arrayContaining(['mapId', 'mapVersion', 'mapDownloadLink', 'mapHash']));
  const onMap = { maps: [mapEntry(map.id)], mapId: map.id };
  await robot.state(stateOn(onMap, resultOf(download, 'FAILED', 'MAP_HASH_MISMATCH')));
  expect(await waitForStatus(device, map.id, 'SYNC_FAILED')).toMatchObject({
    reason: 'HASH_MISMATCH',
    version: 1,
  });
  const { gateway } = running;
  expect(await gateway.maps.send(map.id, [device.deviceId], 'somebody')).toMatchObject([
    { result: 'STARTED' },
  ]);
  const second = await nextAction(robot, 'downloadMap', 2);
  const both = [mapEntry(map.id), mapEntry(map.id, '2', 'DISABLED')];
  await robot.state(stateOn({ ...onMap, maps: both }, resultOf(second, 'FINISHED')));
  const enable = await nextAction(robot, 'enableMap');
  const enabled = [mapEntry(map.id, '1', 'DISABLED'), mapEntry(map.id, '2')];
  await robot.state(stateOn({ ...onMap, maps: enabled }, resultOf(enable, 'FINISHED')));
  const remove = await nextAction(robot, 'deleteMap');
  expect(remove.actionParameters).toContainEqual({ key: 'mapVersion', value: '1' });
  await robot.state(stateOn({ ...onMap, maps: [mapEntry(map.id, '2')] }, resultOf(remove, 'FINISHED')));
  const zones = await robot.waitForMessage('zoneSet');
  const zoneSetId = `zs-${map.id}-2`;
  expect(zones['zoneSet']).toMatchObject({ zoneSetId });
  const zoneSets = [{ zoneSetId, mapId: map.id, zoneSetStatus: 'DISABLED' }];
  await robot.state(stateOn({ ...onMap, maps: [mapEntry(map.id, '2')] }, { zoneSets }));
  const zoned = await nextAction(robot, 'enableZoneSet');
  await robot.state(
    stateOn({ ...onMap, maps: [mapEntry(map.id, '2')] }, { zoneSets, ...resultOf(zoned, 'FINISHED') }),
  );
  expect(await waitForStatus(device, map.id, 'IN_USE')).toMatchObject({
    version: 2,
    reason: '',
    attempts: 2,
  });
  await robot.leave();
});

test('a version at the robot with unknown content is deleted there and downloaded once more', async () => {
  const { device, map, robot } = await aRobot();
  await mapKit.publish(map.id, noElements);
  const onMap = { maps: [mapEntry(map.id), mapEntry(map.id, '2', 'DISABLED')], mapId: map.id };
  const first = await nextAction(robot, 'downloadMap');
  const errorReferences = [{ referenceKey: 'actionId', referenceValue: first.actionId }];
  const errors = [{ errorType: 'DUPLICATE_MAP', errorLevel: 'WARNING', errorReferences }];
  await robot.state(stateOn(onMap, { ...resultOf(first, 'FAILED'), errors }));
  const deletion = await nextAction(robot, 'deleteMap');
  expect(deletion.actionParameters).toContainEqual({ key: 'mapVersion', value: '2' });
  await robot.state(stateOn(onMap, resultOf(deletion, 'FINISHED')));
  await robot.state(stateOn(onMap, resultOf(await nextAction(robot, 'downloadMap', 2), 'FAILED')));
  expect(await waitForStatus(device, map.id, 'SYNC_FAILED')).toMatchObject({ reason: 'DOWNLOAD_FAILED' });
  await robot.leave();
});

test('a RETRIABLE action is sent three times', async () => {
  const { device, map, robot } = await aRobot();
  await mapKit.publish(map.id, noElements);
  const onMap = { maps: [mapEntry(map.id)], mapId: map.id };
  for (const nth of [1, 2, 3])
    await robot.state(stateOn(onMap, resultOf(await nextAction(robot, 'downloadMap', nth), 'RETRIABLE')));
  await waitForStatus(device, map.id, 'SYNC_FAILED');
  await robot.leave();
});

test('an offline robot gets the version when it returns, and a synchronisation ends after half an hour', async () => {
  const { device, map, robot } = await aRobot();
  await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
  await eventually(() => running.gateway.live(device.deviceId)?.connection.state === 'OFFLINE', 'offline');
  await mapKit.publish(map.id, noElements);
  expect(await waitForStatus(device, map.id, 'NOT_SYNCED')).toMatchObject({ wanted: 2, reason: 'OFFLINE' });
  const onMap = { maps: [mapEntry(map.id)], mapId: map.id };
  await introduce(running, robot, stateOn(onMap));
  await robot.say('factsheet', factsheet(mapActions));
  await robot.state(stateOn(onMap));
  await nextAction(robot, 'downloadMap');
  await waitForStatus(device, map.id, 'SYNCING');
  aheadMs += 31 * 60_000;
  // The robot is still online, so the synchronisation timed out.
  await robot.state(stateOn(onMap));
  expect(await waitForStatus(device, map.id, 'SYNC_FAILED')).toMatchObject({ reason: 'TIMED_OUT' });
  await robot.leave();
});

test('a map absent from two states in a row counts as deleted at the robot', async () => {
  const { device, map, robot } = await aRobot();
  const otherMap = { maps: [mapEntry('other')], mapId: 'other' };
  await robot.state(stateOn(otherMap));
  await eventually(async () => (await statusOf(device, map.id))?.missing === 1, 'the first missing report');
  expect((await statusOf(device, map.id))?.status).toBe('IN_USE');
  await robot.state(stateOn(otherMap));
  await waitForStatus(device, map.id, 'DELETED_ON_DEVICE');
  await robot.leave();
});

test('a map in use is not removed, a map the robot never had is removed at once, and another is first deleted at the robot', async () => {
  const { device, map, robot } = await aRobot();
  const { gateway } = running;
  await expect(gateway.maps.remove(device.deviceId, map.id, 'x')).rejects.toMatchObject({
    code: 'MAP_IN_USE',
  });
  const other = await mapKit.aMap(device.companyId);
  await robot.state(stateOn({ maps: [mapEntry(map.id), mapEntry(other.id)], mapId: map.id }));
  await waitForStatus(device, other.id, 'ENABLED');
  const removal = gateway.maps.remove(device.deviceId, other.id, 'x');
  const action = await nextAction(robot, 'deleteMap');
  await robot.state(stateOn({ maps: [mapEntry(map.id)], mapId: map.id }, resultOf(action, 'FINISHED')));
  await removal;
  await waitForStatus(device, other.id, 'DELETED');
  await robot.leave();
});

test('a vehicle whose factsheet declares no map actions is not sent maps', async () => {
  const { device, map, robot } = await aRobot(['cleanArea']);
  expect(await running.gateway.maps.send(map.id, [device.deviceId], 'x')).toMatchObject([
    { result: 'REFUSED', reason: 'UNSUPPORTED' },
  ]);
  await robot.leave();
});

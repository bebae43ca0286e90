import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noElements } from '@sweepline/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileStore } from '../../platform/files/files.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { deviceApi } from '../device-http/device-api.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  onOutsideBroker,
  TestRobot,
  type Registered,
} from '../test-kit/test-gateway.ts';
import { testMaps } from '../test-kit/test-maps.ts';
import type { ReceivedAction } from '../test-kit/test-robot.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

/**
 * Maps and stock vehicles of version 2.1, which know only their broker
 * (docs/protocol/vda-vehicles.md#what-the-server-sends).
 */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let http: FastifyInstance;
let httpUrl = '';
/** The server address that the gateway derived for the vehicle. */
let derivedAddress: string | undefined;
let folder: string;
let mapKit: ReturnType<typeof testMaps>;

beforeAll(async () => {
  database = await makeDatabase();
  const { db } = database;
  folder = await mkdtemp(join(tmpdir(), 'sweepline-stock-'));
  const files = createFileStore(pathToFileURL(folder).href);
  running = await aGateway(db, { files, publicUrl: (reachedAt) => ((derivedAddress = reachedAt), httpUrl) });
  mapKit = testMaps(db, files, running.bus);
  http = Fastify();
  const now = () => new Date();
  const { bus, gateway } = running;
  const parts = { db, files, now, bus, refusals: gateway.refusals, brokerFor: () => undefined };
  await http.register(deviceApi(parts), { prefix: '/device/v1' });
  httpUrl = await http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await http?.close();
  await running?.gateway.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

type MapEntry = ReturnType<typeof mapEntry>;
const mapEntry = (mapId: string, mapVersion = '1', mapStatus = 'ENABLED') => ({
  mapId,
  mapVersion,
  mapStatus,
});
const mapActions = ['downloadMap', 'enableMap', 'deleteMap'];
const wall = {
  id: 'w1',
  points: [
    { x: 0.5, y: 0.5 },
    { x: 1, y: 0.5 },
  ],
};
const waitForStatus = (device: Registered, mapId: string, status: string, version?: number) =>
  eventually(
    async () => {
      const row = await mapKit.onDevice(device.deviceId, mapId);
      return row?.status === status && (version === undefined || row.version === version) && row;
    },
    status,
    20_000,
  );

/** A vehicle of version 2.1 with this factsheet, on the first version of a map. */
async function aStockVehicle(actions: string[]) {
  const device = await aDevice(database.db, await aCompany(database.db), {
    manufacturer: 'ACME',
    model: 'PLAIN',
    protocol: 'v2',
  });
  announceDevice(running.bus, device.deviceId);
  await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
  const map = await mapKit.aMap(device.companyId);
  const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  const version = '2.1.0';
  const state = (maps: MapEntry[], fields: object = {}) =>
    robot.say('state', {
      version,
      orderId: '',
      orderUpdateId: 0,
      lastNodeId: '',
      lastNodeSequenceId: 0,
      nodeStates: [],
      edgeStates: [],
      actionStates: [],
      driving: false,
      operatingMode: 'AUTOMATIC',
      errors: [],
      maps,
      agvPosition: { x: 1, y: 1, theta: 0, mapId: map.id, positionInitialized: true },
      batteryState: { batteryCharge: 80, charging: false },
      ...fields,
    });
  await robot.say('connection', { version, connectionState: 'ONLINE' }, 1);
  const agvActions = actions.map((actionType) => ({ actionType, actionScopes: ['INSTANT'] }));
  await robot.say('factsheet', { version, protocolFeatures: { optionalParameters: [], agvActions } });
  await state([mapEntry(map.id)]);
  await waitForStatus(device, map.id, 'IN_USE');
  return { device, map, robot, state };
}
const finished = ({ actionId, actionType }: ReceivedAction) => ({
  actionStates: [{ actionId, actionType, actionStatus: 'FINISHED' }],
});

test('a stock vehicle of version 2.1 gets a complete address, downloads the announced map and gets no zones', async () => {
  const { device, map, robot, state } = await aStockVehicle(mapActions);
  await mapKit.publish(map.id, { ...noElements, walls: [wall] });
  const download = await robot.waitForAction('downloadMap');
  const parameters = new Map(download.actionParameters.map(({ key, value }) => [key, String(value)]));
  const link = parameters.get('mapDownloadLink') ?? '';
  expect(link.startsWith(`${httpUrl}/device/v1/files/`)).toBe(true);
  // Only the embedded broker knows the address of the connection.
  expect(derivedAddress).toBe(onOutsideBroker ? undefined : '127.0.0.1');
  const answer = await fetch(link);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, createHash('sha256').update(bytes).digest('hex')]).toEqual([
    200,
    parameters.get('mapHash'),
  ]);
  expect((await fetch(link.replace(/sn=[^&]+/, 'sn=another'))).status).toBeGreaterThanOrEqual(400);
  await state([mapEntry(map.id), mapEntry(map.id, '2', 'DISABLED')], finished(download));
  const enable = await robot.waitForAction('enableMap');
  await state([mapEntry(map.id, '1', 'DISABLED'), mapEntry(map.id, '2')], finished(enable));
  await state([mapEntry(map.id, '2')], finished(await robot.waitForAction('deleteMap')));
  const row = await waitForStatus(device, map.id, 'IN_USE', 2);
  expect(row).toMatchObject({ wanted: 2, reason: '' });
  expect(robot.received.filter(({ topic }) => topic === 'zoneSet' || topic.startsWith('x'))).toEqual([]);
  await robot.leave();
});

test('a robot of version 3 gets a complete address and downloads the announced map without a credential', async () => {
  const device = await aDevice(database.db, await aCompany(database.db));
  announceDevice(running.bus, device.deviceId);
  await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
  const map = await mapKit.aMap(device.companyId);
  const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  const mobileRobotActions = mapActions.map((actionType) => ({ actionType, actionScopes: ['INSTANT'] }));
  await robot.say('factsheet', { protocolFeatures: { optionalParameters: [], mobileRobotActions } }, 1);
  const place = { x: 1, y: 1, theta: 0, mapId: map.id, localized: true, localizationScore: 1 };
  await robot.state({ maps: [mapEntry(map.id)], mobileRobotPosition: place });
  await waitForStatus(device, map.id, 'IN_USE');
  await mapKit.publish(map.id, { ...noElements, walls: [wall] });
  const download = await robot.waitForAction('downloadMap');
  const parameters = new Map(download.actionParameters.map(({ key, value }) => [key, String(value)]));
  const answer = await fetch(parameters.get('mapDownloadLink') ?? '');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(parameters.get('mapHash'));
  await robot.leave();
});

test('a stock vehicle without the map actions in its factsheet is not sent maps', async () => {
  const { device, map, robot } = await aStockVehicle(['startPause', 'stopPause']);
  expect(await running.gateway.maps.send(map.id, [device.deviceId], 'somebody')).toMatchObject([
    { result: 'REFUSED', reason: 'UNSUPPORTED' },
  ]);
  await mapKit.publish(map.id, noElements);
  expect(await waitForStatus(device, map.id, 'SYNC_FAILED')).toMatchObject({ reason: 'UNSUPPORTED' });
  const sent = robot.received.flatMap(({ topic, message }) =>
    topic === 'instantActions' ? (message['actions'] as ReceivedAction[]) : [],
  );
  expect(sent.filter(({ actionType }) => actionType.endsWith('Map'))).toEqual([]);
  await robot.leave();
});

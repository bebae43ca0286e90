import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noElements } from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';
import { createFileStore } from '../../platform/files/files.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  idleState,
  introduce,
  TestRobot,
} from '../test-kit/test-gateway.ts';
import { testMaps } from '../test-kit/test-maps.ts';
import type { ReceivedAction } from '../test-kit/test-robot.ts';

/** A robot that returns to an older version of a map than the server wants. */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let folder: string;
let mapKit: ReturnType<typeof testMaps>;
let aheadMs = 0;

beforeAll(async () => {
  database = await makeDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sweepline-fallback-'));
  const files = createFileStore(pathToFileURL(folder).href);
  const now = () => new Date(Date.now() + aheadMs);
  running = await aGateway(database.db, { files, now, timing: { zoneSetMs: 500 } });
  mapKit = testMaps(database.db, files, running.bus);
});
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

const actionTypes = ['downloadMap', 'enableMap', 'deleteMap'];
const factsheet = {
  protocolFeatures: {
    optionalParameters: [],
    mobileRobotActions: actionTypes.map((actionType) => ({ actionType, actionScopes: ['INSTANT'] })),
  },
};
const resultOf = ({ actionId, actionType }: ReceivedAction) => ({
  instantActionStates: [{ actionId, actionType, actionStatus: 'FINISHED', actionResult: '' }],
});

/** A robot on version 1 of a map, whose tests decide what it reports. */
async function aRobotOnVersion1() {
  const device = await aDevice(database.db, await aCompany(database.db));
  announceDevice(running.bus, device.deviceId);
  await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
  const map = await mapKit.aMap(device.companyId);
  const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  const entry = (version: number, mapStatus = 'ENABLED') => ({
    mapId: map.id,
    mapVersion: String(version),
    mapStatus,
  });
  const mobileRobotPosition = { ...idleState.mobileRobotPosition, mapId: map.id };
  const zoneSets = [{ zoneSetId: `zs-${map.id}-2`, mapId: map.id, zoneSetStatus: 'ENABLED' }];
  const report = (maps: object[], fields: object = {}) =>
    robot.say('state', { ...idleState, mobileRobotPosition, zoneSets, maps, ...fields }, 1);
  await robot.say('factsheet', factsheet, 1);
  await introduce(running, robot, { mobileRobotPosition, maps: [entry(1)] });
  await robot.say('factsheet', factsheet, 1);
  await report([entry(1)]);
  const rowOnceIt = (is: object) =>
    eventually(
      async () => {
        const row = await mapKit.onDevice(device.deviceId, map.id);
        return row && Object.entries(is).every(([name, value]) => row[name as keyof typeof row] === value);
      },
      JSON.stringify(is),
      10_000,
    );
  await rowOnceIt({ status: 'IN_USE', version: 1 });
  return {
    map,
    robot,
    rowOnceIt,
    fallBack: () => report([entry(1)]),
    downloads: () =>
      robot.received.filter(
        ({ topic, message }) => topic === 'instantActions' && JSON.stringify(message).includes('downloadMap'),
      ).length,
    /** Takes version 2 as a full robot does, for the nth time. */
    take: async (nth: number) => {
      const download = await robot.waitForAction('downloadMap', nth);
      await report([entry(1), entry(2, 'DISABLED')], resultOf(download));
      await report([entry(2)], resultOf(await robot.waitForAction('enableMap', nth)));
      await rowOnceIt({ status: 'IN_USE', version: 2 });
    },
  };
}

test('a robot that falls back to an older version gets the wanted one again, at once and then after growing pauses', async () => {
  const { map, robot, rowOnceIt, fallBack, downloads, take } = await aRobotOnVersion1();
  await mapKit.publish(map.id, noElements);
  await take(1);

  await fallBack();
  await take(2);

  await fallBack();
  await rowOnceIt({ status: 'IN_USE', version: 1, wanted: 2 });
  aheadMs += 4 * 60_000;
  await fallBack();
  await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false, relocating: false }, 1);
  expect(downloads()).toBe(2);

  aheadMs += 2 * 60_000;
  await take(3);
  await robot.leave();
});

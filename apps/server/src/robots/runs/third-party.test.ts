import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { devices } from '../../entities/devices/device-table.ts';
import { runs, type RunPlan } from '../../entities/work/run-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';
import { aCompany, aDevice, aGateway, eventually, idleState, TestRobot } from '../test-kit/test-gateway.ts';

/** A vehicle of another maker that speaks VDA 5050 3.0 and none of the vendor topics. */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;

beforeAll(async () => {
  database = await makeDatabase();
  running = await aGateway(database.db);
});
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
});

async function aVehicle(actions: string[]) {
  const device = await aDevice(database.db, await aCompany(database.db), {
    manufacturer: 'ACME',
    model: 'PLAIN',
    protocol: 'v3',
  });
  announceDevice(running.bus, device.deviceId);
  await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
  const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  const factsheet = {
    typeSpecification: { seriesName: 'Scrub 900' },
    protocolFeatures: {
      mobileRobotActions: actions.map((actionType) => ({ actionType, actionScopes: ['NODE'] })),
    },
  };
  await robot.say('factsheet', factsheet, 1);
  await robot.say('state', idleState, 1);
  await eventually(() => running.gateway.live(device.deviceId)?.battery, 'the first state');
  return { device, robot };
}

const rowOf = async (id: string) =>
  (await inScope(database.db, '*', (tx) => tx.select().from(runs).where(eq(runs.id, id))))[0];
const deviceOf = async (id: string) =>
  (await inScope(database.db, '*', (tx) => tx.select().from(devices).where(eq(devices.id, id))))[0];

const station = { id: 'dock-1', x: 0, y: 0, theta: 0 };
const plan: RunPlan = {
  cleaningMode: 'SCRUB',
  strength: 'MEDIUM',
  repetitions: 1,
  strategy: 'FULL',
  pattern: 'EDGE_THEN_FILL',
  finish: 'CHARGE',
  station,
  areas: [
    {
      areaId: 'z1',
      name: 'Hall',
      polygon: [
        [0, 0],
        [4, 0],
        [4, 3],
      ],
      areaM2: 6,
    },
  ],
  toolWidthM: 0.5,
};
const start = (deviceId: string) =>
  running.gateway.runs.start({
    deviceId,
    name: 'Daily',
    by: 'test',
    kind: 'CLEANING',
    plan,
    map: { mapId: 'm1', mapVersion: 1, zones: [], walls: [] },
  });

it('a vehicle that declares cleanArea cleans, and charges without the vendor action dock', async () => {
  const { device, robot } = await aVehicle(['cleanArea', 'startCharging']);
  const { id } = await start(device.deviceId);
  const order = await robot.waitForMessage('order');
  const types = (order['nodes'] as { actions: { actionType: string }[] }[]).flatMap(({ actions }) =>
    actions.map(({ actionType }) => actionType),
  );
  expect(types).toEqual(['cleanArea', 'startCharging']);
  await robot.state({
    orderId: id,
    actionStates: [
      { actionId: `${id}.0`, actionType: 'cleanArea', actionStatus: 'FINISHED' },
      { actionId: `${id}.1`, actionType: 'startCharging', actionStatus: 'FINISHED' },
    ],
  });
  await eventually(async () => (await rowOf(id))?.state === 'SUCCESS', 'the run to succeed');
  await robot.leave();
});

it('a vehicle that is online and has not sent a state is not called offline', async () => {
  const company = await aCompany(database.db);
  const device = await aDevice(database.db, company, { manufacturer: 'ACME', model: 'PLAIN' });
  announceDevice(running.bus, device.deviceId);
  await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
  const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  await eventually(
    () => running.gateway.live(device.deviceId)?.connection.state === 'ONLINE',
    'it to be online',
  );
  const { deviceId } = device;
  const drive = () => running.gateway.runs.navigate({ deviceId, goal: { x: 1, y: 1 }, by: 'test' });
  await expect(drive()).rejects.toMatchObject({ code: 'NO_STATE' });
  await robot.leave();
});

it('a vehicle without cleanArea is not sent to clean', async () => {
  const { device, robot } = await aVehicle(['startPause']);
  await expect(start(device.deviceId)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  await robot.leave();
});

it('the device has the type and the actions of the factsheet', async () => {
  const { device, robot } = await aVehicle(['startPause', 'cleanArea']);
  const stored = await eventually(async () => {
    const row = await deviceOf(device.deviceId);
    return row?.vehicleType && row;
  }, 'the factsheet to be stored');
  expect(stored).toMatchObject({ vehicleType: 'Scrub 900', actions: ['cleanArea', 'startPause'] });
  await robot.leave();
});

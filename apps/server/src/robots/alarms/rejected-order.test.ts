import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { aCompany, aDevice, aGateway, eventually, idleState, TestRobot } from '../test-kit/test-gateway.ts';

/** A vehicle without vendor topics: its alarms come from the errors in its state. */
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let robot: TestRobot;

beforeAll(async () => {
  database = await makeDatabase();
  const company = await aCompany(database.db);
  const device = await aDevice(database.db, company, { manufacturer: 'ACME', model: 'PLAIN' });
  running = await aGateway(database.db);
  robot = await TestRobot.connect(running.gateway.mqttUrl, device);
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  await robot.say('state', idleState, 1);
  await eventually(() => running.gateway.live(device.deviceId)?.battery, 'the first state');
});
afterAll(async () => {
  await robot?.leave();
  await running?.gateway.stop();
  await database?.close();
});

const errorOf = (errorType: string, referenceKey: string, referenceValue: string) => ({
  errorType,
  errorLevel: 'WARNING',
  errorReferences: [{ referenceKey, referenceValue }],
});
const alarmRows = () =>
  inScope(database.db, '*', (tx) =>
    tx
      .select()
      .from(alarms)
      .where(eq(alarms.deviceId, robot.device.deviceId))
      .orderBy(asc(alarms.arrivedAt), asc(alarms.id)),
  );
const waitForAlarm = (type: string, isOpen: boolean) =>
  eventually(
    async () => (await alarmRows()).find((it) => it.type === type && (it.clearedAt === null) === isOpen),
    `${type} to be ${isOpen ? 'open' : 'over'}`,
  );
const drive = () =>
  running.gateway.runs.navigate({ deviceId: robot.device.deviceId, goal: { x: 3, y: 2 }, by: 'test' });

it('the alarm of a rejected order ends with its run, while the robot still reports the error', async () => {
  const run = await drive();
  const rejection = errorOf('NO_ROUTE_TO_TARGET', 'orderId', run.id);
  await robot.state({ errors: [rejection] });
  expect(await waitForAlarm('NO_ROUTE_TO_TARGET', false)).toMatchObject({ runId: run.id });
  // The state repeats the rejection beside an error of the robot itself, which stays open.
  await robot.state({ errors: [rejection, errorOf('BRUSH_JAM', 'part', 'brush')] });
  await waitForAlarm('BRUSH_JAM', true);
  expect((await alarmRows()).map((it) => it.type)).toEqual(['NO_ROUTE_TO_TARGET', 'BRUSH_JAM']);
});

it('an error that names an order which the robot carries out stays open after the run', async () => {
  const run = await drive();
  const fault = errorOf('WHEEL_SLIP', 'orderId', run.id);
  await robot.state({ orderId: run.id, nodeStates: [{ nodeId: 'a', sequenceId: 2, released: true }] });
  await eventually(
    () => running.gateway.live(robot.device.deviceId)?.run?.value.state === 'IN_PROGRESS',
    'the run to begin',
  );
  await robot.state({ errors: [fault] });
  await waitForAlarm('WHEEL_SLIP', true);
  await robot.state({ errors: [fault, errorOf('LIDAR_DIRTY', 'part', 'lidar')] });
  await waitForAlarm('LIDAR_DIRTY', true);
  await waitForAlarm('WHEEL_SLIP', true);
});

it('the rejection of an ended order is over after a restart of the server', async () => {
  const run = await drive();
  const rejection = errorOf('UNKNOWN_MAP_ID', 'orderId', run.id);
  await robot.state({ errors: [rejection] });
  const { id } = await waitForAlarm('UNKNOWN_MAP_ID', false);
  await robot.leave();
  await running.gateway.stop();
  // A server that was killed between the end of the run and that of its alarm.
  await inScope(database.db, '*', (tx) =>
    tx.update(alarms).set({ clearedAt: null }).where(eq(alarms.id, id)),
  );
  running = await aGateway(database.db);
  robot = await TestRobot.connect(running.gateway.mqttUrl, robot.device);
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  await robot.state({ errors: [rejection] });
  await waitForAlarm('UNKNOWN_MAP_ID', false);
  expect((await alarmRows()).filter((it) => it.type === 'UNKNOWN_MAP_ID')).toHaveLength(1);
});

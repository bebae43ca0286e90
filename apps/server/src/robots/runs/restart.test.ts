import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { runPaths } from '../../entities/work/run-path-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  aCompany,
  aGateway,
  anOnlineRobot,
  eventually,
  introduce,
  TestRobot,
} from '../test-kit/test-gateway.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database?.close());

const rowOf = async (id: string) =>
  (await inScope(database.db, '*', (tx) => tx.select().from(runs).where(eq(runs.id, id))))[0];
const timing = { orderResendMs: 500, pathFlushMs: 100 };
const at = (x: number) => ({
  mobileRobotPosition: { x, y: 2, theta: 0, mapId: 'm1', localized: true },
});

it('a new process continues the last one: devices offline, runs open, orders repeated, paths continued', async () => {
  const first = await aGateway(database.db, { timing });
  const companyId = await aCompany(database.db);
  const [driving, waiting] = [
    await anOnlineRobot(first, database.db, companyId),
    await anOnlineRobot(first, database.db, companyId),
  ];
  const drive = (deviceId: string) =>
    first.gateway.runs.navigate({ deviceId, goal: { x: 9, y: 2 }, by: 'test' });
  const { id } = await drive(driving.device.deviceId);
  const activeState = { orderId: id, nodeStates: [{ nodeId: 'goal', sequenceId: 2, released: true }] };
  for (const x of [1, 2, 3]) await driving.robot.state({ ...activeState, ...at(x) });
  await eventually(async () => (await rowOf(id))?.state === 'IN_PROGRESS', 'the run to be under way');
  await eventually(
    () => first.gateway.live(driving.device.deviceId)?.position?.value.x === 3,
    'the last place before the restart',
  );
  const waitingRun = await drive(waiting.device.deviceId);
  await Promise.all([driving.robot.leave(), waiting.robot.leave()]);
  await first.gateway.stop();

  const second = await aGateway(database.db, { timing });
  const live = () => second.gateway.live(driving.device.deviceId);
  // No device is online before its first message; the last positions are restored.
  expect(live()?.connection.state).toBe('OFFLINE');
  expect(live()?.position?.value.x).toBe(3);
  expect(live()?.run?.value).toMatchObject({ runId: id, state: 'IN_PROGRESS' });

  const reconnected = await TestRobot.connect(second.gateway.mqttUrl, driving.device);
  await introduce(second, reconnected, { ...activeState, ...at(4) });
  await reconnected.state({ orderId: id, ...at(9) });
  await eventually(async () => (await rowOf(id))?.state === 'SUCCESS', 'the run to end');
  const pieces = await eventually(async () => {
    const rows = await inScope(database.db, '*', (tx) =>
      tx.select().from(runPaths).where(eq(runPaths.runId, id)),
    );
    return rows.some((it) => it.points.some((point) => point[1] === 4)) && rows;
  }, 'the path of both processes');
  const xs = pieces.toSorted((a, b) => a.seq - b.seq).flatMap((it) => it.points.map((point) => point[1]));
  expect(xs).toEqual(xs.toSorted((a, b) => a - b));
  expect(xs[0]).toBe(1);

  const other = await TestRobot.connect(second.gateway.mqttUrl, waiting.device);
  await introduce(second, other);
  const order = await other.waitForMessage('order');
  expect(order['orderId']).toBe(waitingRun.id);
  await Promise.all([reconnected.leave(), other.leave()]);
  await second.gateway.stop();
});

it('a robot that stayed connected is asked for its state at once if a run waits for it', async () => {
  const broker = await Aedes.createBroker();
  const listener = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const mqttUrl = `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const first = await aGateway(database.db, { timing, mqttUrl });
  const { device, robot } = await anOnlineRobot(first, database.db, await aCompany(database.db));
  const { deviceId } = device;
  const { id } = await first.gateway.runs.navigate({ deviceId, goal: { x: 9, y: 2 }, by: 'test' });
  expect((await robot.waitForMessage('order'))['orderId']).toBe(id);
  await first.gateway.stop();

  // No other request for a state within the test.
  const slowTiming = { ...timing, orderResendMs: 120_000 };
  const second = await aGateway(database.db, { timing: slowTiming, mqttUrl });
  await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false });
  const request = await robot.waitForMessage('instantActions');
  expect(request['actions']).toMatchObject([{ actionType: 'stateRequest' }]);
  await robot.state({ orderId: id, nodeStates: [{ nodeId: 'goal', sequenceId: 2, released: true }] });
  await eventually(async () => (await rowOf(id))?.state === 'IN_PROGRESS', 'the run to be under way');
  await robot.leave();
  await second.gateway.stop();
  await new Promise<void>((done) => broker.close(done));
  listener.close();
});

it('a stopping gateway sends pending acknowledgements before it disconnects, and nothing after that', async () => {
  const warnings: string[] = [];
  const log = {
    info: () => {},
    warn: (_: object, text: string) => void warnings.push(text),
    error: () => {},
  };
  const running = await aGateway(database.db, { log });
  const { robot } = await anOnlineRobot(running, database.db, await aCompany(database.db));
  const alarmId = newId();
  const raised = robot.durable({ alarmId, event: 'RAISED', code: '10102', level: 3 });
  await robot.say('xAlarm', raised, 1);
  // The embedded broker acknowledges after the message is stored, an outside one before.
  const stored = (tx: Tx) => tx.select().from(alarms).where(eq(alarms.id, alarmId));
  await eventually(
    async () => (await inScope(database.db, '*', stored)).length > 0,
    'the alarm to be stored',
  );
  await running.gateway.stop();
  const acknowledgement = await robot.waitForMessage('xAck');
  expect(acknowledgement['acks']).toEqual([raised.msgId]);
  expect(warnings).toEqual([]);
  await robot.leave();
});

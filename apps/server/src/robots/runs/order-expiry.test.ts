import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Aedes } from 'aedes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runs } from '../../features/tasks/run-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { maySend } from '../commands/instant-actions.ts';
import { mayOrder } from './run-rules.ts';
import {
  aCompany,
  aGateway,
  anOnlineRobot,
  eventually,
  introduce,
  TestRobot,
} from '../test-kit/test-gateway.ts';

/** Orders and actions that were meant for a moment do not move a robot later. The server's clock is moved by hand. */
const second = 1000;
/** Holds back what the server sends, as a broker that takes its time does. */
let held: (() => void)[] | undefined;
let broker: Aedes;
let listener: Server;
let database: TestDatabase;
let companyId: string;
let running: Awaited<ReturnType<typeof aGateway>>;
let aheadMs = 0;

beforeAll(async () => {
  broker = await Aedes.createBroker({
    authorizePublish: (client, packet, done) => {
      const isDown =
        client?.id.endsWith('-command') && /\/(xCommand|order|instantActions)$/.test(packet.topic);
      if (held && isDown) held.push(() => done(null));
      else done(null);
    },
  });
  listener = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const mqttUrl = `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  database = await makeDatabase();
  companyId = await aCompany(database.db);
  running = await aGateway(database.db, { mqttUrl, now: () => new Date(Date.now() + aheadMs) });
});
beforeEach(() => {
  aheadMs = 0;
});
afterAll(async () => {
  await running.gateway.stop();
  await new Promise<void>((done) => broker.close(done));
  listener.close();
  await database.close();
});

const runOf = async (id: string) =>
  (await inScope(database.db, '*', (tx) => tx.select().from(runs).where(eq(runs.id, id))))[0];
const runIs = (id: string, state: string) =>
  eventually(async () => {
    const row = await runOf(id);
    return row?.state === state && row;
  }, `the run to be ${state}`);
const navigate = (deviceId: string) =>
  running.gateway.runs.navigate({ deviceId, goal: { x: 9, y: 2 }, by: 'test' });
const underWay = (orderId: string) => ({
  ...{ orderId, nodeStates: [{ nodeId: 'goal', sequenceId: 2, released: true }] },
});

/** Starts a drive and loses the robot before it shows the order; then the robot is back after a while. */
async function startAndDrop(awayMs: number, state: (id: string) => object = () => ({})) {
  const { device, robot } = await anOnlineRobot(running, database.db, companyId);
  const { id } = await navigate(device.deviceId);
  await robot.hear('order');
  await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
  await eventually(
    () => running.gateway.live(device.deviceId)?.connection.state === 'OFFLINE',
    'the robot to be offline',
  );
  await robot.leave();
  aheadMs += awayMs;
  const back = await TestRobot.connect(running.gateway.mqttUrl, device);
  await introduce(running, back, state(id));
  return { id, device, back };
}
const locate = (deviceId: string) =>
  running.gateway.commands.sendCommand({ deviceId, type: 'locate', params: { seconds: 5 }, by: 'test' });

it('a start whose robot comes back within the minute is sent again', async () => {
  const { id, back } = await startAndDrop(20 * second);
  expect((await back.hear('order'))['orderId']).toBe(id);
  await back.leave();
});

it('a start whose robot comes back minutes later has failed, and no order follows', async () => {
  const { id, device, back } = await startAndDrop(180 * second);
  const row = await runIs(id, 'FAILED');
  expect(['OFFLINE', 'ORDER_NOT_ACKNOWLEDGED']).toContain(row.code);
  const mark = await locate(device.deviceId);
  await back.hear('xCommand', (it) => it['commandId'] === mark.id);
  expect(back.heard.filter(({ topic }) => topic === 'order')).toEqual([]);
  await back.leave();
});

it('a start that failed this way is under way again when the robot turns out to have heard it', async () => {
  const { id, back } = await startAndDrop(180 * second, underWay);
  await back.state(underWay(id));
  await runIs(id, 'IN_PROGRESS');
  expect(back.heard.filter(({ topic }) => topic === 'order')).toEqual([]);
  await back.leave();
});

it('what waits for a broker that takes its time is left out when its moment has passed', async () => {
  const { device, robot } = await anOnlineRobot(running, database.db, companyId);
  const { deviceId } = device;
  held = [];
  const stuck = await locate(deviceId);
  await eventually(() => held?.length === 1, 'the first message to be held');
  // All of these queue behind it.
  void running.gateway.power.sleep({ deviceId, by: 'test', minSoc: 0 }).catch(() => {});
  const exit = await running.gateway.commands.sendCommand({
    ...{ deviceId, type: 'relocation.exit', params: {}, by: 'test' },
  });
  const { id } = await navigate(deviceId);
  aheadMs += 70 * second;
  await runIs(id, 'FAILED');
  const release = held;
  held = undefined;
  for (const done of release) done();
  await robot.hear('xCommand', (it) => it['commandId'] === stuck.id);
  const mark = await locate(deviceId);
  await robot.hear('xCommand', (it) => it['commandId'] === mark.id);
  const late = robot.heard.filter(
    ({ topic, message }) =>
      topic === 'order' ||
      message['commandId'] === exit.id ||
      JSON.stringify(message).includes('startHibernation'),
  );
  expect(late).toEqual([]);
  await robot.leave();
});

it('an order goes out only for a run that waits, within a minute of its start', () => {
  const row = { state: 'WAITING' as const, createdAt: new Date(0).toISOString() };
  const timing = { orderExpiryMs: 60_000 };
  expect(mayOrder(row, 59_999, timing)).toBe(true);
  expect(mayOrder(row, 60_000, timing)).toBe(false);
  expect(mayOrder({ ...row, state: 'INTERRUPTED' }, 0, timing)).toBe(false);
});

it('an action goes out only while its sender waits for it, and never later than any other', () => {
  const timing = { instantTimeoutMs: 15_000 };
  const download = { ended: false, sentMs: 0, withinMs: 600_000 };
  expect(maySend(download, 14_999, timing)).toBe(true);
  expect(maySend(download, 15_000, timing)).toBe(false);
  expect(maySend({ ...download, withinMs: 5_000 }, 5_000, timing)).toBe(false);
  expect(maySend({ ...download, ended: true }, 0, timing)).toBe(false);
});

import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Aedes } from 'aedes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../entities/work/run-table.ts';
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

/** Expired orders and actions do not move a robot. The test moves the server's clock. */
const second = 1000;
/** Delayed messages of the server, as at a slow broker. */
let delayed: (() => void)[] | undefined;
let broker: Aedes;
let listener: Server;
let database: TestDatabase;
let companyId: string;
let running: Awaited<ReturnType<typeof aGateway>>;
/** It only grows: orders that wait end when the clock is set back. */
let aheadMs = 0;

beforeAll(async () => {
  broker = await Aedes.createBroker({
    authorizePublish: (client, packet, done) => {
      const isDown =
        client?.id.endsWith('-command') && /\/(xCommand|order|instantActions)$/.test(packet.topic);
      if (delayed && isDown) delayed.push(() => done(null));
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
afterAll(async () => {
  await running.gateway.stop();
  await new Promise<void>((done) => broker.close(done));
  listener.close();
  await database.close();
});

const runOf = async (id: string) =>
  (await inScope(database.db, '*', (tx) => tx.select().from(runs).where(eq(runs.id, id))))[0];
const waitForRun = (id: string, state: string) =>
  eventually(async () => {
    const row = await runOf(id);
    return row?.state === state && row;
  }, `the run to be ${state}`);
const navigate = (deviceId: string) =>
  running.gateway.runs.navigate({ deviceId, goal: { x: 9, y: 2 }, by: 'test' });
const activeState = (orderId: string) => ({
  orderId,
  nodeStates: [{ nodeId: 'goal', sequenceId: 2, released: true }],
});

/** Starts a drive and disconnects the robot before its state shows the order; it reconnects after a while. */
async function startAndReconnect(awayMs: number, state: (id: string) => object = () => ({})) {
  const { device, robot } = await anOnlineRobot(running, database.db, companyId);
  const { id } = await navigate(device.deviceId);
  await robot.waitForMessage('order');
  await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
  await eventually(
    () => running.gateway.live(device.deviceId)?.connection.state === 'OFFLINE',
    'the robot to be offline',
  );
  await robot.leave();
  aheadMs += awayMs;
  const reconnected = await TestRobot.connect(running.gateway.mqttUrl, device);
  await introduce(running, reconnected, state(id));
  return { id, device, reconnected };
}
const locate = (deviceId: string) =>
  running.gateway.commands.sendCommand({ deviceId, type: 'locate', params: { seconds: 5 }, by: 'test' });

it('a start is sent again when its robot reconnects within a minute', async () => {
  const { id, reconnected } = await startAndReconnect(20 * second);
  expect((await reconnected.waitForMessage('order'))['orderId']).toBe(id);
  await reconnected.leave();
});

it('a start fails without another order when its robot reconnects minutes later', async () => {
  const { id, device, reconnected } = await startAndReconnect(180 * second);
  const row = await waitForRun(id, 'FAILED');
  expect(['OFFLINE', 'ORDER_NOT_ACKNOWLEDGED']).toContain(row.code);
  const marker = await locate(device.deviceId);
  await reconnected.waitForMessage('xCommand', (it) => it['commandId'] === marker.id);
  expect(reconnected.received.filter(({ topic }) => topic === 'order')).toEqual([]);
  await reconnected.leave();
});

it('a failed start becomes active again when the robot turns out to have received the order', async () => {
  const { id, reconnected } = await startAndReconnect(180 * second, activeState);
  await reconnected.state(activeState(id));
  await waitForRun(id, 'IN_PROGRESS');
  expect(reconnected.received.filter(({ topic }) => topic === 'order')).toEqual([]);
  await reconnected.leave();
});

it('an expired message is dropped when a slow broker delays its sending', async () => {
  const { device, robot } = await anOnlineRobot(running, database.db, companyId);
  const { deviceId } = device;
  delayed = [];
  const blocked = await locate(deviceId);
  await eventually(() => delayed?.length === 1, 'the first message to be held');
  // All of these queue behind the delayed message.
  void running.gateway.power.sleep({ deviceId, by: 'test', minSoc: 0 }).catch(() => {});
  const exit = await running.gateway.commands.sendCommand({
    deviceId,
    type: 'relocation.exit',
    params: {},
    by: 'test',
  });
  const { id } = await navigate(deviceId);
  aheadMs += 70 * second;
  await waitForRun(id, 'FAILED');
  const releases = delayed;
  delayed = undefined;
  for (const done of releases) done();
  await robot.waitForMessage('xCommand', (it) => it['commandId'] === blocked.id);
  const marker = await locate(deviceId);
  await robot.waitForMessage('xCommand', (it) => it['commandId'] === marker.id);
  const late = robot.received.filter(
    ({ topic, message }) =>
      topic === 'order' ||
      message['commandId'] === exit.id ||
      JSON.stringify(message).includes('startHibernation'),
  );
  expect(late).toEqual([]);
  await robot.leave();
});

it('an order is sent only for a waiting run, within a minute of its start', () => {
  const row = { state: 'WAITING' as const, createdAt: new Date(0).toISOString() };
  const timing = { orderExpiryMs: 60_000 };
  expect(mayOrder(row, 59_999, timing)).toBe(true);
  expect(mayOrder(row, 60_000, timing)).toBe(false);
  expect(mayOrder({ ...row, state: 'INTERRUPTED' }, 0, timing)).toBe(false);
});

it('an action is sent only while its caller waits, and within the limit of all actions', () => {
  const timing = { instantTimeoutMs: 15_000 };
  const download = { ended: false, sentMs: 0, withinMs: 600_000 };
  expect(maySend(download, 14_999, timing)).toBe(true);
  expect(maySend(download, 15_000, timing)).toBe(false);
  expect(maySend({ ...download, withinMs: 5_000 }, 5_000, timing)).toBe(false);
  expect(maySend({ ...download, ended: true }, 0, timing)).toBe(false);
});

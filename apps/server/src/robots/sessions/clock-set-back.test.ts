import { deviceCareCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { commands } from '../../entities/devices/command-table.ts';
import { deviceLives } from '../../entities/devices/device-live-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';
import { inScope } from '../../platform/db/db.ts';
import { isDue } from '../../platform/runtime/clock.ts';
import { people } from '../../test-kit/index.ts';
import { ownTestServer } from '../../test-kit/test-server.ts';
import { aDevice, eventually, introduce, TestRobot } from '../test-kit/test-gateway.ts';

/** Its own server: the tests set the clock back by an hour, or forward. */
const server = ownTestServer();
const hourMs = 3_600_000;

async function aConnectedRobot() {
  const { id, companyId } = await server.aDevice();
  await inScope(server.db, '*', (tx) => tx.delete(devices).where(eq(devices.id, id)));
  const device = await aDevice(server.db, companyId);
  announceDevice(server.bus, device.deviceId);
  await eventually(() => server.gateway.live(device.deviceId), 'the gateway to know the device');
  const robot = await TestRobot.connect(server.gateway.mqttUrl, device);
  await introduce({ gateway: server.gateway, bus: server.bus, pushed: [] }, robot);
  return { deviceId: device.deviceId, device, robot };
}
const statusOf = async (id: string) =>
  (await inScope(server.db, '*', (tx) => tx.select().from(commands).where(eq(commands.id, id))))[0]?.status;
const stateOfRun = async (id: string) =>
  (await inScope(server.db, '*', (tx) => tx.select().from(runs).where(eq(runs.id, id))))[0]?.state;
const reconnected = async (device: TestRobot['device']) => {
  const robot = await TestRobot.connect(server.gateway.mqttUrl, device);
  await introduce({ gateway: server.gateway, bus: server.bus, pushed: [] }, robot);
  return robot;
};

it('an interactive command and an order that wait do not become deliverable again when the clock is set back', async () => {
  const { deviceId, device, robot } = await aConnectedRobot();
  const run = await server.gateway.runs.navigate({ deviceId, goal: { x: 3, y: 2 }, by: 'test' });
  await robot.waitForMessage('order');
  const { id } = await server.ok(deviceCareCalls.reboot, people.mallAdmin, { id: deviceId });
  await robot.waitForMessage('xCommand', ({ type }) => type === 'device.reboot');
  const closed = new Promise<void>((done) => void robot.client.once('close', () => done()));
  server.clock.advance(-hourMs);
  await eventually(async () => (await statusOf(id)) === 'EXPIRED', 'the command to expire');
  await eventually(async () => (await stateOfRun(run.id)) === 'FAILED', 'the run to fail');
  // The robot connects again, and asks for the time as at each connection.
  await closed;
  const back = await reconnected(device);
  await back.state();
  expect(back.received.filter(({ topic }) => topic === 'order' || topic === 'xCommand')).toEqual([]);
  await back.leave();
});

it('states reach pages and rows at once after the clock is set back, and a silent robot goes offline', async () => {
  const { deviceId, device, robot } = await aConnectedRobot();
  server.clock.advance(-hourMs);
  await eventually(() => !robot.client.connected, 'the robot to be disconnected');
  const back = await reconnected(device);
  await back.state({ powerSupply: { stateOfCharge: 41, batteryVoltage: 25, charging: false } });
  await eventually(async () => {
    const rows = await inScope(server.db, '*', (tx) =>
      tx.select().from(deviceLives).where(eq(deviceLives.id, deviceId)),
    );
    return rows[0]?.soc === 41;
  }, 'the row of the live state');
  await eventually(() => {
    server.clock.advance(10_000);
    return server.gateway.live(deviceId)?.connection.state === 'OFFLINE';
  }, 'the silent robot to be offline');
  await back.leave();
});

it('a pause does not time out early when the clock is set forward', async () => {
  const { deviceId, robot } = await aConnectedRobot();
  const { id } = await server.gateway.runs.navigate({ deviceId, goal: { x: 3, y: 2 }, by: 'test' });
  await robot.waitForMessage('order');
  await robot.state({
    orderId: id,
    nodeStates: [{ nodeId: 'goal', sequenceId: 2, released: true }],
    paused: true,
  });
  await eventually(async () => (await stateOfRun(id)) === 'PAUSED', 'the run to be paused');
  robot.received.length = 0;
  server.clock.advance(13 * hourMs);
  // The silence since then is longer than allowed, so the next tick asks for a state.
  await robot.waitForMessage('instantActions');
  await robot.state({
    orderId: id,
    nodeStates: [{ nodeId: 'goal', sequenceId: 2, released: true }],
    paused: true,
  });
  expect(await stateOfRun(id)).toBe('PAUSED');
  await robot.leave();
});

it('work is due after its interval, and at once when the clock is before its last time', () => {
  expect([isDue(1000, 1999, 1000), isDue(1000, 2000, 1000), isDue(1000, 999, 1000)]).toEqual([
    false,
    true,
    true,
  ]);
});

import { commandCalls, deviceCareCalls } from '@sweepline/contract';
import { commandTypes, type CommandType } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { commands } from '../../entities/devices/command-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { people } from '../../test-kit/index.ts';
import { ownTestServer } from '../../test-kit/test-server.ts';
import { commandMessage, mayDeliver, stepAt, type CommandRow } from './command-rules.ts';
import {
  aDevice,
  aGateway,
  anOnlineRobot,
  eventually,
  introduce,
  TestRobot,
} from '../test-kit/test-gateway.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

/** An expired command is not delivered, whatever happened to it before. The test moves the server's clock. */
const server = ownTestServer();

const { mallAdmin } = people;
const second = 1000;

/** A connected robot of the mall. */
async function aConnectedRobot() {
  const { id: deviceId, companyId } = await server.aDevice();
  await inScope(server.db, '*', (tx) => tx.delete(devices).where(eq(devices.id, deviceId)));
  const device = await aDevice(server.db, companyId);
  announceDevice(server.bus, device.deviceId);
  await eventually(() => server.gateway.live(device.deviceId), 'the gateway to know the device');
  const robot = await TestRobot.connect(server.gateway.mqttUrl, device);
  await introduce({ gateway: server.gateway, bus: server.bus, pushed: [] }, robot);
  return { device, robot };
}
const connectionOf = (deviceId: string) => server.gateway.live(deviceId)?.connection.state;
const disconnect = async (deviceId: string, robot: TestRobot) => {
  robot.client.stream.destroy();
  await eventually(() => {
    // After its last will the robot has some seconds to prove that it is online.
    server.clock.advance(second);
    return connectionOf(deviceId) === 'OFFLINE';
  }, 'the robot to be offline');
};
const listed = async (deviceId: string) =>
  (await server.ok(commandCalls.list, mallAdmin, { deviceId })).list.map(({ id, status, code }) => ({
    id,
    status,
    code,
  }));
const commandTypesOf = (robot: TestRobot) =>
  robot.received.filter(({ topic }) => topic === 'xCommand').map(({ message }) => message['type']);

it('a reboot expires when its robot disconnects before answering, and is not delivered on its return', async () => {
  const { device, robot } = await aConnectedRobot();
  const { deviceId } = device;
  const command = await server.ok(deviceCareCalls.reboot, mallAdmin, { id: deviceId });
  const message = await robot.waitForMessage('xCommand', (it) => it['commandId'] === command.id);
  expect(message['expiresAt']).toBe(command.expiresAt);
  const droppedMs = server.clock().getTime();
  await disconnect(deviceId, robot);
  server.clock.set(new Date(droppedMs + 150 * second).toISOString());
  const reconnected = await TestRobot.connect(server.gateway.mqttUrl, device);
  await introduce({ gateway: server.gateway, bus: server.bus, pushed: [] }, reconnected);
  // Same lane: a repeated reboot would arrive first.
  const { id } = await server.gateway.commands.sendCommand({
    deviceId,
    type: 'locate',
    params: { seconds: 5 },
    by: 'test',
  });
  await reconnected.waitForMessage('xCommand', (it) => it['commandId'] === id);
  expect(commandTypesOf(reconnected)).toEqual(['locate']);
  // The decision is written asynchronously.
  const detail = await eventually(async () => {
    const row = await server.ok(commandCalls.detail, mallAdmin, { id: command.id });
    return row.status === 'EXPIRED' && row;
  }, 'the expiry in the ledger');
  expect(detail.repliedAt).toBeNull();
  expect(Date.parse(detail.endedAt!)).toBeGreaterThanOrEqual(Date.parse(command.expiresAt));
  const expired = await server.ok(commandCalls.list, mallAdmin, { deviceId, status: ['EXPIRED'] });
  expect(expired.list.map(({ id: expiredId }) => expiredId)).toEqual([command.id]);
  await reconnected.leave();
});

it('a command that a connected robot does not answer expires as unanswered, and its late end still counts', async () => {
  const { device, robot } = await aConnectedRobot();
  const { deviceId } = device;
  const command = await server.ok(deviceCareCalls.reboot, mallAdmin, { id: deviceId });
  await robot.waitForMessage('xCommand', (it) => it['commandId'] === command.id);
  server.clock.advance(commandTypes['device.reboot'].ttlMs);
  await eventually(async () => (await listed(deviceId))[0]?.status === 'EXPIRED', 'the expiry');
  expect(await listed(deviceId)).toEqual([{ id: command.id, status: 'EXPIRED', code: 'TIMED_OUT' }]);
  await robot.say('xReply', robot.durable({ commandId: command.id, status: 'SUCCEEDED', code: '' }), 1);
  await eventually(async () => (await listed(deviceId))[0]?.status === 'SUCCEEDED', 'the late end');
  expect(await server.ok(commandCalls.detail, mallAdmin, { id: command.id })).toMatchObject({ late: true });
  await robot.leave();
});

it('a command refused by its robot as too late ends with that reason', async () => {
  const { device, robot } = await aConnectedRobot();
  const command = await server.ok(deviceCareCalls.reboot, mallAdmin, { id: device.deviceId });
  await robot.waitForMessage('xCommand', (it) => it['commandId'] === command.id);
  const refusal = { commandId: command.id, status: 'REJECTED', code: 'EXPIRED' };
  await robot.say('xReply', robot.durable(refusal), 1);
  await eventually(async () => (await listed(device.deviceId))[0]?.status === 'REJECTED', 'the refusal');
  expect((await listed(device.deviceId))[0]?.code).toBe('EXPIRED');
  await robot.leave();
});

it('a command that expires while the server is down is not sent by the next process, whether sent before or not', async () => {
  let nowMs = Date.now();
  const options = { now: () => new Date(nowMs) };
  const first = await aGateway(server.db, options);
  const { companyId } = await server.aDevice();
  const { device, robot } = await anOnlineRobot(first, server.db, companyId);
  const { deviceId } = device;
  // The next process recognises the robot by this document; an outside broker may deliver its telemetry later than its state.
  await robot.say('xReported', { bootId: newId(), versions: { robot: '1' }, sections: {} }, 1);
  await eventually(() => first.gateway.live(deviceId)?.versions, 'the document of the robot');
  const send = (running: typeof first, type: CommandType, params = {}) =>
    running.gateway.commands.sendCommand({ deviceId, type, params, by: 'test' });
  const reboot = await send(first, 'device.reboot');
  const restore = await send(first, 'settings.restoreDefaults');
  await robot.waitForMessage('xCommand', (it) => it['commandId'] === restore.id);
  await robot.leave();
  await first.gateway.stop();

  nowMs += restore.ttlMs;
  const next = await aGateway(server.db, options);
  const reconnected = await TestRobot.connect(next.gateway.mqttUrl, device);
  await introduce(next, reconnected);
  const marks = [await send(next, 'locate'), await send(next, 'consumable.reset')];
  for (const { id } of marks) await reconnected.waitForMessage('xCommand', (it) => it['commandId'] === id);
  expect(commandTypesOf(reconnected).toSorted()).toEqual(['consumable.reset', 'locate']);
  const expired = () =>
    inScope(server.db, '*', (tx) => tx.select().from(commands).where(eq(commands.status, 'EXPIRED')));
  const rows = await eventually(async () => {
    const expiredRows = await expired();
    return expiredRows.length === 2 && expiredRows;
  }, 'both to have expired');
  expect(rows.map(({ id }) => id).toSorted()).toEqual([reboot.id, restore.id].toSorted());
  await reconnected.leave();
  await next.gateway.stop();
});

it('each answer to a repeated time request carries the time of that answer', async () => {
  const { robot } = await aConnectedRobot();
  const requestId = newId();
  const answers = () =>
    robot.received.filter(
      ({ topic, message }) => topic === 'xResponse' && message['requestId'] === requestId,
    );
  for (const count of [1, 2]) {
    server.clock.advance(3 * second);
    await robot.say('xRequest', { requestId, type: 'time', params: {} }, 1);
    await eventually(() => answers().length === count, `answer ${count}`);
    expect(answers().at(-1)?.message).toMatchObject({
      status: 'OK',
      serverTime: server.clock().toISOString(),
    });
  }
  await robot.leave();
});

const aRow = (overrides: Partial<CommandRow> = {}) =>
  ({
    id: newId(),
    deviceId: 'd',
    type: 'ping',
    lane: 'SYSTEM',
    laneSeq: 1,
    class: 'DEFERRED',
    params: {},
    status: 'QUEUED',
    attempts: 1,
    timeoutMs: 5000,
    acceptedAt: null,
    lastSentAt: null,
    sentAt: null,
    createdAt: new Date(0).toISOString(),
    expiresAt: new Date(10_000).toISOString(),
    ...overrides,
  }) as CommandRow;

it('only a command that is open, not accepted and not expired may be delivered', () => {
  expect(mayDeliver(aRow(), 9_999)).toBe(true);
  expect(mayDeliver(aRow({ status: 'SENT' }), 9_999)).toBe(true);
  expect(mayDeliver(aRow(), 10_000)).toBe(false);
  for (const status of ['ACCEPTED', 'RUNNING', 'SUCCEEDED', 'CANCELED', 'EXPIRED'] as const)
    expect(mayDeliver(aRow({ status }), 0)).toBe(false);
});

it.each(['INTERACTIVE', 'DEFERRED'] as const)(
  '%s commands expire when queued or sent, online or not',
  (kind) => {
    for (const status of ['QUEUED', 'SENT'] as const)
      for (const online of [true, false])
        expect(stepAt(aRow({ class: kind, status }), 10_000, online, [2_000])).toMatchObject({
          patch: { status: 'EXPIRED' },
        });
  },
);

it('the code of an expired command tells a silent robot from one that did not receive it', () => {
  const codeOf = (status: CommandRow['status'], online: boolean) => {
    const step = stepAt(aRow({ status }), 10_000, online, [2_000]);
    return step?.do === 'CHANGE' && step.patch.code;
  };
  expect(codeOf('SENT', true)).toBe('TIMED_OUT');
  expect([codeOf('SENT', false), codeOf('QUEUED', true), codeOf('QUEUED', false)]).toEqual(
    Array(3).fill('EXPIRED'),
  );
});

it('a message contains the remaining time for robots without an estimate of the server clock', () => {
  expect(commandMessage(aRow(), 4_000)?.ttlMs).toBe(6_000);
  // The minimum of the field.
  expect(commandMessage(aRow(), 9_900)?.ttlMs).toBe(1_000);
  expect(commandMessage(aRow(), 10_000)).toBeUndefined();
});

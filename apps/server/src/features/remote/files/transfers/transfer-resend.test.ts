import { deviceLogCalls, fileTransferCalls, logCollectionCalls } from '@sweepline/contract';
import { afterEach, expect, test } from 'vitest';
import { eventually, type TestRobot } from '../../../../robots/test-kit/test-gateway.ts';
import { people } from '../../../../test-kit/index.ts';
import { testServer } from '../../../../test-kit/test-server.ts';
import { aTransferRobot } from '../../../../test-kit/files/transfer-robot.ts';
import { collectLogs } from '../../logs/collection/log-collection-service.ts';
import { resendInterrupted } from './transfer-resend.ts';

const { pull, list, detail } = fileTransferCalls;
const { mallAdmin } = people;
const server = testServer();
const dayMs = 86_400_000;
const path = '/data/export/report.csv';
const leaves: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const leave of leaves.splice(0)) await leave();
});

async function aRobot() {
  const made = await aTransferRobot(server);
  leaves.push(() => made.leave());
  return made;
}
const resend = () =>
  resendInterrupted({ db: server.db, now: server.clock, robots: { commands: server.gateway.commands } });
const commandsOf = (robot: TestRobot, type: string) =>
  robot.received.filter(({ topic, message }) => topic === 'xCommand' && message['type'] === type);
const paramsOf = (robot: TestRobot, type: string) =>
  commandsOf(robot, type).map(({ message }) => message['params'] as { jobId: string });
/** The newest command of a type, once so many have arrived. */
const commandOf = async (robot: TestRobot, type: string, count: number) => {
  const arrived = () => commandsOf(robot, type);
  await eventually(() => new Set(arrived().map(({ message }) => message['commandId'])).size === count, type);
  return arrived().at(-1)!.message as { commandId: string; expiresAt: string };
};
const aPull = async (deviceId: string) =>
  (await server.ok(pull, mallAdmin, { deviceIds: [deviceId], path })).transfers[0]!;
const stateOf = async (id: string) => (await server.ok(detail, mallAdmin, { id })).state;

test('a transfer that the robot interrupted is sent again under its job, once, while the robot is online', async () => {
  const { device, robot, reply } = await aRobot();
  const { id } = await aPull(device.id);
  const first = await commandOf(robot, 'job.filePull', 1);
  await reply(first.commandId, 'FAILED', 'INTERRUPTED');
  expect(await stateOf(id)).toBe('FAILED');
  // Of two servers one sends it.
  await Promise.all([resend(), resend()]);
  const second = await commandOf(robot, 'job.filePull', 2);
  expect(await stateOf(id)).toBe('WAITING');
  expect(second.expiresAt).toBe(first.expiresAt);
  expect(new Set(paramsOf(robot, 'job.filePull').map(({ jobId }) => jobId)).size).toBe(1);
  await reply(second.commandId, 'SUCCEEDED');
  await resend();
  const { list: rows } = await server.ok(list, mallAdmin, {});
  expect(rows).toMatchObject([{ id, state: 'RUNNING' }]);
  expect(new Set(commandsOf(robot, 'job.filePull').map(({ message }) => message['commandId'])).size).toBe(2);
});

test('a transfer that was accepted and not ended is sent again when the robot is back, and runs by the job that began', async () => {
  const { device, robot, reply, jobReport, untilState } = await aRobot();
  const { id } = await aPull(device.id);
  const first = await commandOf(robot, 'job.filePull', 1);
  await robot.say('xReply', { commandId: first.commandId, status: 'ACCEPTED', code: '' });
  await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
  await untilState('OFFLINE');
  await eventually(async () => {
    server.clock.advance(60_000);
    return (await stateOf(id)) === 'FAILED';
  }, 'the end of the command');
  await resend();
  expect(await stateOf(id)).toBe('FAILED');
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  await untilState('ONLINE');
  await resend();
  const { commandId } = await commandOf(robot, 'job.filePull', 2);
  // The robot had stored the job before it was away.
  await reply(commandId, 'SUCCEEDED');
  const { jobId } = paramsOf(robot, 'job.filePull')[0]!;
  await jobReport({ jobId, kind: 'FILE_PULL', attempt: 1, phase: 'FINISHED', pct: 100, final: true });
  expect(await stateOf(id)).toBe('DONE');
});

test('a transfer that the server stored and did not send is sent after five minutes, and never after its seven days', async () => {
  const { device, robot } = await aRobot();
  const params = { jobId: '0193f0c2-7a31-7c55-9d0e-00000000000b', path, allowMobileData: false };
  const unsent = { deviceId: device.id, direction: 'PULL', path, params, jobId: params.jobId } as const;
  const { id } = await server.aFileTransfer(unsent);
  await resend();
  expect(await stateOf(id)).toBe('WAITING');
  expect(commandsOf(robot, 'job.filePull')).toEqual([]);
  server.clock.advance(6 * 60_000);
  const old = new Date(server.clock().getTime() - 7 * dayMs).toISOString();
  const late = { ...unsent, path: '/data/export/old.csv', jobId: '0193f0c2-7a31-7c55-9d0e-00000000000c' };
  await server.aFileTransfer({ ...late, createdAt: old });
  await resend();
  await commandOf(robot, 'job.filePull', 1);
  expect(paramsOf(robot, 'job.filePull')).toEqual([params]);
});

test('a transfer that a person started again is left to the newer one', async () => {
  const { device, robot, reply } = await aRobot();
  await aPull(device.id);
  const first = await commandOf(robot, 'job.filePull', 1);
  await reply(first.commandId, 'FAILED', 'INTERRUPTED');
  server.clock.advance(1_000);
  await aPull(device.id);
  await commandOf(robot, 'job.filePull', 2);
  await resend();
  const rows = await server.asOwner((sql) => sql`select attempt from file_transfers`);
  expect(rows.map(({ attempt }) => attempt as number)).toEqual([1, 1]);
});

test('a request for logs that the robot interrupted is sent again', async () => {
  const { device, robot, reply } = await aRobot();
  const period = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-02T00:00:00.000Z' };
  const input = { deviceId: device.id, source: 'RANGE' as const, ...period };
  const { id } = await server.ok(deviceLogCalls.upload, mallAdmin, input);
  const first = await commandOf(robot, 'job.logPull', 1);
  await reply(first.commandId, 'FAILED', 'INTERRUPTED');
  await resend();
  await commandOf(robot, 'job.logPull', 2);
  expect(await server.ok(deviceLogCalls.detail, mallAdmin, { id })).toMatchObject({ state: 'WAITING' });
  const [before, after] = paramsOf(robot, 'job.logPull');
  expect(after).toEqual(before);
});

test('logs around an alarm are sent again under their job after an interruption or a killed server, and once', async () => {
  await server.ok(logCollectionCalls.update, mallAdmin, { minLevel: 4, dailyMegabytes: 50, version: 0 });
  const { device, robot, reply } = await aRobot();
  // The clock hardly moves, because a silent robot would become offline.
  const raisedAt = new Date(server.clock().getTime() - 10 * 60_000 + 1_000).toISOString();
  await server.anAlarm({ deviceId: device.id, level: 5, raisedAt });
  server.clock.advance(2_000);
  // The server is killed between the request and its command.
  const killed = { ...server.robots.commands, sendCommand: () => Promise.reject(new Error('killed')) };
  const robots = { commands: killed, live: server.robots.live };
  await expect(collectLogs(server.db, robots, server.clock)).rejects.toThrow('killed');
  await collectLogs(server.db, server.robots, server.clock);
  await resend();
  expect(commandsOf(robot, 'job.logPull')).toEqual([]);
  await server.asOwner((sql) => sql`update device_logs set created_at = created_at - interval '6 minutes'`);
  await resend();
  const { commandId } = await commandOf(robot, 'job.logPull', 1);
  await reply(commandId, 'FAILED', 'INTERRUPTED');
  await resend();
  const second = await commandOf(robot, 'job.logPull', 2);
  await reply(second.commandId, 'SUCCEEDED');
  await resend();
  expect(new Set(paramsOf(robot, 'job.logPull').map(({ jobId }) => jobId)).size).toBe(1);
  const filter = { deviceId: device.id, source: ['ALARM' as const] };
  const { list: logs } = await server.ok(deviceLogCalls.list, mallAdmin, filter);
  expect(logs).toMatchObject([{ state: 'RUNNING', by: '' }]);
});

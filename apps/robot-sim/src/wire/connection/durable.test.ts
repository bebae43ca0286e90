import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { startPeer, type Peer } from '../../test-kit/peer.ts';
import { aRobotProcess, cleaningOrder, office } from '../../test-kit/robots.ts';
import type { RobotProcess } from './robot-process.ts';

let peer: Peer;
let robot: RobotProcess;
beforeEach(async () => {
  peer = await startPeer();
  robot = aRobotProcess(peer);
  await peer.until('state', ({ name }) => name === 'state');
});
afterEach(async () => {
  await robot.stop();
  await peer.close();
});

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
const command = (over: Record<string, unknown> = {}) => ({
  commandId: newId(),
  type: 'consumable.reset',
  lane: 'CONFIG',
  laneSeq: 1,
  issuedAt: new Date().toISOString(),
  ttlMs: 60_000,
  timeoutMs: 30_000,
  attempt: 1,
  params: { id: 'filter' },
  ...over,
});
const replies = () => peer.of('xReply');

test('a durable message is stored until acknowledged and resent with the same id after a connection loss', async () => {
  peer.acknowledges = false;
  peer.send('J30C0001', 'order', cleaningOrder(office(), ['Meeting room Oder']));
  await peer.until('cleaning', ({ name, body }) => name === 'xTask' && body['phase'] === 'CLEANING');
  const before = peer.of('xTask').map(({ msgId, seq, occurredAt }) => ({ msgId, seq, occurredAt }));
  peer.received.length = 0;
  peer.acknowledges = true;
  peer.cut();
  await peer.until('report', ({ name }) => name === 'xReport', 50_000);
  const after = peer.of('xTask').map(({ msgId, seq, occurredAt }) => ({ msgId, seq, occurredAt }));
  expect(after.slice(0, before.length)).toEqual(before);
  const seqs = ['xTask', 'xReport', 'xReply', 'xAlarm'].flatMap((name) =>
    peer.of(name as 'xTask').map(({ seq }) => Number(seq)),
  );
  const distinct = [...new Set(seqs)].sort((a, b) => a - b);
  expect(distinct).toEqual(distinct.map((_, i) => i + 1));
  await pause(300);
  expect(robot.computer.journal.size).toBe(0);
});

test('a command sent six times has one effect and six equal replies', async () => {
  const sent = command();
  peer.send('J30C0001', 'xCommand', sent);
  // The command waits until the server's time is known; its repetitions get no reply before that.
  await peer.until('the first reply', ({ name }) => name === 'xReply');
  for (let attempt = 2; attempt <= 6; attempt++) peer.send('J30C0001', 'xCommand', { ...sent, attempt });
  await peer.until('six replies', () => replies().length === 6);
  const [first, ...others] = replies().map(({ headerId: _id, timestamp: _at, ...reply }) => reply);
  expect(first).toMatchObject({
    commandId: sent.commandId,
    status: 'SUCCEEDED',
    result: { id: 'filter', remainingPct: 100 },
  });
  for (const other of others) expect(other).toEqual(first);
  expect(robot.computer.robot.wear.items.find(({ id }) => id === 'filter')?.resets).toBe(1);
});

test('a stale, an unknown and an invalid command are refused with their code', async () => {
  peer.send('J30C0001', 'xCommand', command({ laneSeq: 5 }));
  await peer.until('reply', ({ name }) => name === 'xReply');
  const refused = async (over: Record<string, unknown>) => {
    const sent = command(over);
    peer.send('J30C0001', 'xCommand', sent);
    const { body } = await peer.until('reply', ({ body: reply }) => reply['commandId'] === sent.commandId);
    return [body['status'], body['code'], body['message']];
  };
  expect(await refused({ laneSeq: 5 })).toEqual(['REJECTED', 'STALE_SEQUENCE', '']);
  expect(await refused({ laneSeq: 6, type: 'make.coffee' })).toEqual([
    'REJECTED',
    'UNSUPPORTED',
    'make.coffee',
  ]);
  expect(await refused({ laneSeq: 7, params: { id: 'wheel' } })).toEqual(['REJECTED', 'BAD_PARAMS', 'id']);
  expect(await refused({ laneSeq: 1, lane: 'SYSTEM', type: 'ping', params: {} })).toEqual([
    'SUCCEEDED',
    '',
    '',
  ]);
});

test('a reboot command is answered after the restart, with a new boot id', async () => {
  await peer.until('ready', ({ name, body }) => name === 'xTelemetry' && body['mode'] !== 'INITIALIZING');
  const [first] = peer.of('xReported');
  const sent = command({ type: 'device.reboot', lane: 'SYSTEM', params: { target: 'ROBOT' } });
  peer.send('J30C0001', 'xCommand', sent);
  const { body } = await peer.until(
    'end of the reboot',
    ({ name, body: reply }) => name === 'xReply' && reply['status'] === 'SUCCEEDED',
  );
  expect(body['commandId']).toBe(sent.commandId);
  expect(replies().map(({ status }) => status)).toEqual(['ACCEPTED', 'SUCCEEDED']);
  expect(peer.of('connection').map(({ connectionState }) => connectionState)).toEqual([
    'ONLINE',
    'OFFLINE',
    'ONLINE',
  ]);
  expect(peer.of('xReported').at(-1)?.['bootId']).not.toBe(first?.['bootId']);
});

test('an installed version is active and reported after a reboot', async () => {
  await peer.until('ready', ({ name, body }) => name === 'xTelemetry' && body['mode'] !== 'INITIALIZING');
  const versions = () => peer.of('xReported').at(-1)?.['versions'];
  robot.computer.installed.tryOut({ robot: '3.5.0' });
  expect(versions()).toMatchObject({ robot: '3.4.1', hmi: '2.0.7' });
  peer.send('J30C0001', 'xCommand', command({ type: 'device.reboot', lane: 'SYSTEM', params: {} }));
  await peer.until('the new version', () => JSON.stringify(versions()).includes('3.5.0'));
  expect(versions()).toMatchObject({ robot: '3.5.0', hmi: '2.0.7', hardware: 'J30-R2' });
});

test('desired settings are applied when valid, and fail with BAD_PARAMS or HASH when not', async () => {
  const { hashOf } = await import('../settings/sections.ts');
  const desire = (version: number, inline: object, hash = hashOf(inline)) =>
    peer.send('J30C0001', 'xDesired', {
      docVersion: version,
      sections: { settings: { version, hash, inline } },
    });
  const section = () => robot.computer.sections.reported['settings'];
  const statusOf = async (version: number) => {
    for (let i = 0; i < 100 && section()?.version !== version; i++) await pause(20);
    return [section()?.status, section()?.code];
  };
  desire(1, { maxSpeed: 0.5, volume: 40 });
  expect(await statusOf(1)).toEqual(['APPLIED', undefined]);
  expect(robot.computer.robot.cruiseMps).toBe(0.5);
  desire(2, { maxSpeed: 9 });
  expect(await statusOf(2)).toEqual(['FAILED', 'BAD_PARAMS']);
  desire(3, { maxSpeed: 0.6 }, 'ab'.repeat(32));
  expect(await statusOf(3)).toEqual(['FAILED', 'HASH']);
  expect(robot.computer.robot.cruiseMps).toBe(0.5);
});

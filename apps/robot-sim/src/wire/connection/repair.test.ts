import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { faultsOf, relapsesOf } from '../../cli/fault-option.ts';
import { newId } from '../../robot/ids.ts';
import { startPeer, type Peer } from '../../test-kit/peer.ts';
import { aRobotProcess, cleaningOrder, dockOf, office } from '../../test-kit/robots.ts';
import { folderDisk } from './disk.ts';
import { readMemory } from './memory-store.ts';
import type { RobotProcess } from './robot-process.ts';

const sn = 'J30C0001';
/** Away from its charger, where a robot without work is on standby. */
const start = { x: dockOf(office()).x, y: dockOf(office()).y + 2, theta: 0 };
let peer: Peer;
let robot: RobotProcess;
let folder: string;
let laneSeq: number;
const aFaulty = (planned?: string) =>
  aRobotProcess(peer, {
    start,
    speedup: 20,
    ...(planned && { faults: faultsOf(planned) }),
    relapses: relapsesOf('20110=1'),
    disk: folderDisk(folder),
  });

beforeEach(async () => {
  laneSeq = 0;
  peer = await startPeer();
  folder = mkdtempSync(join(tmpdir(), 'robot-'));
  robot = aFaulty('20110@20s:repair');
  await alarms(1);
});
afterEach(async () => {
  await robot.stop();
  await peer.close();
  rmSync(folder, { recursive: true });
});

/** Sends a command and waits for its last reply. */
async function command(type: string, lane: string, params: object) {
  const commandId = newId();
  const times = { issuedAt: new Date().toISOString(), ttlMs: 60_000, timeoutMs: 60_000 };
  peer.send(sn, 'xCommand', { commandId, type, lane, laneSeq: ++laneSeq, attempt: 1, params, ...times });
  const { body } = await peer.until(
    `the end of ${type}`,
    ({ name, body: reply }) =>
      name === 'xReply' &&
      reply['commandId'] === commandId &&
      !['ACCEPTED', 'RUNNING'].includes(String(reply['status'])),
  );
  return body;
}
const checkBrush = async () =>
  (await command('chassis.selfCheck', 'MOTION', { items: ['BRUSH', 'PUMP'] }))['result'];
const events = () => peer.of('xAlarm').map(({ event, code }) => `${String(event)} ${String(code)}`);
const alarms = (count: number) => peer.until(`${count} alarms`, () => peer.of('xAlarm').length === count);
/** It cannot clean, and can still drive. */
const isJammed = () =>
  peer.until(
    'the fault',
    ({ name, body }) => name === 'state' && JSON.stringify(body['errors']).includes('BRUSH_JAM'),
  );

test('a fault outlasts a reboot, fails the self-check, and ends with the reset of the part that its alarm names', async () => {
  await isJammed();
  expect(await checkBrush()).toEqual({ BRUSH: 'FAIL', PUMP: 'OK' });
  expect(await command('device.reboot', 'SYSTEM', { target: 'ROBOT' })).toMatchObject({
    status: 'SUCCEEDED',
  });
  expect(await checkBrush()).toEqual({ BRUSH: 'FAIL', PUMP: 'OK' });

  const refs = peer.of('xAlarm')[0]?.['refs'] as { part: string };
  expect(await command('consumable.reset', 'CONFIG', { id: 'filter' })).toMatchObject({
    status: 'SUCCEEDED',
  });
  expect(await command('consumable.reset', 'CONFIG', { id: refs.part })).toMatchObject({
    status: 'SUCCEEDED',
  });
  expect(await checkBrush()).toEqual({ BRUSH: 'OK', PUMP: 'OK' });
  expect(events()).toEqual(['RAISED 20110', 'CLEARED 20110']);
  expect(peer.of('xAlarm')[1]?.['alarmId']).toBe(peer.of('xAlarm')[0]?.['alarmId']);

  // The plan does not begin again with a reboot.
  await command('device.reboot', 'SYSTEM', { target: 'ROBOT' });
  const bootedS = robot.computer.robot.usage.upS;
  await expect.poll(() => robot.computer.robot.usage.upS - bootedS).toBeGreaterThan(40);
  expect(events()).toHaveLength(2);
});

test('a restarted process keeps the fault, refuses an order meanwhile, and the fault comes back in the run after the repair', async () => {
  const [first] = peer.of('xAlarm');
  // Saved with the alarm, for a process that is killed.
  expect(readMemory(folderDisk(folder))).toMatchObject({ lastingFaults: ['20110'] });
  await robot.stop();
  peer.received.length = 0;
  // A plan counts from the start of a process: its fault could come between the repair and the run.
  robot = aFaulty();
  await isJammed();
  const order = () => {
    const request = cleaningOrder(office(), ['Reception']);
    request.nodes[0]!.nodePosition = { ...request.nodes[0]!.nodePosition!, x: start.x, y: start.y };
    return request;
  };
  const refused = order();
  peer.send(sn, 'order', refused);
  await peer.until('the refusal', ({ name, body }) => {
    const errors = JSON.stringify(body['errors'] ?? '');
    return name === 'state' && errors.includes(refused.orderId) && errors.includes('NOT_AVAILABLE');
  });
  await command('consumable.reset', 'CONFIG', { id: 'mainBrush' });
  await alarms(1);
  const next = order();
  peer.send(sn, 'order', next);
  await alarms(2);
  expect(events()).toEqual(['CLEARED 20110', 'RAISED 20110']);
  const [cleared, again] = peer.of('xAlarm');
  expect(cleared?.['alarmId']).toBe(first?.['alarmId']);
  expect(again).toMatchObject({ refs: { runId: next.orderId, part: 'mainBrush' } });
  expect(again?.['alarmId']).not.toBe(first?.['alarmId']);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPeer, type Peer } from '../../test-kit/peer.ts';
import { aRobotProcess, cleaningOrder, office } from '../../test-kit/robots.ts';
import { faultsOf } from '../../cli/fault-option.ts';
import { folderDisk } from './disk.ts';
import type { RobotProcess } from './robot-process.ts';

let peer: Peer;
let robot: RobotProcess;
let folder: string;
beforeEach(async () => {
  peer = await startPeer();
  folder = mkdtempSync(join(tmpdir(), 'robot-'));
});
afterEach(async () => {
  await robot.stop();
  await peer.close();
  rmSync(folder, { recursive: true });
});

test('a local operator starts a run that is reported with origin HMI and its name', async () => {
  robot = aRobotProcess(peer, { habit: true });
  const { body: task } = await peer.until('task', ({ name }) => name === 'xTask');
  expect(task).toMatchObject({ origin: 'HMI', state: 'IN_PROGRESS', by: expect.stringMatching(/^[A-Z]/) });
  const { body: state } = await peer.until(
    'state',
    ({ name, body }) => name === 'state' && body['orderId'] !== '',
  );
  expect(state['orderId']).toBe(task['runId']);
  const { body: report } = await peer.until('report', ({ name }) => name === 'xReport', 50_000);
  expect(report['runId']).toBe(task['runId']);
});

test('a light robot executes and reports a run without a grid', async () => {
  robot = aRobotProcess(peer, { light: true });
  await peer.until('state', ({ name }) => name === 'state');
  const order = cleaningOrder(office(), ['Reception']);
  peer.send('J30C0001', 'order', order);
  const { body: report } = await peer.until('report', ({ name }) => name === 'xReport');
  expect(report).toMatchObject({ runId: order.orderId, result: 'SUCCESS', totals: { coverage: 0.985 } });
  expect(report['files']).toEqual({ trajectory: expect.stringMatching(/^file-/) });
});

test('a network with dropouts loses no event, and the last will reports CONNECTION_BROKEN', async () => {
  const net = { latencyMs: 5, jitterMs: 10, loss: 0.2, drop: { everyS: 1.5, lastsS: 0.3 } };
  robot = aRobotProcess(peer, { net, seed: 4 });
  await peer.until('state', ({ name }) => name === 'state');
  const order = cleaningOrder(office(), ['Meeting room Oder', 'Meeting room Rhine']);
  for (let tries = 0; tries < 20 && robot.computer.robot.orders.orderId !== order.orderId; tries++) {
    peer.send('J30C0001', 'order', order);
    await new Promise((done) => setTimeout(done, 300));
  }
  await peer.until('report', ({ name }) => name === 'xReport', 50_000);
  for (let tries = 0; tries < 100 && robot.computer.journal.size > 0; tries++) {
    await new Promise((done) => setTimeout(done, 100));
  }
  const names = ['xTask', 'xReport', 'xAlarm', 'xReply'] as const;
  const seqs = new Set(names.flatMap((name) => peer.of(name).map(({ seq }) => Number(seq))));
  expect([...seqs].sort((a, b) => a - b)).toEqual(Array.from({ length: seqs.size }, (_, i) => i + 1));
  expect(peer.of('connection').map(({ connectionState }) => connectionState)).toContain('CONNECTION_BROKEN');
});

test('a robot restarted on the same disk continues its run', async () => {
  robot = aRobotProcess(peer, { disk: folderDisk(folder) });
  await peer.until('state', ({ name }) => name === 'state');
  const order = cleaningOrder(office(), ['Reception']);
  peer.send('J30C0001', 'order', order);
  await peer.until('cleaning', ({ name, body }) => name === 'xTask' && Number(body['cleanedM2']) > 15);
  await robot.stop();
  await peer.until('goodbye', ({ body }) => body['connectionState'] === 'OFFLINE');
  peer.received.length = 0;
  robot = aRobotProcess(peer, { disk: folderDisk(folder) });
  const { body: state } = await peer.until('state', ({ name }) => name === 'state');
  expect(state['orderId']).toBe(order.orderId);
  const { body: report } = await peer.until('report', ({ name }) => name === 'xReport', 50_000);
  expect(report).toMatchObject({ runId: order.orderId, result: 'SUCCESS' });
  expect((report['totals'] as { coverage: number }).coverage).toBeGreaterThanOrEqual(0.97);
  expect(report['areas']).toHaveLength(1);
});

test('a crashed robot restarts without its order', async () => {
  robot = aRobotProcess(peer);
  await peer.until('state', ({ name }) => name === 'state');
  peer.send('J30C0001', 'order', cleaningOrder(office(), ['Reception']));
  await peer.until('cleaning', ({ name, body }) => name === 'xTask' && body['phase'] === 'CLEANING');
  robot.computer.robot.advance = () => {
    throw new Error('simulated crash');
  };
  peer.received.length = 0;
  const { body } = await peer.until('state', ({ name }) => name === 'state');
  expect(body).toMatchObject({ orderId: '', headerId: 0 });
});

test('the alarms of a time without network arrive late and in order, with the times at which they happened', async () => {
  robot = aRobotProcess(peer, { faults: faultsOf('localization@1s*3/200s') });
  await peer.until('state', ({ name }) => name === 'state');
  const beganMs = Date.now();
  robot.cut(6);
  await peer.until('all alarms', () => peer.of('xAlarm').length === 18);
  const alarms = peer.of('xAlarm');
  expect(Date.now() - beganMs).toBeGreaterThan(5_500);
  const seqs = alarms.map(({ seq }) => Number(seq));
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  const momentOf = (alarm: (typeof alarms)[number], field: string) => Date.parse(String(alarm[field]));
  const agesMs = alarms.map((alarm) => momentOf(alarm, 'timestamp') - momentOf(alarm, 'occurredAt'));
  // On a slow machine, the first one is raised before the network goes.
  expect(Math.max(...agesMs)).toBeGreaterThan(1_000);
  expect(alarms.map(({ event }) => event)).toEqual(
    Array.from({ length: 3 }, () => ['RAISED', 'RAISED', 'RAISED', 'CLEARED', 'CLEARED', 'CLEARED']).flat(),
  );
});

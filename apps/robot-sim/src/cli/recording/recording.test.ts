import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aedes } from 'aedes';
import { afterAll, afterEach, expect, test } from 'vitest';
import { runCli, startCli } from '../../test-kit/cli.ts';
import { startPeer, type Peer } from '../../test-kit/peer.ts';
import { readRecording } from './recording.ts';
import { nameOf, renewed } from './renew.ts';

const folder = mkdtempSync(join(tmpdir(), 'robotsim-recording-'));
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function aPeer(): Promise<Peer> {
  const peer = await startPeer();
  closing.push(peer.close);
  return peer;
}

/** A robot with an early fault, so that its journal has messages. */
const robotArgs = ['--sn', 'J30C0001', '--speedup', '20', '--fault', '50101@20s', '--log', 'none'];
/** The messages of a run without orders and commands; answers to the server are left out. */
const repeatedNames = new Set([
  'connection',
  'factsheet',
  'state',
  'visualization',
  'xReported',
  'xTelemetry',
  'xAlarm',
]);
const namesIn = (file: string) => readRecording(file).messages.map(({ topic }) => nameOf(topic));

/** Runs a robot until it raised its alarm. */
async function recordRun(file: string) {
  const peer = await aPeer();
  const robot = startCli(['run', '--url', peer.url, '--record', file, ...robotArgs]);
  closing.push(() => robot.child.kill('SIGKILL'));
  await peer.until('the alarm', ({ name }) => name === 'xAlarm');
  await peer.until('telemetry', ({ name }) => name === 'xTelemetry');
  robot.child.kill('SIGTERM');
  await robot.ended;
  return peer;
}

test('a run is recorded with the messages of the robot and of the server', async () => {
  const file = join(folder, 'run.jsonl');
  const peer = await recordRun(file);
  const recorded = new Set(readRecording(file).messages.map(({ payload }) => payload));
  const missing = peer.received.filter(({ body }) => !recorded.has(JSON.stringify(body)));
  expect(missing).toEqual([]);
  expect(namesIn(file)).toEqual(expect.arrayContaining(['connection', 'state', 'xAlarm', 'xAck']));
});

test('a replay publishes the recorded messages again with new ids and present times', async () => {
  const file = join(folder, 'replayed.jsonl');
  const recorded = await recordRun(file);
  const peer = await aPeer();
  const startedMs = Date.now();
  const { status, out } = await runCli(['replay', file, '--url', peer.url, '--speedup', '10']);
  expect([status, out]).toEqual([0, expect.stringContaining('replayed')]);
  const repeated = readRecording(file).messages.filter(({ topic }) => repeatedNames.has(nameOf(topic)));
  expect(peer.received.map(({ name, retain }) => `${name} ${retain}`).toSorted()).toEqual(
    repeated.map(({ topic, retain }) => `${nameOf(topic)} ${retain}`).toSorted(),
  );
  const [before, after] = [recorded.of('xAlarm')[0]!, peer.of('xAlarm')[0]!];
  expect(after).toMatchObject({ code: before['code'], event: before['event'], seq: before['seq'] });
  for (const id of ['msgId', 'alarmId', 'bootId']) expect(after[id]).not.toBe(before[id]);
  expect(Date.parse(String(after['timestamp']))).toBeGreaterThanOrEqual(startedMs);
  // A second replay is new to the server again.
  await runCli(['replay', file, '--url', peer.url, '--speedup', '10']);
  const alarmIds = peer.of('xAlarm').map(({ alarmId }) => alarmId);
  expect(new Set(alarmIds).size).toBe(alarmIds.length);
});

test('record writes the messages of another robot, on a broker that lets it read them', async () => {
  const peer = await aPeer();
  const file = join(folder, 'observed.jsonl');
  const observer = startCli(['record', '--url', peer.url, '--sn', 'J30C0001', '--out', file]);
  closing.push(() => observer.child.kill('SIGKILL'));
  await new Promise<void>((done) => {
    observer.child.stdout.on('data', (chunk: Buffer) => String(chunk).includes('recording') && done());
  });
  const robot = startCli(['run', '--url', peer.url, ...robotArgs]);
  closing.push(() => robot.child.kill('SIGKILL'));
  await peer.until('the alarm', ({ name }) => name === 'xAlarm');
  robot.child.kill('SIGTERM');
  await robot.ended;
  observer.child.kill('SIGTERM');
  expect(await observer.ended).toMatchObject({ status: 0 });
  expect(namesIn(file)).toEqual(expect.arrayContaining(['connection', 'factsheet', 'state', 'xAlarm']));
});

test('record ends with status 1 on a broker that lets it read no robot', async () => {
  const broker = await Aedes.createBroker({
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
  });
  const server = createServer(broker.handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(
    () => server.close(),
    () => new Promise<void>((done) => broker.close(() => done())),
  );
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await runCli([
    'record',
    '--url',
    url,
    '--sn',
    'J30C0001',
    '--out',
    join(folder, 'none.jsonl'),
  ]);
  expect(answer).toMatchObject({ status: 1, err: expect.stringContaining('run --record') });
});

test.each([
  ['a file that is not there', undefined, 'no such file'],
  ['another file', 'hello\n', 'line 1'],
  [
    'a wrong line',
    `${JSON.stringify({ format: 'robotsim-1', startedAt: '2026-11-20T08:00:00.000Z' })}\n{}\n`,
    'line 2',
  ],
])('a replay of %s is refused with status 2', async (_what, content, named) => {
  const file = join(folder, 'bad.jsonl');
  rmSync(file, { force: true });
  if (content !== undefined) writeFileSync(file, content);
  expect(await runCli(['replay', file])).toMatchObject({ status: 2, err: expect.stringContaining(named) });
});

test('a recording whose last line is cut off is read without it', async () => {
  const file = join(folder, 'cut.jsonl');
  await recordRun(file);
  const whole = readRecording(file).messages.length;
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5));
  expect(readRecording(file).messages).toHaveLength(whole - 1);
});

test('a replayed report has no files, and keeps the ids of maps and areas', () => {
  const [runId, mapId] = ['0193f0c2-7a31-7c55-9d0e-000000000001', '0193f0c2-7a31-7c55-9d0e-000000000002'];
  const report = {
    runId,
    areas: [{ mapId }],
    files: { trajectory: 'f-1' },
    endTime: '2026-11-20T08:00:00.000Z',
  };
  expect(JSON.parse(renewed(JSON.stringify(report), new Map([[runId, 'new']]), 1000))).toEqual({
    runId: 'new',
    areas: [{ mapId }],
    endTime: '2026-11-20T08:00:01.000Z',
  });
});

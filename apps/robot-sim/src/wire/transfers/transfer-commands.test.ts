import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { unzip } from '@sweepline/map-core';
import { logListResult } from '@sweepline/contract/robot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import { startPeer, type Peer } from '../../test-kit/peer.ts';
import { aRobotProcess } from '../../test-kit/robots.ts';
import { memoryDisk } from '../connection/disk.ts';
import type { RobotProcess } from '../connection/robot-process.ts';

/** Logs and files over the broker and the device API (docs/protocol/files.md#logs-and-files). */
const sn = 'J30C0001';
const line = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (DEBUG|INFO|WARN|ERROR) [a-z]+ \S.*$/;
let peer: Peer;
let robot: RobotProcess;
let disk: ReturnType<typeof memoryDisk>;
let laneSeq = 0;

beforeEach(async () => {
  peer = await startPeer();
  disk = memoryDisk();
  robot = aRobotProcess(peer, { disk });
  await peer.until('state', ({ name }) => name === 'state');
});
afterEach(async () => {
  await robot.stop();
  await peer.close();
});

async function command(type: string, params: Record<string, unknown>): Promise<Record<string, unknown>> {
  const commandId = newId();
  const about = { lane: 'TRANSFER', laneSeq: ++laneSeq, issuedAt: '', ttlMs: 60_000, timeoutMs: 60_000 };
  peer.send(sn, 'xCommand', { commandId, type, ...about, attempt: 1, params });
  const isReply = ({ name, body }: { name: string; body: Record<string, unknown> }) =>
    name === 'xReply' && body['commandId'] === commandId && body['status'] !== 'ACCEPTED';
  return (await peer.until(`the reply to ${type}`, isReply)).body;
}
const started = async (type: string, params: Record<string, unknown> = {}) => {
  const jobId = newId();
  expect(await command(type, { jobId, ...params })).toMatchObject({ status: 'SUCCEEDED' });
  return jobId;
};
const report = (jobId: string, holds: (body: Record<string, unknown>) => boolean) =>
  peer.until('a report', ({ name, body }) => name === 'xJob' && body['jobId'] === jobId && holds(body));
const ended = async (jobId: string) => (await report(jobId, ({ final }) => final === true)).body;
const inPhase = (jobId: string, phase: string) => report(jobId, (body) => body['phase'] === phase);
const uploadedLogs = () => {
  const packing = {
    deflateRaw: deflateRawSync,
    inflateRaw: (bytes: Uint8Array) => inflateRawSync(bytes),
    crc32,
  };
  const files = unzip(
    peer.files.get('LOG logs.zip')!,
    { entries: 500, bytes: 10_000_000, folders: true },
    packing,
  );
  if (!files.ok) throw new Error(files.fault);
  return new Map([...files.value].map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]));
};
const aFile = (bytes: number) => {
  const content = randomBytes(bytes);
  const fileId = newId();
  peer.api.downloads.set(fileId, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { content, push: { fileId, bytes, sha256, targetPath: '/data/import/a/floor.bin' } };
};

test('log.list names the files of some days page by page, and refuses other folders', async () => {
  const list = async (params: object) =>
    logListResult.parse((await command('log.list', { ...params }))['result']);
  const all = await list({});
  expect(all.files.length).toBeGreaterThan(15);
  expect(all.files.every(({ path }) => /^\/var\/log\/robot\/[\d-]{10}\/[a-z]+\.log$/.test(path))).toBe(true);
  const after = all.files[9]!.path;
  const rest = await list({ cursor: after });
  expect(rest.files.map(({ path }) => path)).toEqual(all.files.slice(10).map(({ path }) => path));
  const future = await list({ from: new Date(Date.now() + 86_400_000).toISOString() });
  expect(future).toEqual({ files: [], cursor: null });
  expect((await list({ dir: '/data/export' })).files.map(({ path }) => path)).toEqual([
    '/data/export/cleaning.csv',
    '/data/export/device.json',
  ]);
  expect(await command('log.list', { dir: '/etc' })).toMatchObject({
    status: 'FAILED',
    code: 'FORBIDDEN_PATH',
  });
  for (let i = 0; i < 250; i++) robot.computer.log.files.write(`/data/export/${i}.txt`, 'x', Date.now());
  const page = await list({ dir: '/data/export' });
  expect(page.files).toHaveLength(200);
  expect((await list({ dir: '/data/export', cursor: page.cursor })).files).toHaveLength(52);
});

test('the lines of a period are packed by module, with what the robot did itself', async () => {
  const range = {
    from: new Date(Date.now() - 3_600_000).toISOString(),
    to: new Date(Date.now() + 60_000).toISOString(),
  };
  robot.computer.robot.alarms.raise('20302');
  const jobId = await started('job.logPull', { range: { ...range, modules: ['alarm', 'system'] } });
  expect(await ended(jobId)).toMatchObject({ phase: 'FINISHED', pct: 100, detail: { fileId: 'file-u0' } });
  const files = uploadedLogs();
  expect([...files.keys()].toSorted()).toEqual(['alarm.log', 'system.log']);
  const lines = [...files.values()].flatMap((text) => text.trimEnd().split('\n'));
  expect(lines.filter((text) => !line.test(text))).toEqual([]);
  expect(lines.some((text) => text.includes(' system started'))).toBe(true);
  expect(lines.some((text) => text.includes('20302') && text.includes('raised'))).toBe(true);
  expect(lines.every((text) => text.slice(0, 24) >= range.from)).toBe(true);
});

test('logs by path stay in their folders in the archive', async () => {
  const listed = logListResult.parse((await command('log.list', {}))['result']);
  const paths = listed.files.slice(0, 2).map(({ path }) => path);
  const jobId = await started('job.logPull', { paths });
  await ended(jobId);
  expect([...uploadedLogs().keys()]).toEqual(paths.map((path) => path.slice('/var/log/robot/'.length)));
});

test('a pulled file is uploaded in parts and continues after a restart with the parts that are missing', async () => {
  peer.api.partSize = 100;
  const content = 'x'.repeat(950);
  robot.computer.log.files.write('/data/export/big.txt', content, Date.now());
  let allowed = 3;
  peer.api.breaks = () => allowed-- <= 0;
  const jobId = await started('job.filePull', { path: '/data/export/big.txt' });
  await expect.poll(() => peer.api.parts.length).toBe(3);
  await robot.stop();
  robot = aRobotProcess(peer, { disk });
  peer.api.breaks = () => false;
  expect(await ended(jobId)).toMatchObject({ phase: 'FINISHED', bytesDone: 950, bytesTotal: 950 });
  expect(peer.files.get('FILE big.txt')?.toString()).toBe(content);
  expect(peer.api.parts).toEqual(Array.from({ length: 10 }, (_, i) => `${jobId} ${i + 1}`));
});

test('a pushed file is downloaded, checked and put in its place with its mode', async () => {
  const { content, push } = aFile(9_000_000);
  const jobId = await started('job.filePush', { ...push, mode: '0600' });
  expect(await ended(jobId)).toMatchObject({ phase: 'FINISHED', bytesTotal: 9_000_000 });
  const place = robot.computer.log.files.at(push.targetPath);
  expect(readFileSync(place).equals(content)).toBe(true);
  expect((statSync(place).mode & 0o777).toString(8)).toBe('600');
});

test('a transfer is paused, continued and canceled by command', async () => {
  const { push } = aFile(5000);
  peer.api.breaks = () => true;
  const jobId = await started('job.filePush', push);
  await inPhase(jobId, 'TRANSFERRING');
  expect(await command('job.pause', { jobId })).toMatchObject({ status: 'SUCCEEDED' });
  await inPhase(jobId, 'PAUSED');
  expect(await command('job.resume', { jobId, allowMobileData: true })).toMatchObject({
    status: 'SUCCEEDED',
  });
  expect(await command('job.cancel', { jobId })).toMatchObject({ status: 'SUCCEEDED' });
  expect(await ended(jobId)).toMatchObject({ phase: 'CANCELED', code: 'CANCELED' });
  expect(await command('job.cancel', { jobId })).toMatchObject({ status: 'FAILED', code: 'MODE_FORBIDS' });
  expect(await command('job.pause', { jobId: newId() })).toMatchObject({ code: 'NO_FILES' });
});

test('paths outside the allow-list are refused, and a missing file ends with NO_FILES', async () => {
  const jobId = newId();
  const forbidden = { status: 'FAILED', code: 'FORBIDDEN_PATH' };
  const { push } = aFile(10);
  for (const path of ['/etc/passwd', '/data/export/../../etc/passwd', '/var/log/robotic/x'])
    expect(await command('job.filePull', { jobId, path })).toMatchObject(forbidden);
  expect(await command('job.logPull', { jobId, paths: ['/root'] })).toMatchObject(forbidden);
  expect(await command('job.filePush', { jobId, ...push, targetPath: '/var/log/robot/x' })).toMatchObject(
    forbidden,
  );
  const missing = await started('job.filePull', { path: '/data/export/none.txt' });
  expect(await ended(missing)).toMatchObject({ phase: 'FAILED', code: 'NO_FILES' });
});

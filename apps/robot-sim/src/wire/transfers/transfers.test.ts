import { createHash, randomUUID } from 'node:crypto';
import type { LogPullParams } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { vitalsOf } from '../../robot/body/vitals.ts';
import { anUpdate, anUpdatingRobot, packageBytes } from '../../test-kit/updates.ts';
import type { TransferOrder } from './transfer-record.ts';

/** Phases of logs and files (docs/protocol/files.md#logs-and-files). */
const aPush = (over: object = {}): TransferOrder => ({
  kind: 'FILE_PUSH',
  params: {
    jobId: randomUUID(),
    fileId: randomUUID(),
    bytes: packageBytes.byteLength,
    sha256: createHash('sha256').update(packageBytes).digest('hex'),
    targetPath: '/data/import/floor.bin',
    mode: '0644',
    allowMobileData: false,
    ...over,
  },
});
const aLogPull = (over: Partial<LogPullParams> = {}): TransferOrder => ({
  kind: 'LOG_PULL',
  params: {
    jobId: randomUUID(),
    paths: ['/var/log/robot'],
    compress: true,
    allowMobileData: false,
    ...over,
  },
});
const snOf = (isMobile: boolean) =>
  Array.from({ length: 50 }, (_, i) => `J30C${String(i).padStart(4, '0')}`).find(
    (sn) => (vitalsOf(sn, 0, false, false).networkMode !== 'WIFI') === isMobile,
  )!;
const refusing = { fetchRange: () => Promise.reject(new Error('no link')) };
const phasesOf = (reports: Record<string, unknown>[], { params }: TransferOrder) =>
  reports
    .filter(({ jobId }) => jobId === params.jobId)
    .map(({ phase }) => phase)
    .filter((phase, i, all) => phase !== all[i - 1]);

test('a light robot does all phases without bytes', async () => {
  const robot = anUpdatingRobot({ light: true });
  const [push, pull] = [aPush(), aLogPull()];
  robot.computer.jobs.transfers.add(push);
  robot.computer.jobs.transfers.add(pull);
  await robot.advance(100);
  expect(phasesOf(robot.reports, push)).toEqual(['WAITING', 'TRANSFERRING', 'VERIFYING', 'FINISHED']);
  expect(phasesOf(robot.reports, pull)).toEqual([
    'WAITING',
    'PACKING',
    'TRANSFERRING',
    'VERIFYING',
    'FINISHED',
  ]);
  expect(robot.pieces).toEqual([]);
});

test('more than 100 MB wait for Wi-Fi on mobile data until a person allows it', async () => {
  const bytes = 101 * 1024 * 1024;
  const robot = anUpdatingRobot({ sn: snOf(true), ...refusing });
  const push = aPush({ bytes });
  const { transfers } = robot.computer.jobs;
  transfers.add(push);
  await robot.advance(50);
  expect(robot.reports.at(-1)).toMatchObject({
    phase: 'PAUSED',
    detail: { waits: [{ for: 'MOBILE_DATA' }] },
  });
  transfers.resume(push.params.jobId, false);
  await robot.advance(50);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'PAUSED' });
  expect(transfers.resume(push.params.jobId, true)).toBe(true);
  await robot.advance(30);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'TRANSFERRING' });

  const wifi = anUpdatingRobot({ sn: snOf(false), ...refusing });
  wifi.computer.jobs.transfers.add(aPush({ bytes }));
  await wifi.advance(30);
  expect(wifi.reports.at(-1)).toMatchObject({ phase: 'TRANSFERRING' });
});

test('one job of a kind runs; the next waits for it and says so', async () => {
  const robot = anUpdatingRobot(refusing);
  const [first, second] = [aPush(), aPush()];
  const { transfers } = robot.computer.jobs;
  transfers.add(first);
  transfers.add(second);
  await robot.advance(30);
  expect(phasesOf(robot.reports, first).at(-1)).toBe('TRANSFERRING');
  expect(robot.reports.findLast(({ jobId }) => jobId === second.params.jobId)).toMatchObject({
    phase: 'WAITING',
    detail: { waits: [{ for: 'OTHER_JOB' }] },
  });
  transfers.cancel(first.params.jobId);
  await robot.advance(20);
  expect(phasesOf(robot.reports, first).at(-1)).toBe('CANCELED');
  expect(phasesOf(robot.reports, second).at(-1)).toBe('TRANSFERRING');
});

test('with an update three jobs run in all', async () => {
  const robot = anUpdatingRobot({
    ...refusing,
    partUploads: {
      begin: () => Promise.reject(new Error('no link')),
      put: () => Promise.reject(new Error('no link')),
      complete: () => Promise.reject(new Error('no link')),
    },
  });
  const { ota, transfers } = robot.computer.jobs;
  ota.add(anUpdate());
  await robot.advance(20);
  const pull: TransferOrder = {
    kind: 'FILE_PULL',
    params: { jobId: randomUUID(), path: '/data/export/device.json', allowMobileData: false },
  };
  const orders = [aPush(), aLogPull(), pull];
  for (const order of orders) transfers.add(order);
  await robot.advance(30);
  expect(orders.map((order) => phasesOf(robot.reports, order).at(-1))).toEqual([
    'TRANSFERRING',
    'TRANSFERRING',
    'WAITING',
  ]);
});

test('a paused job is reported again after six hours, and ends after a week', async () => {
  const robot = anUpdatingRobot(refusing);
  const push = aPush();
  const { transfers } = robot.computer.jobs;
  transfers.add(push);
  await robot.advance(20);
  expect(transfers.pause(push.params.jobId)).toBe(true);
  await robot.advance(100);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'PAUSED', detail: { waits: [{ for: 'RESUME' }] } });
  const count = robot.reports.length;
  await robot.advance(100);
  expect(robot.reports).toHaveLength(count);
  robot.wait(6 * 3_600_000);
  await robot.advance(20);
  expect(robot.reports).toHaveLength(count + 1);
  robot.computer.jobs.transfers.tick(7 * 86_400, true);
  await robot.advance(10);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'FAILED', code: 'PAUSED_TOO_LONG', final: true });
});

test('a part is tried five times', async () => {
  let tries = 0;
  const fetchRange = () => {
    tries++;
    return Promise.reject(new Error('no link'));
  };
  const robot = anUpdatingRobot({ fetchRange });
  robot.computer.jobs.transfers.add(aPush());
  await robot.advance(400);
  expect(tries).toBe(5);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'FAILED', code: 'DOWNLOAD', final: true });
});

test('other bytes than the announced ones fail with HASH, and a period without lines with NO_FILES', async () => {
  const robot = anUpdatingRobot();
  robot.computer.jobs.transfers.add(aPush({ sha256: 'ab'.repeat(32) }));
  await robot.advance(100);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'FAILED', code: 'HASH' });
  expect(robot.computer.log.files.has('/data/import/floor.bin')).toBe(false);
  const range = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z', modules: [] };
  const { paths: _paths, ...params } = aLogPull().params as LogPullParams;
  robot.computer.jobs.transfers.add({ kind: 'LOG_PULL', params: { ...params, range } });
  await robot.advance(50);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'FAILED', code: 'NO_FILES' });
});

import { randomUUID } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import { aiIndexLine, type AiCollectParams } from '@sweepline/contract/robot';
import { unzip } from '@sweepline/map-core';
import { expect, test } from 'vitest';
import { vitalsOf } from '../../robot/body/vitals.ts';
import { anUpdatingRobot } from '../../test-kit/updates.ts';
import { builtInWorld } from '../../world/built-in.ts';
import { ApiFailure } from '../connection/uploads.ts';

const packing = {
  deflateRaw: (bytes: Uint8Array) => bytes,
  inflateRaw: (bytes: Uint8Array, most: number) =>
    inflateRawSync(bytes, { maxOutputLength: Math.max(1, most) }),
  crc32,
};
const until = '2026-11-30T00:00:00.000Z';
const { mapId } = builtInWorld('office', 1);
const snOf = (isMobile: boolean) =>
  Array.from({ length: 50 }, (_, i) => `J30C${String(i).padStart(4, '0')}`).find(
    (sn) => (vitalsOf(sn, 0, false, false).networkMode !== 'WIFI') === isMobile,
  )!;

const aCollection = (over: Partial<AiCollectParams> = {}): AiCollectParams => ({
  jobId: randomUUID(),
  projectId: randomUUID(),
  cameras: ['DOWN'],
  perSecond: 1,
  cap: 3,
  type: 'IMAGE_POSE',
  during: 'ALWAYS',
  until,
  facesBlurred: true,
  allowMobileData: false,
  ...over,
});

/** A robot that may collect, and the zips that it sends. */
function aCollector({ isMobile = false, status = 200 } = {}) {
  const zips: Uint8Array[] = [];
  let parts: Uint8Array[] = [];
  const robot = anUpdatingRobot({
    sn: snOf(isMobile),
    partUploads: {
      begin: ({ bytes, kind }) => {
        expect(kind).toBe('AI_IMAGE');
        parts = [];
        return Promise.resolve({ uploadId: 'u', partSize: bytes, parts: [{ n: 1, url: '/p' }] });
      },
      put: (_url, bytes) => Promise.resolve(parts.push(bytes)).then(() => 'etag'),
      complete: () => {
        if (status !== 200) return Promise.reject(new ApiFailure(status, 'complete'));
        zips.push(Buffer.concat(parts));
        return Promise.resolve({ fileId: randomUUID() });
      },
    },
  });
  robot.computer.robot.settings['aiCollectAllowed'] = true;
  const { collections } = robot.computer.jobs;
  const allow = (...jobIds: string[]) =>
    collections.allow({
      collections: jobIds.map((jobId) => ({ jobId, cameras: ['DOWN'], mapIds: [mapId], until })),
    });
  /** Moves over the floor, so that each picture shows something new. */
  const drive = async (seconds: number) => {
    const { pose } = robot.computer.robot.drive;
    for (let passed = 0; passed < seconds; passed += 10) {
      pose.x += 0.7;
      pose.theta += 0.4;
      await robot.advance(10);
    }
  };
  return { robot, zips, collections, allow, drive };
}
const phasesOf = (reports: Record<string, unknown>[]) =>
  reports.map(({ phase }) => phase).filter((phase, i, all) => phase !== all[i - 1]);

test('a robot collects up to the cap and sends one zip with a line for each picture', async () => {
  const { robot, zips, collections, allow, drive } = aCollector();
  const params = aCollection();
  expect(collections.add(params)).toMatchObject({ status: 'SUCCEEDED' });
  allow(params.jobId);
  await drive(300);
  expect(phasesOf(robot.reports)).toEqual(['WAITING', 'COLLECTING', 'TRANSFERRING', 'FINISHED']);
  expect(robot.reports.at(-1)).toMatchObject({ detail: { collected: 3, uploaded: 3 }, final: true });
  expect(zips).toHaveLength(1);
  const read = unzip(zips[0]!, { entries: 300, bytes: 10_000_000 }, packing);
  if (!read.ok) throw new Error(read.fault);
  const files = read.value;
  const lines = Buffer.from(files.get('index.jsonl')!).toString().trim().split('\n');
  expect(lines.map((line) => aiIndexLine.parse(JSON.parse(line)).file)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  expect([...files.keys()].toSorted()).toEqual(['1.jpg', '2.jpg', '3.jpg', 'index.jsonl']);
  expect(aiIndexLine.parse(JSON.parse(lines[0]!))).toMatchObject({
    jobId: params.jobId,
    mapId,
    camera: 'DOWN',
  });
});

test('a robot that stands still stores one picture, because the others show nothing new', async () => {
  const { robot, collections, allow } = aCollector();
  const params = aCollection({ cap: 5 });
  collections.add(params);
  allow(params.jobId);
  await robot.advance(200);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'COLLECTING', detail: { collected: 1 } });
});

test('without the section it waits for consent, and for a task if it collects during tasks', async () => {
  const { robot, collections, allow, drive } = aCollector();
  const params = aCollection({ during: 'TASKS' });
  collections.add(params);
  await drive(50);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'WAITING', detail: { waits: [{ for: 'CONSENT' }] } });
  allow(params.jobId);
  await drive(50);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'WAITING', detail: { waits: [{ for: 'TASK' }] } });
});

test('a job that the section no longer names is over, and its pictures are deleted', async () => {
  const { robot, zips, collections, allow, drive } = aCollector();
  const params = aCollection({ cap: 100 });
  collections.add(params);
  allow(params.jobId);
  await drive(60);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'COLLECTING' });
  allow();
  await robot.advance(20);
  expect(robot.reports.at(-1)).toMatchObject({ phase: 'CANCELED', final: true });
  expect(zips).toEqual([]);
});

test('on mobile data away from the charger it waits for Wi-Fi unless a person allows it', async () => {
  const { robot, zips, collections, allow, drive } = aCollector({ isMobile: true });
  robot.computer.robot.power.undock();
  const params = aCollection();
  collections.add(params);
  allow(params.jobId);
  await drive(200);
  expect(robot.reports.at(-1)).toMatchObject({
    phase: 'TRANSFERRING',
    detail: { waits: [{ for: 'MOBILE_DATA' }] },
  });
  expect(collections.resume(params.jobId, true)).toBe(true);
  await drive(100);
  expect([robot.reports.at(-1)?.['phase'], zips.length]).toEqual(['FINISHED', 1]);
});

test.each([
  [409, 'CANCELED', 'CANCELED'],
  [422, 'FAILED', 'UPLOAD'],
])('an upload that the server answers with %i ends the job as %s', async (status, phase, code) => {
  const { robot, collections, allow, drive } = aCollector({ status });
  const params = aCollection();
  collections.add(params);
  allow(params.jobId);
  await drive(300);
  expect(robot.reports.at(-1)).toMatchObject({ phase, code, final: true });
});

test('a camera that it lacks and a setting that is off are refused', () => {
  const { robot, collections } = aCollector();
  expect(collections.add(aCollection({ cameras: ['REAR'] }))).toMatchObject({ code: 'UNSUPPORTED' });
  robot.computer.robot.settings['aiCollectAllowed'] = false;
  expect(collections.add(aCollection())).toMatchObject({ code: 'MODE_FORBIDS' });
});

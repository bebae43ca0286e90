import { createHash } from 'node:crypto';
import { rm, utimes } from 'node:fs/promises';
import { errors, remoteAccessCalls, videoRecordingCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import type { RecordingPart } from '../../../entities/remote/video-table.ts';
import { robotCleanupJob } from '../../../robots/care/robot-cleanup-service.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';
import { readWebm } from '../../../test-kit/video/webm-reader.ts';
import { webmCluster } from '../../../platform/documents/webm.ts';
import { removeUnusedFiles } from '../files/file-garbage-collection-service.ts';
import { recordingStoreJob } from './recording-store-service.ts';

const { list, detail, remove } = videoRecordingCalls;
const { mallAdmin } = people;
const dayMs = 86_400_000;
const server = sharedTestServer();

const at = (ageMs: number) => new Date(server.clock().getTime() - ageMs).toISOString();
const store = () => recordingStoreJob({ ...server, now: server.clock }).run();
const sweep = () => removeUnusedFiles(server.db, server.files, server.clock);
const age = (sha256: string) => {
  const old = (Date.now() - 3 * dayMs) / 1_000;
  return utimes(server.pathOfFile(sha256), old, old);
};

/** Three seconds of video in parts, of a server that has not made a file of them. */
async function aRecordingInParts(overrides: Parameters<typeof server.aVideoRecording>[0] = {}) {
  const clusters = [0, 1_000, 2_000].map((ms) =>
    webmCluster([{ data: Buffer.from(`${ms} ${overrides.person}`), isKey: true, ms }]),
  );
  const parts: RecordingPart[] = [];
  for (const cluster of clusters) {
    const { sha256, bytes } = await server.files.put(cluster);
    const ms: number = parts.length * 1_000;
    parts.push({ sha256, bytes, toMs: ms, cues: [[ms, 0]] });
  }
  const stored = { durationMs: 2_000, width: 640, height: 360, fileId: null, parts };
  const row = await server.aVideoRecording({ state: 'STORING', ...stored, ...overrides });
  return { ...row, parts };
}
const open = { state: 'RECORDING', endedAt: null, endedAs: null } as const;
const bytesOf = async (id: string) => {
  const [row] = await server.asOwner(
    (sql) => sql`select sha256 from files where id = (select file_id from video_recordings where id = ${id})`,
  );
  const chunks: Buffer[] = [];
  for await (const chunk of server.files.open(String(row!['sha256']))) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

test('a recording whose server is silent for a minute is ended and made playable by any server', async () => {
  const dead = await aRecordingInParts({ ...open, person: 'Dead', signAt: at(61_000) });
  const live = await aRecordingInParts({ ...open, person: 'Live', signAt: at(5_000) });
  await store();
  expect(await server.ok(detail, mallAdmin, { id: dead.id })).toMatchObject({
    state: 'INTERRUPTED',
    end: 'RESTARTED',
  });
  expect(await server.ok(detail, mallAdmin, { id: live.id })).toMatchObject({
    state: 'RECORDING',
    end: null,
  });
  const { frames, durationMs } = readWebm(await bytesOf(dead.id));
  expect([frames.map(({ ms }) => ms), durationMs]).toEqual([[0, 1_000, 2_000], 2_000]);
});

test('two servers that store the same recording make one file', async () => {
  const { id } = await aRecordingInParts({ person: 'Twice' });
  await Promise.all([store(), store()]);
  const rows = await server.asOwner(
    (sql) => sql`select id from files where sha256 = (select sha256 from files where id = (
      select file_id from video_recordings where id = ${id}))`,
  );
  expect(rows).toHaveLength(1);
  expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({ state: 'STORED' });
});

test('a part that is missing ends the file before it, and the recording says so', async () => {
  const { id, parts } = await aRecordingInParts({ person: 'Missing' });
  await rm(server.pathOfFile(parts[1]!.sha256));
  await store();
  expect(readWebm(await bytesOf(id))).toMatchObject({ durationMs: 0, frames: [{ ms: 0 }] });
  expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({ state: 'INTERRUPTED', durationMs: 0 });
});

test('parts stay until the recording has a file', async () => {
  const { id, parts } = await aRecordingInParts({ person: 'Old' });
  for (const { sha256 } of parts) await age(sha256);
  await sweep();
  for (const { sha256 } of parts) expect(await server.files.size(sha256)).toBeDefined();
  await store();
  for (const { sha256 } of parts) await age(sha256);
  const file = createHash('sha256')
    .update(await bytesOf(id))
    .digest('hex');
  await age(file);
  await sweep();
  for (const { sha256 } of parts) expect(await server.files.size(sha256)).toBeUndefined();
  expect(await server.files.size(file)).toBeDefined();
});

test('a recording is deleted after 30 days, and its entry in remote access says what was kept for 180', async () => {
  const { id: deviceId } = await server.aDevice({ companyId: companyIds.mall });
  const owner = { companyId: companyIds.mall, deviceId, person: 'Ada', durationMs: 5_000 };
  const old = await server.aVideoRecording({ ...owner, startedAt: at(31 * dayMs), endedAt: at(31 * dayMs) });
  const young = await server.aVideoRecording(owner);
  await server.aVideoRecording({ ...owner, startedAt: at(181 * dayMs), endedAt: at(181 * dayMs) });
  await robotCleanupJob(server.db, server.clock).run();
  expect((await server.ok(list, mallAdmin, { deviceId })).list.map(({ id }) => id)).toEqual([young.id]);
  const entries = (await server.ok(remoteAccessCalls.list, mallAdmin, { deviceId, kind: 'RECORDING' })).list;
  expect(entries).toMatchObject([
    {
      id: young.id,
      person: 'Ada',
      camera: 'FRONT',
      reason: 'A look',
      recordingEnd: 'STOPPED',
      kept: { state: 'STORED', durationMs: 5_000, bytes: 11, until: at(-30 * dayMs) },
    },
    { id: old.id, kept: { state: 'DELETED' } },
  ]);
  const all = await server.ok(remoteAccessCalls.list, mallAdmin, { deviceId });
  expect([all.total, all.list.map(({ kind }) => kind)]).toEqual([2, ['RECORDING', 'RECORDING']]);
});

test('a recording that is deleted by hand leaves its entry and no file, and cannot be deleted twice', async () => {
  const { id, deviceId, fileId } = await server.aVideoRecording({ companyId: companyIds.mall });
  await server.ok(remove, mallAdmin, { id });
  expect(await server.asOwner((sql) => sql`select id from files where id = ${fileId}`)).toEqual([]);
  expect((await server.send(remove, mallAdmin, { id })).code).toBe(errors.notFound.code);
  const { list: entries } = await server.ok(remoteAccessCalls.list, mallAdmin, { deviceId });
  expect(entries).toMatchObject([{ id, kept: { state: 'DELETED' } }]);
});

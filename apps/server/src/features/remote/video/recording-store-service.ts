import { Readable } from 'node:stream';
import { and, asc, eq, lt } from 'drizzle-orm';
import {
  recordingFiles,
  videoRecordings,
  type RecordingPart,
  type RecordingRow,
} from '../../../entities/remote/video-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { webmEnds } from '../../../platform/documents/webm.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { videoChanged } from './video-channel-service.ts';

/** A server that records gives a sign each second. Without one for this time it is dead, and no other took over its robots. */
const deadMs = 60_000;
const maxPerRun = 20;

interface StoreDeps {
  db: Db;
  bus: Bus;
  files: FileStore;
  now: Clock;
}

/** The parts that are there in full. A part that was lost ends the recording. */
async function presentParts(files: FileStore, parts: readonly RecordingPart[]): Promise<RecordingPart[]> {
  const present: RecordingPart[] = [];
  for (const part of parts) {
    if ((await files.size(part.sha256)) !== part.bytes) break;
    present.push(part);
  }
  return present;
}

/** One file of WebM: head, clusters, and the cues by which players seek. */
async function* bytesOf(files: FileStore, parts: readonly RecordingPart[], row: RecordingRow) {
  let bytes = 0;
  const cues: [number, number][] = [];
  for (const part of parts) {
    for (const [ms, at] of part.cues) cues.push([ms, bytes + at]);
    bytes += part.bytes;
  }
  const { width, height, startedAt: recordedAt } = row;
  const durationMs = parts.at(-1)?.toMs ?? 0;
  const { head, tail } = webmEnds({ width, height, durationMs, recordedAt, bytes, cues });
  yield head;
  for (const { sha256 } of parts) yield* files.open(sha256) as AsyncIterable<Buffer>;
  yield tail;
}

/** Makes a file of the parts of a recording that has ended. Of two servers that do so the second changes nothing. */
async function storeRecording({ db, bus, files, now }: StoreDeps, row: RecordingRow): Promise<void> {
  const parts = await presentParts(files, row.parts);
  const content = Readable.from(bytesOf(files, parts, row), { objectMode: false });
  const stored = parts.length > 0 ? await files.put(content) : undefined;
  const { id, companyId, deviceId, camera, startedAt, accountId: uploadedById } = row;
  await inScope(db, '*', async (tx) => {
    const waiting = and(eq(videoRecordings.id, id), eq(videoRecordings.state, 'STORING'));
    const [locked] = await tx
      .select({ id: videoRecordings.id })
      .from(videoRecordings)
      .where(waiting)
      .for('update');
    if (!locked) return;
    const fileId = newId();
    const state = row.wasCut || parts.length < row.parts.length ? 'INTERRUPTED' : 'STORED';
    if (stored) {
      const name = `${camera}-${startedAt}.webm`;
      const about = { kind: recordingFiles, name, mediaType: 'video/webm', uploadedById };
      const createdAt = now().toISOString();
      await tx
        .insert(storedFiles)
        .values({ id: fileId, companyId, ...about, ...stored, md5: null, createdAt });
    }
    const file = stored
      ? ({ state, bytes: stored.bytes, durationMs: parts.at(-1)?.toMs ?? 0, fileId } as const)
      : ({ state: 'EMPTY', bytes: 0, durationMs: 0 } as const);
    await tx
      .update(videoRecordings)
      .set({ ...file, parts: [] })
      .where(waiting);
    tx.afterCommit(() => bus.publish(videoChanged(deviceId), { deviceId }));
  });
}

/** Ends recordings of dead servers, and makes files of those that have ended. */
async function storeRecordings(deps: StoreDeps): Promise<void> {
  const { db, now } = deps;
  const at = now().toISOString();
  const silent = new Date(now().getTime() - deadMs).toISOString();
  const rows = await inScope(db, '*', async (tx) => {
    await tx
      .update(videoRecordings)
      .set({ endedAt: at, endedAs: 'RESTARTED', wasCut: true, state: 'STORING' })
      .where(and(eq(videoRecordings.state, 'RECORDING'), lt(videoRecordings.signAt, silent)));
    return await tx
      .select()
      .from(videoRecordings)
      .where(eq(videoRecordings.state, 'STORING'))
      .orderBy(asc(videoRecordings.endedAt))
      .limit(maxPerRun);
  });
  const failed: unknown[] = [];
  for (const row of rows) await storeRecording(deps, row).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}

export const recordingStoreJob = (deps: StoreDeps): Job => ({
  name: 'recordings.store',
  everySeconds: 30,
  run: () => storeRecordings(deps),
});

import type { AiIndexLine } from '@sweepline/contract/robot';
import { and, desc, eq } from 'drizzle-orm';
import { collectionOfJob, consentOf } from '../../../entities/ai/ai-collection-service.ts';
import {
  aiImages,
  aiPictureFiles,
  aiProjectDevices,
  type AiProjectDeviceRow,
} from '../../../entities/ai/ai-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { archiveSourceOf } from '../../../platform/files/archive-source.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { isSimilar, pictureFacts, type PictureFacts } from './picture-facts.ts';
import { picturesOf, ZipFault } from './zip-pictures.ts';

export { ZipFault } from './zip-pictures.ts';

interface Needs {
  db: Db;
  files: FileStore;
  now: Clock;
}
interface Robot {
  deviceId: string;
  companyId: string;
}
interface Taken {
  line: AiIndexLine;
  facts: PictureFacts;
  content: { sha256: string; bytes: number };
}

/** Compared with this many newest pictures of the camera. */
const comparedPictures = 300;

/** Whether a robot may begin an upload of pictures for this job: it is open, in its time, agreed to and below its cap. */
export async function mayUploadPictures(tx: Tx, robot: Robot, jobId: string, at: string): Promise<boolean> {
  const row = await collectionOfJob(tx, robot, jobId);
  if (!row || row.endedAt !== null || row.siteId === null || row.uploaded >= row.cap) return false;
  return (await consentOf(tx, row.siteId, at)) !== undefined;
}

/** The site of a map whose company agreed to pictures of this camera. */
async function siteOf(tx: Tx, { companyId }: Robot, { mapId, camera }: AiIndexLine, at: string) {
  const [map] = await tx
    .select({ siteId: maps.siteId })
    .from(maps)
    .where(and(eq(maps.id, mapId), eq(maps.companyId, companyId)));
  if (!map) throw new ZipFault('a map that is not its own');
  const consent = map.siteId === null ? undefined : await consentOf(tx, map.siteId, at);
  if (!map.siteId || !consent?.cameras.includes(camera)) throw new ZipFault('a place without consent');
  return map.siteId;
}

/** A run that the robot names, if it is its own. */
async function checkRun(tx: Tx, { deviceId, companyId }: Robot, runId: string): Promise<void> {
  const [run] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.id, runId), eq(runs.deviceId, deviceId), eq(runs.companyId, companyId)));
  if (!run) throw new ZipFault('a run that is not its own');
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function checkLine(tx: Tx, robot: Robot, row: AiProjectDeviceRow, line: AiIndexLine, at: string) {
  if (!row.cameras.includes(line.camera)) throw new ZipFault('a camera that was not asked for');
  if (row.startedAt && Date.parse(line.capturedAt) < Date.parse(row.startedAt) - clockSkewMs)
    throw new ZipFault('a picture from before the job');
  if (line.runId !== null) {
    if (!uuid.test(line.runId)) throw new ZipFault('a run that is not its own');
    await checkRun(tx, robot, line.runId);
  }
  return await siteOf(tx, robot, line, at);
}
/** Clocks of robots differ from that of the server. */
const clockSkewMs = 600_000;

/** Stores the pictures of a zip in one transaction: all or none, and none twice. */
async function store(
  { db, now }: Needs,
  robot: Robot,
  jobId: string,
  taken: readonly Taken[],
  zipId: string,
): Promise<void> {
  await inScope(db, [robot.companyId], async (tx) => {
    const at = now().toISOString();
    // The lock keeps two zips of one job from passing the cap together.
    const row = await collectionOfJob(tx, robot, jobId, { lock: true });
    if (!row || row.endedAt !== null) throw new ZipFault('the job is over');
    let [stored, bytes] = [0, 0];
    const near = await newestLikenesses(tx, row.projectId);
    for (const { line, facts, content } of taken) {
      const siteId = await checkLine(tx, robot, row, line, at);
      const [same] = await tx
        .select({ id: aiImages.id })
        .from(aiImages)
        .where(and(eq(aiImages.jobId, jobId), eq(aiImages.name, line.file)));
      if (same) continue;
      const image = { id: newId(), siteId, similarToId: null as string | null };
      image.similarToId =
        near.find((it) => it.camera === line.camera && isSimilar(it.likeness, facts.likeness))?.id ?? null;
      await insertImage(tx, { robot, row, jobId, at }, image, { line, facts, content });
      near.unshift({ id: image.id, camera: line.camera, likeness: facts.likeness });
      stored += 1;
      bytes += content.bytes;
    }
    if (row.uploaded + stored > row.cap) throw new ZipFault('above the cap');
    await tx
      .update(aiProjectDevices)
      .set({ uploaded: row.uploaded + stored, bytes: row.bytes + bytes })
      .where(eq(aiProjectDevices.id, row.id));
    await tx.delete(storedFiles).where(eq(storedFiles.id, zipId));
  });
}

const newestLikenesses = (tx: Tx, projectId: string) =>
  tx
    .select({ id: aiImages.id, camera: aiImages.camera, likeness: aiImages.likeness })
    .from(aiImages)
    .where(eq(aiImages.projectId, projectId))
    .orderBy(desc(aiImages.takenAt))
    .limit(comparedPictures);

async function insertImage(
  tx: Tx,
  { robot, row, jobId, at }: { robot: Robot; row: AiProjectDeviceRow; jobId: string; at: string },
  image: { id: string; siteId: string; similarToId: string | null },
  { line, facts, content }: Taken,
): Promise<void> {
  const { file: name, capturedAt: takenAt, camera, mapId, runId, x, y, theta } = line;
  const fileId = newId();
  const { companyId, deviceId } = robot;
  const about = { companyId, kind: aiPictureFiles, name, mediaType: 'image/jpeg', createdAt: at };
  await tx.insert(storedFiles).values({ id: fileId, ...about, ...content });
  const { exposureMs, facesBlurred } = line;
  const place = { mapId, runId, x, y, theta, exposureMs, facesBlurred };
  const { projectId } = row;
  await tx.insert(aiImages).values({
    ...image,
    companyId,
    projectId,
    deviceId,
    jobId,
    name,
    fileId,
    ...content,
    ...facts,
    camera,
    takenAt,
    ...place,
  });
}

/**
 * Takes in a zip of pictures that a robot uploaded. Throws a `ZipFault` if any part of it is wrong; the collection has then failed and
 * nothing of the zip is stored.
 */
export async function takePicturesIn(
  needs: Needs,
  robot: Robot,
  jobId: string,
  fileId: string,
): Promise<void> {
  const { db, files, now } = needs;
  const [file] = await inScope(
    db,
    [robot.companyId],
    (tx) => tx.select().from(storedFiles).where(eq(storedFiles.id, fileId)),
    { readOnly: true },
  );
  // Its pictures are taken in already: the robot asks again because it missed the answer.
  if (!file) return;
  try {
    const taken: Taken[] = [];
    for (const { line, content } of await picturesOf(archiveSourceOf(files, file), jobId)) {
      const bytes = await content();
      const facts = await pictureFacts(bytes);
      taken.push({ line, facts, content: await files.put(bytes) });
    }
    await store(needs, robot, jobId, taken, fileId);
  } catch (error) {
    if (error instanceof ZipFault)
      await inScope(db, [robot.companyId], (tx) =>
        tx
          .update(aiProjectDevices)
          .set({ reason: 'BAD_ZIP', endedAt: now().toISOString() })
          .where(and(eq(aiProjectDevices.jobId, jobId), eq(aiProjectDevices.deviceId, robot.deviceId))),
      );
    throw error;
  }
}

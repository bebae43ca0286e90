import type { AiLabelState, AiShape } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { randomFrom, type Random } from '../../../apps/robot-sim/src/random.ts';
import { drawPlain, encodeJpeg } from '../../../apps/robot-sim/src/video/camera-picture.ts';
import { colouring, dirtOfDay, styleOf, type Dirt } from '../../../apps/robot-sim/src/video/floor-look.ts';
import {
  aiConsents,
  aiImages,
  aiLabels,
  aiPictureFiles,
  aiProjectDevices,
  aiProjects,
} from '../../../apps/server/src/entities/ai/ai-table.ts';
import { commands } from '../../../apps/server/src/entities/devices/command-table.ts';
import { deviceJobs } from '../../../apps/server/src/entities/devices/device-job-table.ts';
import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import { pictureFacts } from '../../../apps/server/src/features/ai/images/picture-facts.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { storeFile, type FileStore } from '../../../apps/server/src/platform/files/files.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import type { BuiltSite } from '../build-companies.ts';
import { worldOf } from '../build-maps.ts';
import type { CompanyKey } from '../people.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Pictures of the project; the first of them are labelled, and some of these reviewed. */
const [pictures, labelled, reviewed] = [24, 10, 4];
const widthPx = 640;
/** What the camera below a robot sees. */
const viewM = { across: 1.2, along: 0.675 };

const classes = [
  { id: 'liquid', name: 'Flüssigkeit', colour: '#2563eb', key: '1' },
  { id: 'stain', name: 'Fleck', colour: '#d97706', key: '2' },
  { id: 'paper', name: 'Papier', colour: '#16a34a', key: '3' },
  { id: 'cable', name: 'Kabel', colour: '#dc2626', key: '4' },
];
const [labeller, reviewer] = ['ops.chen', 'admin'] as const;

interface Taken {
  x: number;
  y: number;
  theta: number;
  content: Buffer;
  shapes: AiShape[];
}

const part = (value: number) => Math.min(1, Math.max(0, value));

/** The boxes around what lies in the picture, as a careful person draws them. */
function boxesOf(dirt: readonly Dirt[], { x, y, theta }: Pick<Taken, 'x' | 'y' | 'theta'>): AiShape[] {
  return dirt.flatMap(({ kind, radiusM, ...place }): AiShape[] => {
    const [dx, dy] = [place.x - x, place.y - y];
    const ahead = dx * Math.cos(theta) + dy * Math.sin(theta);
    const left = -dx * Math.sin(theta) + dy * Math.cos(theta);
    const [u, v] = [0.5 - left / viewM.across, 0.5 - ahead / viewM.along];
    if (u < 0 || u > 1 || v < 0 || v > 1) return [];
    const reachM = kind === 'CABLE' ? radiusM * 3 : radiusM;
    const [du, dv] = [reachM / viewM.across, reachM / viewM.along];
    const from: [number, number] = [part(u - du), part(v - dv)];
    const to: [number, number] = [part(u + du), part(v + dv)];
    return [{ id: newId(), kind: 'BOX', classId: kind.toLowerCase(), from, to }];
  });
}

/** Pictures of the camera below a robot over the dirt of a day. */
async function takePictures(at: Date, random: Random): Promise<Taken[]> {
  const world = worldOf('tower');
  const dirt = dirtOfDay(world, Math.floor(at.getTime() / dayMs));
  const floorAt = colouring(styleOf(world), dirt);
  const taken: Taken[] = [];
  for (const near of dirt.slice(0, pictures)) {
    const [x, y] = [near.x + random() * 0.3 - 0.15, near.y + random() * 0.2 - 0.1];
    const pose = { x, y, theta: random() * 2 * Math.PI };
    const scene = { grid: world.grid, pose, cameraM: 0.6, things: [], floorAt, isDirty: false };
    const content = await encodeJpeg(drawPlain(scene, 'DOWN', widthPx), 85);
    taken.push({ ...pose, content, shapes: boxesOf(dirt, pose) });
  }
  return taken;
}

interface Collection {
  companyId: string;
  siteId: string;
  projectId: string;
  deviceId: string;
  jobId: string;
  commandId: string;
}

/** A command that a robot carried out, with its job. */
async function buildJob(db: Tx, begun: Date, ended: string, collection: Collection): Promise<void> {
  const { companyId, deviceId, jobId, commandId, projectId } = collection;
  const at = begun.toISOString();
  const timing = { ttlMs: 7 * dayMs, timeoutMs: minuteMs, createdAt: at, expiresAt: ended };
  await db.insert(commands).values({
    id: commandId,
    companyId,
    deviceId,
    type: 'job.aiCollect',
    lane: 'TRANSFER',
    laneSeq: 1_000,
    class: 'DEFERRED',
    params: { jobId, projectId },
    status: 'SUCCEEDED',
    by: reviewer,
    ...timing,
    endedAt: at,
  });
  const progress = { pct: 100, startedAt: at, toldAt: ended, endedAt: ended };
  const job = { kind: 'AI_COLLECT', state: 'DONE' as const, phase: 'FINISHED', attempt: 1 };
  await db.insert(deviceJobs).values({ companyId, commandId, deviceId, jobId, ...job, ...progress });
}

const labelsOf = (shapes: AiShape[], labelState: AiLabelState, { at, by }: { at: string; by: string }) => ({
  labelState,
  shapes,
  revision: 1,
  classIds: [...new Set(shapes.map(({ classId }) => classId))],
  labelledAt: at,
  labelledBy: by,
});

async function buildImage(
  db: Tx,
  files: FileStore,
  now: () => Date,
  { companyId, siteId, projectId, deviceId, jobId }: Collection,
  { n, takenAt, taken }: { n: number; takenAt: string; taken: Taken },
): Promise<number> {
  const { content, shapes, x, y, theta } = taken;
  const name = `${n + 1}.jpg`;
  const about = { companyId, kind: aiPictureFiles, name, mediaType: 'image/jpeg', content };
  const { id: fileId, sha256, bytes } = await storeFile(db, files, now, about);
  const own = { companyId, siteId, projectId, deviceId, jobId, name };
  const file = { fileId, sha256, bytes };
  const place = { camera: 'DOWN' as const, takenAt, mapId: worldOf('tower').mapId, x, y, theta };
  const isLabelled = n < labelled && shapes.length > 0;
  const labelState: AiLabelState = !isLabelled ? 'UNLABELLED' : n < reviewed ? 'REVIEWED' : 'LABELLED';
  const by = labelState === 'REVIEWED' ? reviewer : labeller;
  const at = now().toISOString();
  const labels = isLabelled ? labelsOf(shapes, labelState, { at, by }) : {};
  const [image] = await db
    .insert(aiImages)
    .values({
      ...own,
      ...file,
      ...(await pictureFacts(content)),
      ...place,
      facesBlurred: true,
      state: isLabelled ? 'KEPT' : 'NEW',
      ...labels,
    })
    .returning();
  if (isLabelled && image)
    await db
      .insert(aiLabels)
      .values({ companyId, imageId: image.id, revision: 1, labelState, shapes, at, by });
  return bytes;
}

interface Terms {
  cameras: 'DOWN'[];
  until: string;
  cap: number;
}

async function buildProject(
  db: Tx,
  companyId: string,
  terms: Terms,
  { begun, at }: { begun: string; at: string },
): Promise<string> {
  const id = newId();
  await db.insert(aiProjects).values({
    id,
    companyId,
    name: 'Schmutz auf Büroböden',
    purpose: 'Flüssigkeit, Flecken, Papier und Kabel erkennen',
    classes,
    ...terms,
    perSecond: 0.5,
    type: 'IMAGE_POSE',
    during: 'TASKS',
    facesBlurred: true,
    retentionDays: 365,
    state: 'STOPPED',
    createdAt: begun,
    updatedAt: at,
    updatedBy: reviewer,
  });
  return id;
}

/** A project of the provider: a customer agreed for one site, and one of its robots has collected pictures. */
export async function buildAiProject(
  db: Tx,
  files: FileStore,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
  { siteId }: BuiltSite,
): Promise<void> {
  const [at, begun] = [now().toISOString(), new Date(now().getTime() - 2 * dayMs)];
  const later = (days: number) => new Date(now().getTime() + days * dayMs).toISOString();
  const companyId = companyIds.tower;
  const consent = { purpose: 'ALL' as const, cameras: ['DOWN' as const], until: later(300) };
  await db
    .insert(aiConsents)
    .values({ companyId, siteId, ...consent, givenAt: begun.toISOString(), givenBy: 'tower.admin' });
  const terms = { cameras: ['DOWN' as const], until: later(28), cap: 1_000 };
  const projectId = await buildProject(db, companyIds.provider, terms, { begun: begun.toISOString(), at });
  const robots = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.siteId, siteId), eq(devices.companyId, companyId)))
    .orderBy(devices.sn);
  const [first, ...others] = robots;
  if (!first) return;
  const own = { companyId, siteId, projectId };
  for (const { id: deviceId } of others) await db.insert(aiProjectDevices).values({ ...own, deviceId });
  const collection = { ...own, deviceId: first.id, jobId: newId(), commandId: newId() };
  await buildJob(db, begun, at, collection);
  let bytes = 0;
  const taken = await takePictures(begun, randomFrom(48));
  for (const [n, it] of taken.entries()) {
    const takenAt = new Date(begun.getTime() + n * minuteMs).toISOString();
    bytes += await buildImage(db, files, now, collection, { n, takenAt, taken: it });
  }
  const counts = { collected: taken.length, uploaded: taken.length, bytes };
  const times = { startedAt: begun.toISOString(), endedAt: null };
  await db.insert(aiProjectDevices).values({ ...collection, ...terms, ...counts, ...times });
}

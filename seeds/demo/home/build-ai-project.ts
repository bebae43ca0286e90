import { and, eq } from 'drizzle-orm';
import { randomFrom } from '../../../apps/robot-sim/src/random.ts';
import { aiConsents, aiProjectDevices, aiProjects } from '../../../apps/server/src/entities/ai/ai-table.ts';
import { commands } from '../../../apps/server/src/entities/devices/command-table.ts';
import { deviceJobs } from '../../../apps/server/src/entities/devices/device-job-table.ts';
import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import type { FileStore } from '../../../apps/server/src/platform/files/files.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import type { BuiltSite } from '../build-companies.ts';
import type { CompanyKey } from '../people.ts';
import { buildImage, reviewer, takePictures, type Collection } from './build-ai-pictures.ts';
import { buildTraining } from './build-ai-training.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Pictures of the last day; the first of them are labelled, and wait for a review. */
const [pictures, labelled] = [24, 10];
const widthPx = 640;

const classes = [
  { id: 'liquid', name: 'Flüssigkeit', colour: '#2563eb', key: '1' },
  { id: 'stain', name: 'Fleck', colour: '#d97706', key: '2' },
  { id: 'paper', name: 'Papier', colour: '#16a34a', key: '3' },
  { id: 'cable', name: 'Kabel', colour: '#dc2626', key: '4' },
];
/** A command that a robot carried out, with its job. */
async function buildJob(
  db: Tx,
  begun: Date,
  ended: string,
  collection: Collection & { commandId: string },
): Promise<void> {
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
  const day = { at: begun, count: pictures, widthPx, marks: 'BOXES' as const };
  const taken = await takePictures(day, randomFrom(48));
  for (const [n, it] of taken.entries()) {
    const takenAt = new Date(begun.getTime() + n * minuteMs).toISOString();
    const labelState = n < labelled ? 'LABELLED' : 'UNLABELLED';
    bytes += await buildImage(db, files, now, collection, {
      name: `${n + 1}.jpg`,
      takenAt,
      taken: it,
      labelState,
    });
  }
  const trained = await buildTraining(db, files, now, collection, begun);
  const collected = taken.length + trained.images;
  const counts = { collected, uploaded: collected, bytes: bytes + trained.bytes };
  const times = { startedAt: begun.toISOString(), endedAt: null };
  await db.insert(aiProjectDevices).values({ ...collection, ...terms, ...counts, ...times });
}

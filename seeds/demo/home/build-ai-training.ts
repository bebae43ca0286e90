import { aiCleanClass, type AiTrainingEpoch, type AiTrainingSettings } from '@sweepline/contract';
import type { Checkpoint } from '@sweepline/floor-net';
import { buffer } from 'node:stream/consumers';
import { randomFrom } from '../../../apps/robot-sim/src/random.ts';
import { aiProjects } from '../../../apps/server/src/entities/ai/ai-table.ts';
import { aiTrainings } from '../../../apps/server/src/entities/ai/ai-training-table.ts';
import { createVersion } from '../../../apps/server/src/features/ai/datasets/dataset-create-service.ts';
import { createModel } from '../../../apps/server/src/features/ai/models/model-create-service.ts';
import { tilesOf } from '../../../apps/server/src/features/ai/training/tiles/picture-tiles.ts';
import { planTiles } from '../../../apps/server/src/features/ai/training/tiles/tile-plan.ts';
import {
  trainTiles,
  type TilesOfParts,
} from '../../../apps/server/src/features/ai/training/trainer/train-tiles.ts';
import {
  classesOf,
  factsOf,
  readVersion,
} from '../../../apps/server/src/features/ai/training/training-data.ts';
import {
  addEvent,
  beginRun,
  endTraining,
  saveEpoch,
} from '../../../apps/server/src/features/ai/training/training-writes.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { find } from '../../../apps/server/src/platform/db/page.ts';
import type { FileStore } from '../../../apps/server/src/platform/files/files.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import { buildImage, labeller, reviewer, takePictures, type Collection } from './build-ai-pictures.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Pictures of some days before: small ones, so that the demo is there within moments. */
const [days, picturesPerDay, widthPx] = [6, 16, 320];
const settings: AiTrainingSettings = {
  network: 'SMALL',
  epochs: 5,
  rate: 0.005,
  augmentation: true,
  seed: 48,
  tilesPerClass: 30,
};

async function buildLabelled(
  db: Tx,
  files: FileStore,
  now: () => Date,
  collection: Collection,
  until: Date,
): Promise<{ images: number; bytes: number }> {
  let [images, bytes] = [0, 0];
  for (let day = 1; day <= days; day++) {
    const at = new Date(until.getTime() - day * dayMs);
    const settingsOfDay = { at, count: picturesPerDay, widthPx, marks: 'TILES' as const };
    for (const [n, taken] of (await takePictures(settingsOfDay, randomFrom(day))).entries()) {
      const takenAt = new Date(at.getTime() + n * minuteMs).toISOString();
      const about = { name: `${day}-${n + 1}.jpg`, takenAt, taken, labelState: 'REVIEWED' as const };
      bytes += await buildImage(db, files, now, collection, about);
      images += 1;
    }
  }
  return { images, bytes };
}

/** The version of the reviewed images. */
async function createVersionOf(db: Tx, projectId: string, at: string): Promise<string> {
  const project = await find(db, aiProjects, projectId);
  return await createVersion(db, project, { seed: settings.seed, reviewedOnly: true, at, by: reviewer });
}

type Version = Awaited<ReturnType<typeof readVersion>>;

/** The tiles of a version, read as the trainer reads them. */
async function readTiles(files: FileStore, { images }: Version, classIds: readonly string[]) {
  const plan = planTiles(images, classIds, { ...settings, clean: aiCleanClass });
  const tiles: TilesOfParts = { training: [], validation: [], test: [] };
  const partOf = { TRAIN: tiles.training, VALIDATION: tiles.validation, TEST: tiles.test };
  for (const { id: imageId, siteId, camera, sha256 } of images) {
    const planned = plan.get(imageId);
    if (!planned) continue;
    const cut = await tilesOf(
      await buffer(files.open(sha256)),
      planned.map(({ tile }) => tile),
    );
    for (const [at, { tile, label, part }] of planned.entries())
      partOf[part].push({ imageId, siteId, camera, tile, label, pixels: cut[at]! });
  }
  return { tiles, pictures: plan.size };
}

/**
 * Trains a small network with pictures of the demo, as the server does it. The figures of its model are what it really recognises.
 * Returns how many pictures were made for it.
 */
export async function buildTraining(
  db: Tx,
  files: FileStore,
  now: () => Date,
  collection: Collection,
  until: Date,
): Promise<{ images: number; bytes: number }> {
  const made = await buildLabelled(db, files, now, collection, until);
  const at = now().toISOString();
  const datasetId = await createVersionOf(db, collection.projectId, at);
  const version = await readVersion(db, datasetId);
  const { dataset, project } = version;
  const classes = classesOf(dataset.classes, version.images);
  const { tiles, pictures } = await readTiles(
    files,
    version,
    classes.map(({ id }) => id),
  );
  const { companyId } = project;
  const row = { id: newId(), companyId, datasetId, network: settings.network, settings };
  const [training] = await db
    .insert(aiTrainings)
    .values({ ...row, createdAt: at, createdBy: labeller })
    .returning();
  if (!training) return made;
  await beginRun(db, training, at);
  await addEvent(db, training.id, 'PICTURES', at, pictures);
  const epochs: { epoch: AiTrainingEpoch; checkpoint: Checkpoint }[] = [];
  const task = {
    settings,
    classes: classes.length,
    clean: 0,
    checkpoint: null,
    facts: factsOf(dataset, classes),
  };
  const model = await trainTiles(task, tiles, (epoch, _secondsLeft, checkpoint) =>
    epochs.push({ epoch, checkpoint }),
  );
  for (const { epoch, checkpoint } of epochs)
    await saveEpoch(db, training, epoch, { secondsLeft: 0, checkpoint });
  await addEvent(db, training.id, 'JUDGED', at);
  await endTraining(db, training.id, 'DONE', { at });
  await createModel(db, { files, now }, training, version, { model, classes });
  return made;
}

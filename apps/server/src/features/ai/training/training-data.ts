import { aiCleanClass, type AiClass, type AiShape } from '@sweepline/contract';
import { and, asc, eq } from 'drizzle-orm';
import { aiDatasetImages, aiDatasets, type AiDatasetRow } from '../../../entities/ai/ai-dataset-table.ts';
import { aiImages, aiLabels, aiProjects } from '../../../entities/ai/ai-table.ts';
import { find, visible } from '../../../platform/db/page.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { codeVersion } from '../models/model-create-service.ts';

const cleanClass = { id: aiCleanClass, name: 'Clean', colour: '#64748b' };

/** The labelled images of a version that are still stored, in the order of the version. */
const imagesOfVersion = (db: Tx, datasetId: string) =>
  db
    .select({
      id: aiDatasetImages.imageId,
      part: aiDatasetImages.part,
      siteId: aiDatasetImages.siteId,
      sha256: aiDatasetImages.sha256,
      camera: aiImages.camera,
      shapes: aiLabels.shapes,
    })
    .from(aiDatasetImages)
    .innerJoin(aiImages, eq(aiImages.id, aiDatasetImages.imageId))
    .innerJoin(
      aiLabels,
      and(eq(aiLabels.imageId, aiDatasetImages.imageId), eq(aiLabels.revision, aiDatasetImages.revision)),
    )
    .where(and(eq(aiDatasetImages.datasetId, datasetId), visible(db, aiDatasetImages)))
    .orderBy(asc(aiDatasetImages.sha256), asc(aiDatasetImages.imageId));
export type VersionImage = Awaited<ReturnType<typeof imagesOfVersion>>[number];

/** A version with its project and its images. */
export async function readVersion(db: Tx, datasetId: string) {
  const dataset = await find(db, aiDatasets, datasetId);
  const project = await find(db, aiProjects, dataset.projectId);
  return { dataset, project, images: await imagesOfVersion(db, datasetId) };
}

/** What the file of a network says about itself. It names nothing that differs between two equal trainings. */
export const factsOf = (
  { hash }: Pick<AiDatasetRow, 'hash'>,
  classes: readonly { id: string; name: string }[],
): Record<string, string> => ({
  classes: JSON.stringify(classes.map(({ id, name }) => ({ id, name }))),
  dataset: hash,
  code: codeVersion,
  input: '(pixel - median of the channel in the picture) / 128, planes of red, green and blue, 64 x 64',
});

const leavesCleanFloor = (shapes: readonly AiShape[]) => shapes.every(({ kind }) => kind !== 'IMAGE');

/** The classes that a network learns from images: those that are marked on some, after the clean floor. */
export function classesOf(
  own: readonly AiClass[],
  images: readonly Pick<VersionImage, 'shapes'>[],
): { id: string; name: string; colour: string; pictures: number }[] {
  const picturesOf = (has: (shapes: readonly AiShape[]) => boolean) =>
    images.filter(({ shapes }) => has(shapes)).length;
  const marked = own.map(({ id, name, colour }) => ({
    id,
    name,
    colour,
    pictures: picturesOf((shapes) => shapes.some(({ classId }) => classId === id)),
  }));
  const clean = marked.find(({ id }) => id === aiCleanClass) ?? {
    ...cleanClass,
    pictures: picturesOf(leavesCleanFloor),
  };
  const others = marked.filter(({ id }) => id !== aiCleanClass);
  return [clean, ...others].filter(({ pictures }) => pictures > 0);
}

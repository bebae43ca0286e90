import type { AiTraining, AiTrainingDetail } from '@sweepline/contract';
import { and, asc, count, countDistinct, eq } from 'drizzle-orm';
import { aiDatasetImages, aiDatasets } from '../../../entities/ai/ai-dataset-table.ts';
import { aiModels } from '../../../entities/ai/ai-model-table.ts';
import { aiProjects } from '../../../entities/ai/ai-table.ts';
import { aiTrainingEpochs, aiTrainings } from '../../../entities/ai/ai-training-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';

export const trainingRows = (db: Tx) =>
  db
    .select({
      row: aiTrainings,
      projectId: aiDatasets.projectId,
      projectName: aiProjects.name,
      datasetNumber: aiDatasets.number,
      loss: aiTrainingEpochs.loss,
      accuracy: aiTrainingEpochs.accuracy,
      modelId: aiModels.id,
      modelNumber: aiModels.number,
    })
    .from(aiTrainings)
    .innerJoin(aiDatasets, eq(aiDatasets.id, aiTrainings.datasetId))
    .innerJoin(aiProjects, eq(aiProjects.id, aiDatasets.projectId))
    .leftJoin(
      aiTrainingEpochs,
      and(eq(aiTrainingEpochs.trainingId, aiTrainings.id), eq(aiTrainingEpochs.epoch, aiTrainings.epoch)),
    )
    .leftJoin(aiModels, eq(aiModels.trainingId, aiTrainings.id))
    .$dynamic();
type Found = Awaited<ReturnType<typeof trainingRows>>[number];

/** How many images and sites each version has. */
async function sizesOfVersions(
  db: Tx,
  datasetIds: readonly string[],
): Promise<Map<string, { images: number; sites: number }>> {
  const rows = await db
    .select({
      id: aiDatasetImages.datasetId,
      images: count(),
      sites: countDistinct(aiDatasetImages.siteId),
    })
    .from(aiDatasetImages)
    .where(and(inValues(aiDatasetImages.datasetId, datasetIds), visible(db, aiDatasetImages)))
    .groupBy(aiDatasetImages.datasetId);
  return new Map(rows.map(({ id, ...sizes }) => [id, sizes]));
}

export async function trainingsOf(db: Tx, found: readonly Found[]): Promise<AiTraining[]> {
  const sizes = await sizesOfVersions(
    db,
    found.map(({ row }) => row.datasetId),
  );
  return found.map(({ row, ...about }) => ({
    ...row,
    ...row.settings,
    ...about,
    sites: sizes.get(row.datasetId)?.sites ?? 0,
  }));
}

/** A visible training with its epochs, else a refusal. */
export async function readTraining(db: Tx, id: string): Promise<AiTrainingDetail> {
  const found = await trainingRows(db).where(and(eq(aiTrainings.id, id), visible(db, aiTrainings)));
  const [training] = await trainingsOf(db, found);
  if (!training || !found[0]) throw new Refusal('notFound');
  const epochList = await db
    .select()
    .from(aiTrainingEpochs)
    .where(and(eq(aiTrainingEpochs.trainingId, id), visible(db, aiTrainingEpochs)))
    .orderBy(asc(aiTrainingEpochs.epoch));
  return { ...training, epochList, log: found[0].row.log };
}

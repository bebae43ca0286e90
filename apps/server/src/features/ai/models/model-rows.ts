import type { AiModel, AiModelDetail } from '@sweepline/contract';
import { and, count, countDistinct, eq, isNull, sql } from 'drizzle-orm';
import { aiDatasetImages, aiDatasets } from '../../../entities/ai/ai-dataset-table.ts';
import { aiModels } from '../../../entities/ai/ai-model-table.ts';
import { aiImages, aiProjects } from '../../../entities/ai/ai-table.ts';
import { aiTrainings } from '../../../entities/ai/ai-training-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import { gateOf } from './model-gate.ts';

export const modelRows = (db: Tx) =>
  db
    .select({
      row: aiModels,
      projectName: aiProjects.name,
      datasetNumber: aiDatasets.number,
      datasetHash: aiDatasets.hash,
      settings: aiTrainings.settings,
    })
    .from(aiModels)
    .innerJoin(aiProjects, eq(aiProjects.id, aiModels.projectId))
    .innerJoin(aiDatasets, eq(aiDatasets.id, aiModels.datasetId))
    .innerJoin(aiTrainings, eq(aiTrainings.id, aiModels.trainingId))
    .$dynamic();
type Found = Awaited<ReturnType<typeof modelRows>>[number];

/** The images and sites of versions, and the images that are gone. */
async function sizesOf(db: Tx, datasetIds: readonly string[]) {
  const rows = await db
    .select({
      id: aiDatasetImages.datasetId,
      images: count(),
      sites: countDistinct(aiDatasetImages.siteId),
      missing: sql<number>`(count(*) filter (where ${isNull(aiImages.id)}))::int`,
    })
    .from(aiDatasetImages)
    .leftJoin(aiImages, eq(aiImages.id, aiDatasetImages.imageId))
    .where(and(inValues(aiDatasetImages.datasetId, datasetIds), visible(db, aiDatasetImages)))
    .groupBy(aiDatasetImages.datasetId);
  return new Map(rows.map((row) => [row.id, row]));
}
type Sizes = Awaited<ReturnType<typeof sizesOf>>;

const modelOf = ({ row, projectName, datasetNumber }: Found, sizes: Sizes): AiModel => ({
  ...row,
  projectName,
  datasetNumber,
  sites: sizes.get(row.datasetId)?.sites ?? 0,
  f1: row.evaluation?.figures.f1 ?? null,
  baselineF1: row.evaluation?.baseline.f1 ?? null,
});

export async function modelsOf(db: Tx, found: readonly Found[]): Promise<AiModel[]> {
  const sizes = await sizesOf(
    db,
    found.map(({ row }) => row.datasetId),
  );
  return found.map((it) => modelOf(it, sizes));
}

/** A visible model with its figures, else a refusal. Names of sites outside the tenant scope are left out. */
export async function readModel(db: Tx, id: string): Promise<AiModelDetail> {
  const [found] = await modelRows(db).where(and(eq(aiModels.id, id), visible(db, aiModels)));
  if (!found) throw new Refusal('notFound');
  const { row, settings, datasetHash } = found;
  const { evaluation } = row;
  const sizes = await sizesOf(db, [row.datasetId]);
  const names = await db
    .select({ id: sites.id, name: sites.name })
    .from(sites)
    .where(and(inValues(sites.id, evaluation?.bySite.map(({ siteId }) => siteId) ?? []), visible(db, sites)));
  const nameOf = new Map(names.map((site) => [site.id, site.name]));
  return {
    ...row,
    ...modelOf(found, sizes),
    settings,
    datasetHash,
    images: sizes.get(row.datasetId)?.images ?? 0,
    missing: sizes.get(row.datasetId)?.missing ?? 0,
    figures: evaluation?.figures ?? null,
    baseline: evaluation?.baseline ?? null,
    bySite: (evaluation?.bySite ?? []).map((it) => ({ ...it, siteName: nameOf.get(it.siteId) ?? null })),
    byCamera: evaluation?.byCamera ?? [],
    worst: evaluation?.worst ?? [],
    gate: gateOf(row.classes, evaluation),
  };
}

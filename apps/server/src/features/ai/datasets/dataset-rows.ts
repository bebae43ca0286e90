import { aiDatasetParts, type AiDataset } from '@sweepline/contract';
import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { aiDatasetImages, aiDatasets, type AiDatasetRow } from '../../../entities/ai/ai-dataset-table.ts';
import { aiImages, aiProjects } from '../../../entities/ai/ai-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';

export const datasetRows = (db: Tx) =>
  db
    .select({ row: aiDatasets, projectName: aiProjects.name })
    .from(aiDatasets)
    .innerJoin(aiProjects, eq(aiProjects.id, aiDatasets.projectId))
    .$dynamic();
type Found = { row: AiDatasetRow; projectName: string };

/** The images of versions by part, site and company, and how many of them are gone. */
const countsOf = (db: Tx, ids: readonly string[]) =>
  db
    .select({
      datasetId: aiDatasetImages.datasetId,
      companyId: aiDatasetImages.companyId,
      companyName: companies.name,
      siteId: aiDatasetImages.siteId,
      part: aiDatasetImages.part,
      images: count(),
      missing: sql<number>`(count(*) filter (where ${isNull(aiImages.id)}))::int`,
    })
    .from(aiDatasetImages)
    .innerJoin(companies, eq(companies.id, aiDatasetImages.companyId))
    .leftJoin(aiImages, eq(aiImages.id, aiDatasetImages.imageId))
    .where(and(inValues(aiDatasetImages.datasetId, ids), visible(db, aiDatasetImages)))
    .groupBy(
      aiDatasetImages.datasetId,
      aiDatasetImages.companyId,
      companies.name,
      aiDatasetImages.siteId,
      aiDatasetImages.part,
    );
type Count = Awaited<ReturnType<typeof countsOf>>[number];

const total = (counts: readonly Count[], of: 'images' | 'missing' = 'images') =>
  counts.reduce((sum, it) => sum + it[of], 0);

function datasetOf({ row, projectName }: Found, counts: readonly Count[]): AiDataset {
  const byCompany = Map.groupBy(counts, ({ companyId }) => companyId);
  return {
    ...row,
    projectName,
    images: total(counts),
    missing: total(counts, 'missing'),
    sites: new Set(counts.map(({ siteId }) => siteId)).size,
    parts: Object.fromEntries(
      aiDatasetParts.map((part) => [part, total(counts.filter((it) => it.part === part))]),
    ) as AiDataset['parts'],
    companies: [...byCompany].map(([id, own]) => ({
      id,
      name: own[0]?.companyName ?? '',
      images: total(own),
    })),
  };
}

export async function datasetsOf(db: Tx, found: readonly Found[]): Promise<AiDataset[]> {
  const ids = found.map(({ row }) => row.id);
  const counts = Map.groupBy(await countsOf(db, ids), ({ datasetId }) => datasetId);
  return found.map((it) => datasetOf(it, counts.get(it.row.id) ?? []));
}

/** A visible version, else a refusal. */
export async function readDataset(db: Tx, id: string): Promise<AiDataset> {
  const found = await datasetRows(db).where(and(eq(aiDatasets.id, id), visible(db, aiDatasets)));
  const [dataset] = await datasetsOf(db, found);
  if (!dataset) throw new Refusal('notFound');
  return dataset;
}

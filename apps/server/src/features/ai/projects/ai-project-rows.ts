import { aiCollectionStates, type AiProject, type AiProjectDetail } from '@sweepline/contract';
import { and, count, eq, ne, sql } from 'drizzle-orm';
import { aiImages, aiProjects, type AiProjectRow } from '../../../entities/ai/ai-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import { devicesOf, type DeviceOfProject } from './ai-device-rows.ts';

export const projectRows = (db: Tx) =>
  db
    .select({ row: aiProjects, companyName: companies.name })
    .from(aiProjects)
    .innerJoin(companies, eq(companies.id, aiProjects.companyId))
    .$dynamic();
type Found = { row: AiProjectRow; companyName: string };

/** The stored pictures of projects, and how many of them have labels. */
async function imageCounts(db: Tx, ids: readonly string[]) {
  const rows = await db
    .select({
      projectId: aiImages.projectId,
      images: count(),
      labelled: sql<number>`count(*) filter (where ${ne(aiImages.labelState, 'UNLABELLED')})::int`,
    })
    .from(aiImages)
    .where(and(inValues(aiImages.projectId, ids), visible(db, aiImages)))
    .groupBy(aiImages.projectId);
  return new Map(rows.map(({ projectId, images, labelled }) => [projectId, { images, labelled }]));
}

const projectOf = (
  { row, companyName }: Found,
  own: readonly DeviceOfProject[],
  counts: { images: number; labelled: number } | undefined,
): AiProject => ({
  ...row,
  companyName,
  devices: own.length,
  collecting: Object.fromEntries(
    aiCollectionStates.map((state) => [state, own.filter(({ collection }) => collection === state).length]),
  ) as AiProject['collecting'],
  images: counts?.images ?? 0,
  labelled: counts?.labelled ?? 0,
});

/** Rows of projects with the states of their robots and the numbers of their images. */
export async function projectsOf(db: Tx, found: readonly Found[], at: string): Promise<AiProjectDetail[]> {
  const ids = found.map(({ row }) => row.id);
  const robots = await devicesOf(
    db,
    found.map(({ row }) => row),
    at,
  );
  const counts = await imageCounts(db, ids);
  return found.map((it) => {
    const own = robots.filter(({ projectId }) => projectId === it.row.id);
    return { ...projectOf(it, own, counts.get(it.row.id)), deviceList: own };
  });
}

/** A visible project, else a refusal. */
export async function readProject(db: Tx, id: string, now: Date): Promise<AiProjectDetail> {
  const found = await projectRows(db).where(and(eq(aiProjects.id, id), visible(db, aiProjects)));
  const [project] = await projectsOf(db, found, now.toISOString());
  if (!project) throw new Refusal('notFound');
  return project;
}

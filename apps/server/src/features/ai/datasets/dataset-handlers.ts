import { aiDatasetCalls, type Input } from '@sweepline/contract';
import { and, desc, eq } from 'drizzle-orm';
import { aiDatasetImages, aiDatasets } from '../../../entities/ai/ai-dataset-table.ts';
import { aiProjects } from '../../../entities/ai/ai-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { createVersion } from './dataset-create-service.ts';
import { exportDataset } from './dataset-export.ts';
import { datasetRows, datasetsOf, readDataset } from './dataset-rows.ts';

type Adding = Input<typeof aiDatasetCalls.add>;
async function add(ctx: Ctx, { projectId, seed, reviewedOnly }: Adding) {
  const { db, now, account } = ctx;
  // Of two versions made at one moment, one waits for the number of the other.
  const project = await find(db, aiProjects, projectId, { lock: true });
  const stamp = { at: now().toISOString(), by: account.username };
  return await readDataset(db, await createVersion(db, project, { seed, reviewedOnly, ...stamp }));
}

const rowsOf = (db: Tx, datasetId: string) =>
  db
    .select()
    .from(aiDatasetImages)
    .where(and(eq(aiDatasetImages.datasetId, datasetId), visible(db, aiDatasetImages)));

/** Compares two versions by the hashes of their images. */
async function difference({ db }: Ctx, { id, otherId }: Input<typeof aiDatasetCalls.difference>) {
  const [one, other] = [await find(db, aiDatasets, id), await find(db, aiDatasets, otherId)];
  if (one.projectId !== other.projectId) throw wrongField('otherId', 'OTHER_PROJECT');
  const present = await rowsOf(db, id);
  const before = new Map((await rowsOf(db, otherId)).map((row) => [row.imageId, row]));
  const result = { added: 0, removed: 0, relabelled: 0, moved: 0, same: 0 };
  for (const row of present) {
    const old = before.get(row.imageId);
    before.delete(row.imageId);
    if (!old) result.added += 1;
    else if (old.revision !== row.revision) result.relabelled += 1;
    else if (old.part !== row.part) result.moved += 1;
    else result.same += 1;
  }
  return { ...result, removed: before.size };
}

export const aiDatasetAnswers = answer(aiDatasetCalls, {
  list: async ({ db }, { projectId, ...page }) => {
    const where = and(visible(db, aiDatasets), projectId ? eq(aiDatasets.projectId, projectId) : undefined);
    const rows = datasetRows(db).where(where).orderBy(desc(aiDatasets.createdAt), desc(aiDatasets.id));
    const { list, total } = await paginate(page, rows, counted(db, aiDatasets, where));
    return { list: await datasetsOf(db, list), total };
  },

  detail: ({ db }, { id }) => readDataset(db, id),
  add,
  difference,
  export: ({ db, services }, input) => exportDataset(db, services.files, input),
});

import { createHash } from 'node:crypto';
import { aiDatasetCalls, type Input } from '@sweepline/contract';
import { and, asc, desc, eq, inArray, max, ne } from 'drizzle-orm';
import { aiDatasetImages, aiDatasets } from '../../../entities/ai/ai-dataset-table.ts';
import { aiImages, aiProjects } from '../../../entities/ai/ai-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { exportDataset } from './dataset-export.ts';
import { datasetRows, datasetsOf, readDataset } from './dataset-rows.ts';
import { splitOf } from './split-rules.ts';

type Adding = Input<typeof aiDatasetCalls.add>;
/** Rows of one statement. */
const chunk = 1_000;

/** The labelled images of a project that are not rejected, in a fixed order. */
const labelledImages = (db: Tx, projectId: string, reviewedOnly: boolean) =>
  db
    .select()
    .from(aiImages)
    .where(
      and(
        eq(aiImages.projectId, projectId),
        visible(db, aiImages),
        ne(aiImages.state, 'REJECTED'),
        inArray(aiImages.labelState, reviewedOnly ? ['REVIEWED'] : ['LABELLED', 'REVIEWED']),
      ),
    )
    .orderBy(asc(aiImages.sha256), asc(aiImages.id));

async function add(ctx: Ctx, { projectId, seed, reviewedOnly }: Adding) {
  const { db, now, account } = ctx;
  // Of two versions made at one moment, one waits for the number of the other.
  const project = await find(db, aiProjects, projectId, { lock: true });
  const images = await labelledImages(db, projectId, reviewedOnly);
  if (images.length === 0) throw wrongField('projectId', 'NO_LABELLED_IMAGES');
  const parts = splitOf(images, seed);
  const id = newId();
  const rows = images.map(({ id: imageId, companyId, siteId, sha256, revision }) => ({
    id: newId(),
    datasetId: id,
    imageId,
    companyId,
    siteId,
    sha256,
    revision,
    part: parts.get(imageId) ?? ('TRAIN' as const),
  }));
  const hash = createHash('sha256');
  for (const { sha256, revision, part } of rows) hash.update(`${sha256} ${revision} ${part}\n`);
  const [last] = await db
    .select({ number: max(aiDatasets.number) })
    .from(aiDatasets)
    .where(eq(aiDatasets.projectId, projectId));
  const { companyId, classes } = project;
  const made = { createdAt: now().toISOString(), createdBy: account.username };
  const number = (last?.number ?? 0) + 1;
  const about = { id, companyId, projectId, number, seed, reviewedOnly, classes, hash: hash.digest('hex') };
  await db.insert(aiDatasets).values({ ...about, ...made });
  for (let at = 0; at < rows.length; at += chunk)
    await db.insert(aiDatasetImages).values(rows.slice(at, at + chunk));
  return await readDataset(db, id);
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

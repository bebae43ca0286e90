import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, max, ne } from 'drizzle-orm';
import { aiDatasetImages, aiDatasets } from '../../../entities/ai/ai-dataset-table.ts';
import { aiImages, type AiProjectRow } from '../../../entities/ai/ai-table.ts';
import { wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { splitOf } from './split-rules.ts';

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

interface NewVersion {
  seed: number;
  reviewedOnly: boolean;
  at: string;
  by: string;
}

/** Keeps the labelled images of a locked project as its next version. Refuses if there are none. */
export async function createVersion(
  db: Tx,
  { id: projectId, companyId, classes }: AiProjectRow,
  { seed, reviewedOnly, at, by }: NewVersion,
): Promise<string> {
  const images = await labelledImages(db, projectId, reviewedOnly);
  if (images.length === 0) throw wrongField('projectId', 'NO_LABELLED_IMAGES');
  const parts = splitOf(images, seed);
  const id = newId();
  const rows = images.map(({ id: imageId, companyId: ofImage, siteId, sha256, revision }) => ({
    id: newId(),
    datasetId: id,
    imageId,
    companyId: ofImage,
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
  const number = (last?.number ?? 0) + 1;
  const about = { id, companyId, projectId, number, seed, reviewedOnly, classes, hash: hash.digest('hex') };
  await db.insert(aiDatasets).values({ ...about, createdAt: at, createdBy: by });
  for (let from = 0; from < rows.length; from += chunk)
    await db.insert(aiDatasetImages).values(rows.slice(from, from + chunk));
  return id;
}

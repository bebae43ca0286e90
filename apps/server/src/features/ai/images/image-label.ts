import type { aiImageCalls, AiImageDetail, Input } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { aiImages, aiLabels, aiProjects, type AiImageRow } from '../../../entities/ai/ai-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { readImage } from './image-rows.ts';
import { checkShapes } from './shape-rules.ts';

/** The locked image, if its labels are those that were read. The row decides who comes first. */
async function lockImage(db: Tx, id: string, revision: number): Promise<AiImageRow> {
  const image = await find(db, aiImages, id, { lock: true });
  if (image.revision !== revision)
    throw new Refusal('aiLabelsChanged', { words: { who: image.labelledBy, when: image.labelledAt ?? '' } });
  return image;
}

type Change = Pick<AiImageRow, 'shapes' | 'labelState' | 'note'>;

async function save(ctx: Ctx, image: AiImageRow, change: Change): Promise<AiImageDetail> {
  const { db, now, account } = ctx;
  const [at, by] = [now().toISOString(), account.username];
  const { id: imageId, companyId } = image;
  const revision = image.revision + 1;
  await db.insert(aiLabels).values({ id: newId(), imageId, companyId, revision, ...change, at, by });
  const classIds = [...new Set(change.shapes.map(({ classId }) => classId))];
  await db
    .update(aiImages)
    .set({ ...change, revision, classIds, labelledAt: at, labelledBy: by })
    .where(eq(aiImages.id, imageId));
  return await readImage(db, imageId);
}

/** Stores the labels after one act. Without marks an image is unlabelled again, also after a review. */
export async function label(ctx: Ctx, { id, revision, shapes }: Input<typeof aiImageCalls.label>) {
  const image = await lockImage(ctx.db, id, revision);
  const { classes } = await find(ctx.db, aiProjects, image.projectId);
  checkShapes(shapes, classes);
  const labelState = shapes.length > 0 ? 'LABELLED' : 'UNLABELLED';
  return await save(ctx, image, { shapes, labelState, note: '' });
}

/** Agrees to labels or sends them back. Those who drew them last do not review them. */
export async function review(ctx: Ctx, input: Input<typeof aiImageCalls.review>) {
  const { id, revision, accept, note } = input;
  const image = await lockImage(ctx.db, id, revision);
  await find(ctx.db, aiProjects, image.projectId);
  if (image.labelState !== 'LABELLED') throw new Refusal('wrongState');
  if (image.labelledBy === ctx.account.username) throw new Refusal('aiOwnReview');
  const { shapes } = image;
  return await save(ctx, image, { shapes, labelState: accept ? 'REVIEWED' : 'SENT_BACK', note });
}

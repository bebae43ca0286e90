import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { aiImageCalls, type AiImageState } from '@sweepline/contract';
import { and, sql } from 'drizzle-orm';
import { aiImages, aiProjects } from '../../../entities/ai/ai-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { counted, find, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { bytesOfFile, findFile } from '../../../platform/files/files.ts';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { exportImages } from './image-export.ts';
import { label, review } from './image-label.ts';
import { removeImages } from './image-removal-service.ts';
import { imageOf, imageRows, matching, readImage } from './image-rows.ts';

const thumbnailWidth = 320;

/** A small picture, drawn when it is asked for: browsers keep it while their page is open. */
async function thumbnail(ctx: Ctx, { id }: { id: string }): Promise<BytesAnswer> {
  const file = await inShortTransaction(ctx, async (db) => {
    const { fileId } = await find(db, aiImages, id);
    return await findFile(db, fileId);
  });
  const original = await buffer(ctx.services.files.open(file.sha256));
  const { default: sharp } = await import('sharp');
  const small = await sharp(original)
    .resize({ width: thumbnailWidth, withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer();
  const tag = `${file.sha256}-${thumbnailWidth}`;
  return {
    mediaType: 'image/jpeg',
    length: small.length,
    tag,
    open: (range) => Readable.from([range ? small.subarray(range.start, range.end + 1) : small]),
  };
}

/** Only the people of a project choose its images: a company whose floor they show may delete them. */
const ofOwnProject = sql`exists (select from ${aiProjects} where ${aiProjects.id} = ${aiImages.projectId})`;

/** All or none: a list that names an image of others is refused. */
function checkAll(ids: readonly string[], changed: number): { count: number } {
  if (changed < new Set(ids).size) throw new Refusal('notFound');
  return { count: changed };
}

/** Sets the state of images. Returns how many there are. */
const decide = async ({ db }: Ctx, ids: readonly string[], state: AiImageState) => {
  const changed = await db
    .update(aiImages)
    .set({ state })
    .where(and(inValues(aiImages.id, ids), visible(db, aiImages), ofOwnProject))
    .returning({ id: aiImages.id });
  return checkAll(ids, changed.length);
};

export const aiImageAnswers = answer(aiImageCalls, {
  list: async ({ db }, { page, pageSize, enablePage, sort = '-takenAt', ...filters }) => {
    const where = matching(db, filters);
    const rows = imageRows(db)
      .where(where)
      .orderBy(...orderBy({ takenAt: aiImages.takenAt }, sort, aiImages.id));
    const input = { page, pageSize, enablePage };
    const { list, total } = await paginate(input, rows, counted(db, aiImages, where));
    return { list: list.map(imageOf), total };
  },

  detail: ({ db }, { id }) => readImage(db, id),

  picture: async ({ db, services }, { id }) => {
    const { fileId } = await find(db, aiImages, id);
    return bytesOfFile(services.files, await findFile(db, fileId));
  },

  thumbnail: withoutTransaction(thumbnail),

  keep: (ctx, { ids }) => decide(ctx, ids, 'KEPT'),
  reject: (ctx, { ids }) => decide(ctx, ids, 'REJECTED'),
  remove: async ({ db }, { ids }) => checkAll(ids, await removeImages(db, inValues(aiImages.id, ids))),

  label,
  review,

  export: ({ db, services }, { ids }) => exportImages(db, services.files, ids),
});

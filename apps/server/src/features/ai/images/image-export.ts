import { aiIndexFile } from '@sweepline/contract/robot';
import { and, asc } from 'drizzle-orm';
import { aiImages, type AiImageRow } from '../../../entities/ai/ai-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { zipStream, type ZippedFile } from '../../../platform/documents/zip-stream.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';

const lineOf = (row: AiImageRow) => {
  const { id, takenAt, camera, deviceId, siteId, mapId, runId, x, y, theta, sha256 } = row;
  const { width, height, facesBlurred, state, labelState, revision, shapes } = row;
  const taken = { takenAt, camera, deviceId, siteId, mapId, runId, x, y, theta, facesBlurred };
  return { file: nameOf(row), id, sha256, width, height, ...taken, state, labelState, revision, shapes };
};
const nameOf = ({ id }: AiImageRow) => `images/${id}.jpg`;

/** A zip of originals with their places and labels. */
export async function exportImages(db: Tx, files: FileStore, ids: readonly string[]): Promise<BytesAnswer> {
  const rows = await db
    .select()
    .from(aiImages)
    .where(and(visible(db, aiImages), inValues(aiImages.id, ids)))
    .orderBy(asc(aiImages.takenAt), asc(aiImages.id));
  if (rows.length < new Set(ids).size) throw new Refusal('notFound');
  if (new Set(rows.map(({ companyId }) => companyId)).size > 1) throw new Refusal('aiCompaniesMixed');
  const index = rows.map((row) => `${JSON.stringify(lineOf(row))}\n`).join('');
  const zipped: ZippedFile[] = [
    { name: aiIndexFile, content: [index] },
    ...rows.map((row) => ({ name: nameOf(row), content: lazy(files, row.sha256) })),
  ];
  return { mediaType: 'application/zip', fileName: 'images.zip', open: () => zipStream(zipped) };
}

/** Opens a picture when the zip comes to it: a thousand open files would be too many. */
async function* lazy(files: FileStore, sha256: string) {
  yield* files.open(sha256);
}

import { aiDatasetParts, type aiDatasetCalls, type AiShape, type Input } from '@sweepline/contract';
import { and, asc, eq } from 'drizzle-orm';
import { aiDatasetImages, aiDatasets, type AiDatasetRow } from '../../../entities/ai/ai-dataset-table.ts';
import { aiImages, aiLabels } from '../../../entities/ai/ai-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { zipStream, type ZippedFile } from '../../../platform/documents/zip-stream.ts';
import { find, visible } from '../../../platform/db/page.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { cocoOf, yoloOf, type ExportedImage } from './export-formats.ts';

/** The images of one company that are still stored, with the labels of their revision. */
async function imagesOf(
  db: Tx,
  datasetId: string,
  companyId: string,
): Promise<(ExportedImage & { sha256: string })[]> {
  const rows = await db
    .select({ row: aiDatasetImages, image: aiImages, shapes: aiLabels.shapes })
    .from(aiDatasetImages)
    .innerJoin(aiImages, eq(aiImages.id, aiDatasetImages.imageId))
    .innerJoin(
      aiLabels,
      and(eq(aiLabels.imageId, aiDatasetImages.imageId), eq(aiLabels.revision, aiDatasetImages.revision)),
    )
    .where(
      and(
        eq(aiDatasetImages.datasetId, datasetId),
        eq(aiDatasetImages.companyId, companyId),
        visible(db, aiDatasetImages),
      ),
    )
    .orderBy(asc(aiDatasetImages.sha256), asc(aiDatasetImages.id));
  return rows.map(({ row: { imageId: id, sha256, part }, image: { width, height }, shapes }) => {
    const own: AiShape[] = shapes;
    return { id, sha256, part, width, height, shapes: own };
  });
}

const aboutOf = ({ number, seed, hash, createdAt }: AiDatasetRow, images: number, holes: number) =>
  [
    `version ${number}, seed ${seed}, sha256 ${hash}, ${createdAt}`,
    `${images} images`,
    ...(holes > 0 ? [`${holes} holes of polygons are left out: a row of YOLO cannot hold them`] : []),
    '',
  ].join('\n');

/** Opens a picture when the zip comes to it: thousands of open files would be too many. */
async function* lazy(files: FileStore, sha256: string) {
  yield* files.open(sha256);
}

/** A zip of a version in a format of other trainers. */
export async function exportDataset(
  db: Tx,
  files: FileStore,
  { id, format, companyId }: Input<typeof aiDatasetCalls.export>,
): Promise<BytesAnswer> {
  const dataset = await find(db, aiDatasets, id);
  const images = await imagesOf(db, id, companyId);
  if (images.length === 0) throw new Refusal('noDownloadableFiles');
  const { classes } = dataset;
  const made =
    format === 'COCO'
      ? { holes: 0, texts: aiDatasetParts.map((part) => cocoOf(part, classes, images)) }
      : yoloOf(classes, images);
  const about = { name: 'README.txt', content: [aboutOf(dataset, images.length, made.holes)] };
  const zipped: ZippedFile[] = [
    about,
    ...made.texts.map(({ name, text }) => ({ name, content: [text] })),
    ...images.map(({ id: imageId, sha256, part }) => ({
      name: `images/${part.toLowerCase()}/${imageId}.jpg`,
      content: lazy(files, sha256),
    })),
  ];
  const fileName = `dataset-${dataset.number}-${format.toLowerCase()}.zip`;
  return { mediaType: 'application/zip', fileName, open: () => zipStream(zipped) };
}

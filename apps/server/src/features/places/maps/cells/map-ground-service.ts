import { buffer } from 'node:stream/consumers';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import { findFile } from '../../../../platform/files/files.ts';
import { find } from '../../../../platform/db/page.ts';
import type { UploadContent } from '../../../../platform/calls/input.ts';
import { inShortTransaction } from '../../../../platform/calls/without-transaction.ts';
import { inThread } from '../exchange/map-thread.ts';
import { maps } from '../../../../entities/places/map-table.ts';
import type { FinishedMap } from '../exchange/map-worker.ts';

type Frame = Pick<typeof maps.$inferSelect, 'resolution' | 'originX' | 'originY'>;

/** ROS map metadata for a bundle's `grid.png` (docs/protocol/maps.md#map-bundle): 0 occupied, 254 free, 205 unknown. */
const yamlOf = ({ resolution, originX, originY }: Frame) =>
  `image: grid.png\nresolution: ${resolution}\norigin: [${originX}, ${originY}, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.19\n`;

/** Reads a grid in the bundle's format in a worker thread, like an imported map. */
export const readGridInThread = (picture: UploadContent, frame: Frame): Promise<FinishedMap> =>
  inThread('import', {
    uploads: [
      ['picture', picture],
      ['yaml', Buffer.from(yamlOf(frame))],
    ],
  });

/** Reads a grid from the file store. */
export async function readStoredGrid(ctx: Ctx, fileId: string, mapId: string): Promise<FinishedMap> {
  const [file, frame] = await inShortTransaction(ctx, async (db) => [
    await findFile(db, fileId),
    await find(db, maps, mapId),
  ]);
  const bytes = await buffer(ctx.services.files.open(file.sha256));
  return await readGridInThread(bytes, frame);
}

import { logoStyles, wholePicture } from '@sweepline/contract';
import { logoPictures } from '../../../apps/server/src/entities/people/logo-table.ts';
import { storeLogo } from '../../../apps/server/src/entities/people/logo-store-service.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { storeFile, type FileStore } from '../../../apps/server/src/platform/files/files.ts';
import { packPng } from '../../../apps/server/src/platform/files/png.ts';
import type { CompanyKey } from '../people.ts';

const [width, height] = [800, 600];

/** A fictional mark of a disc above a wave, legible on light and on dark ground. */
function drawMark(): Uint8Array {
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wave = 420 - 90 * Math.sin((x / width) * 2 * Math.PI);
      const isWave = Math.abs(y - wave) < 36 && x > 60 && x < width - 60;
      const isDisc = Math.hypot(x - 400, y - 190) < 110;
      if (isWave || isDisc)
        pixels.set(isDisc ? [43, 138, 158, 255] : [217, 130, 43, 255], (y * width + x) * 4);
    }
  }
  return pixels;
}

/** The logos of one agent. Its customers inherit them. */
export async function buildLogos(
  tx: Tx,
  files: FileStore,
  now: () => Date,
  { rhein: companyId }: Record<CompanyKey, string>,
): Promise<void> {
  const content = await packPng({ width, height, channels: 4, data: drawMark() });
  const file = { companyId, kind: logoPictures, name: 'rheinland.png', mediaType: 'image/png', content };
  const picture = await storeFile(tx, files, now, file);
  const store = { db: tx, now, services: { files }, account: { username: 'system' } };
  for (const style of logoStyles) {
    const cut = { ...wholePicture, margin: style === 'APP' || style === 'ROBOT' ? 0.12 : 0 };
    await storeLogo(store, { companyId, style, picture, cut });
  }
}

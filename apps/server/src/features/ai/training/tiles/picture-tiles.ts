import { floorColourOf, tileBytes, tilePx, type Tile } from '@sweepline/floor-net';
import { tileColumns, tileRows } from './tile-labels.ts';

const widthPx = tileColumns * tilePx;
const lineBytes = 3 * widthPx;

/** Cuts tiles out of a picture in any format that `sharp` reads. Throws if it reads none. */
export async function tilesOf(content: Uint8Array, tiles: readonly number[]): Promise<Tile[]> {
  const { default: sharp } = await import('sharp');
  const rgb = await sharp(content)
    .resize({ width: widthPx, height: tileRows * tilePx, fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const floor = floorColourOf(rgb);
  return tiles.map((tile) => {
    const cut = new Uint8Array(tileBytes);
    const start = Math.floor(tile / tileColumns) * tilePx * lineBytes + (tile % tileColumns) * tilePx * 3;
    for (let row = 0; row < tilePx; row++) {
      const from = start + row * lineBytes;
      cut.set(rgb.subarray(from, from + tilePx * 3), row * tilePx * 3);
    }
    return { rgb: cut, floor };
  });
}

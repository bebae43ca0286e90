import type { Picture } from '../../video/picture.ts';

const [columns, rows] = [16, 9];
/** Mean difference of brightness below which a picture shows nothing new, of 255. */
const sameBelow = 2.5;

/** The mean brightness of the tiles of a picture. */
export function likenessOf({ width, height, data }: Picture): number[] {
  const sums = Array.from({ length: columns * rows }, () => 0);
  const counts = [...sums];
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const tile = Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width);
      const at = (y * width + x) * 3;
      sums[tile]! += (data[at]! + data[at + 1]! + data[at + 2]!) / 3;
      counts[tile]! += 1;
    }
  return sums.map((sum, tile) => Math.round(sum / Math.max(1, counts[tile]!)));
}

/** Whether a picture shows nothing that the last stored one does not. */
export const isNearDuplicate = (a: readonly number[], b: readonly number[] | undefined): boolean =>
  b !== undefined && a.reduce((sum, it, at) => sum + Math.abs(it - (b[at] ?? 0)), 0) / a.length < sameBelow;

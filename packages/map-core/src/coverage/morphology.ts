import type { Raster } from '../files/grid.ts';

type Size = Pick<Raster, 'width' | 'height'>;

/**
 * Opening with a square of `2 · reach + 1` cells: keeps only what the square fits onto, so that thin parts disappear. With
 * another `back` it keeps what a square of that size reaches from where the first one fits.
 */
export const opened = (mask: Uint8Array, size: Size, reach: number, back = reach) =>
  spread(shrunk(mask, size, reach), size, back);

/** Erosion: keeps cells with a completely set neighbourhood, so thin parts disappear. */
const shrunk = (mask: Uint8Array, size: Size, reach: number) =>
  spread(
    mask.map((cell) => 1 - cell),
    size,
    reach,
  ).map((cell) => 1 - cell);

/** Dilation: sets every cell within `reach` columns and rows of a set one, along rows and then along columns. */
function spread(mask: Uint8Array, { width, height }: Size, reach: number): Uint8Array {
  const along = spreadLines(mask, height, width, (line, step) => line * width + step, reach);
  return spreadLines(along, width, height, (line, step) => step * width + line, reach);
}

function spreadLines(
  mask: Uint8Array,
  lines: number,
  steps: number,
  indexOf: (line: number, step: number) => number,
  reach: number,
): Uint8Array {
  const result = new Uint8Array(mask.length);
  for (let line = 0; line < lines; line++) {
    let until = -1;
    for (let step = 0; step < steps; step++) {
      if (mask[indexOf(line, step)] === 1) {
        for (let set = Math.max(until + 1, step - reach); set <= Math.min(steps - 1, step + reach); set++) {
          result[indexOf(line, set)] = 1;
        }
        until = Math.min(steps - 1, step + reach);
      }
    }
  }
  return result;
}

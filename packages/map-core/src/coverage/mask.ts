import type { Coverage } from './coverage.ts';
import { boxAround, type Point } from '../geometry/geometry.ts';
import { centreX, centreY, columnAt, FREE, rowAt, valueAt, type Grid, type Raster } from '../files/grid.ts';

/** One byte per cell of a raster: 1 for cells of the mask. */
export type Mask = Uint8Array;

/** The cells with centres in the polygon (even–odd rule); with a `ground`, only its free cells. */
export function polygonMask(raster: Raster, corners: readonly Point[], ground?: Grid): Mask {
  const mask = new Uint8Array(raster.width * raster.height);
  fillArea(mask, raster, corners, 1, ground);
  return mask;
}

/** Adds the free floor of a polygon to a mask on this raster. */
export const addArea = (mask: Mask, raster: Raster, corners: readonly Point[], ground?: Grid) =>
  fillArea(mask, raster, corners, 1, ground);

/** Removes a polygon from a mask on this raster. */
export const clearArea = (mask: Mask, raster: Raster, corners: readonly Point[]) =>
  fillArea(mask, raster, corners, 0);

function fillArea(mask: Mask, raster: Raster, corners: readonly Point[], value: 0 | 1, ground?: Grid) {
  if (corners.length < 3) return;
  const box = boxAround(corners);
  const top = Math.max(0, rowAt(raster, box.maxY));
  const bottom = Math.min(raster.height - 1, rowAt(raster, box.minY));
  for (let row = top; row <= bottom; row++) {
    const y = centreY(raster, row);
    const crossings = crossingsAt(corners, y);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [first, last] = columnsOf(raster, crossings[i]!, crossings[i + 1]!);
      for (let column = first; column <= last; column++) {
        if (!ground || valueAt(ground, centreX(raster, column), y) === FREE)
          mask[row * raster.width + column] = value;
      }
    }
  }
}

/** The x of all crossings of a horizontal line with the polygon, sorted. */
function crossingsAt(corners: readonly Point[], y: number) {
  const crossings: number[] = [];
  let a = corners.at(-1)!;
  for (const b of corners) {
    if (a.y > y !== b.y > y) crossings.push(((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x);
    a = b;
  }
  return crossings.sort((p, q) => p - q);
}

/** First and last column with centres between two x. */
const columnsOf = (raster: Raster, from: number, to: number) =>
  [
    Math.max(0, columnAt(raster, from + raster.resolution / 2)),
    Math.min(raster.width - 1, columnAt(raster, to - raster.resolution / 2)),
  ] as const;

export interface CoverageShare {
  targetM2: number;
  coveredM2: number;
  /** Covered over target, 0–1; 0 when there is no target. */
  share: number;
}

/** How much of a target mask on the same raster has at least one pass. Each cell counts once. */
export function coverageOf(
  { passes, resolution }: Pick<Coverage, 'passes' | 'resolution'>,
  target: Mask,
): CoverageShare {
  let [targetCells, coveredCells] = [0, 0];
  for (let i = 0; i < target.length; i++) {
    if (target[i] === 0) continue;
    targetCells++;
    if (passes[i]! > 0) coveredCells++;
  }
  const cellM2 = resolution * resolution;
  return {
    targetM2: targetCells * cellM2,
    coveredM2: coveredCells * cellM2,
    share: targetCells === 0 ? 0 : coveredCells / targetCells,
  };
}

/** Area of a mask in square metres; `resolution` in metres per cell. */
export const maskAreaM2 = (mask: Mask, resolution: number) =>
  mask.reduce((count, cell) => count + cell, 0) * resolution * resolution;

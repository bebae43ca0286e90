import type { Box, Point } from '../geometry/geometry.ts';
import { centreX, centreY, columnAt, rowAt, type Raster } from '../files/grid.ts';
import { inside } from '../geometry/polygon.ts';

/** A point on floor that the robot left, with the reason. */
export interface MissedSpot extends Point {
  reason: string;
}

/** Tolerance in metres: a reported spot may be slightly outside the computed patch. */
const besideM = 0.6;

/**
 * Assigns reasons to the floor of a mask: the reason of each spot spreads over connected floor up to where another spot is
 * nearer. The returned function gives the most frequent reason in a patch.
 */
export function reasonsOver(mask: Uint8Array, raster: Raster, spots: readonly MissedSpot[]) {
  const reasons = spread(mask, raster, spots);
  return ({ points, box }: { points: readonly Point[]; box: Box }): { reason?: string } => {
    const counts = new Map<string, number>();
    for (let row = rowAt(raster, box.maxY); row <= rowAt(raster, box.minY); row++) {
      for (let column = columnAt(raster, box.minX); column <= columnAt(raster, box.maxX); column++) {
        const reason = spots[reasons[row * raster.width + column] ?? -1]?.reason;
        if (reason === undefined) continue;
        const centre = { x: centreX(raster, column), y: centreY(raster, row) };
        if (inside(centre, points)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
    }
    const [top] = [...counts].toSorted(([, a], [, b]) => b - a);
    return top ? { reason: top[0] } : {};
  };
}

/** Index of the spot for each cell of the mask; -1 where none reaches. */
function spread(mask: Uint8Array, raster: Raster, spots: readonly MissedSpot[]): Int32Array {
  const { width, height } = raster;
  const from = new Int32Array(mask.length).fill(-1);
  const queue: number[] = [];
  const take = (cell: number, spot: number) => {
    if (mask[cell] !== 1 || from[cell] !== -1) return;
    from[cell] = spot;
    queue.push(cell);
  };
  spots.forEach((place, spot) => {
    const cell = nearestIn(mask, raster, place);
    if (cell !== undefined) take(cell, spot);
  });
  for (const cell of queue) {
    const spot = from[cell] ?? -1;
    const column = cell % width;
    if (column > 0) take(cell - 1, spot);
    if (column < width - 1) take(cell + 1, spot);
    if (cell >= width) take(cell - width, spot);
    if (cell < width * (height - 1)) take(cell + width, spot);
  }
  return from;
}

/** The nearest cell of the mask within `besideM` of a place; undefined without one. */
function nearestIn(mask: Uint8Array, raster: Raster, { x, y }: Point): number | undefined {
  const { width, height, resolution } = raster;
  const reach = Math.ceil(besideM / resolution);
  const [column, row] = [columnAt(raster, x), rowAt(raster, y)];
  let [best, bestAway]: [number | undefined, number] = [undefined, besideM];
  for (let r = Math.max(0, row - reach); r <= Math.min(height - 1, row + reach); r++) {
    for (let c = Math.max(0, column - reach); c <= Math.min(width - 1, column + reach); c++) {
      if (mask[r * width + c] !== 1) continue;
      const away = Math.hypot(centreX(raster, c) - x, centreY(raster, r) - y);
      if (away <= bestAway) [best, bestAway] = [r * width + c, away];
    }
  }
  return best;
}

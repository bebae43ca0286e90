import type { Box, Point } from '../geometry/geometry.ts';
import { centreX, centreY, columnAt, rowAt, type Raster } from '../files/grid.ts';
import { inside } from '../geometry/polygon.ts';

/** A place on floor the robot left, and why. */
export interface MissedSpot extends Point {
  reason: string;
}

/** A robot and we need not draw the rim of a patch alike: so far beside it a place it told may lie. */
const besideM = 0.6;

/**
 * Why the floor of a mask was left: from each place the robot told, its reason spreads over the floor that hangs together
 * with it, up to where another place is nearer. Answers what most of a patch has.
 */
export function reasonsOver(mask: Uint8Array, raster: Raster, told: readonly MissedSpot[]) {
  const reasons = spread(mask, raster, told);
  return ({ points, box }: { points: readonly Point[]; box: Box }): { reason?: string } => {
    const counts = new Map<string, number>();
    for (let row = rowAt(raster, box.maxY); row <= rowAt(raster, box.minY); row++) {
      for (let column = columnAt(raster, box.minX); column <= columnAt(raster, box.maxX); column++) {
        const reason = told[reasons[row * raster.width + column] ?? -1]?.reason;
        if (reason === undefined) continue;
        const centre = { x: centreX(raster, column), y: centreY(raster, row) };
        if (inside(centre, points)) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
    }
    const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
    return most ? { reason: most[0] } : {};
  };
}

/** For each cell of the mask the place its reason comes from; -1 where none reaches. */
function spread(mask: Uint8Array, raster: Raster, told: readonly MissedSpot[]): Int32Array {
  const { width, height } = raster;
  const from = new Int32Array(mask.length).fill(-1);
  const queue: number[] = [];
  const take = (cell: number, spot: number) => {
    if (mask[cell] !== 1 || from[cell] !== -1) return;
    from[cell] = spot;
    queue.push(cell);
  };
  told.forEach((place, spot) => {
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

/** The cell of the mask nearest to a place, if there is one close by. */
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

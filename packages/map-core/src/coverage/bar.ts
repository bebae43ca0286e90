import type { Point } from '../geometry/geometry.ts';
import { centreX, centreY, type Raster } from '../files/grid.ts';

/** Tolerance at the rim, in metres: a rim exactly through cell centres would give a ragged edge. */
export const rimM = 1e-9;

/** A direction as a vector of length 1. */
export interface Heading {
  x: number;
  y: number;
}

/** Called with the first and last column of a row. */
type VisitRow = (row: number, first: number, last: number) => void;

/** The cells with centres in the convex polygon: row by row, one run of columns each. Both rims are inside. */
export function visitConvex(raster: Raster, corners: readonly Point[], visit: VisitRow): void {
  const { width, resolution, originX } = raster;
  let [low, high] = [Infinity, -Infinity];
  for (const { y } of corners) {
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  const { top, bottom } = rowsOf(raster, low, high);
  for (let row = top; row <= bottom; row++) {
    const y = centreY(raster, row);
    let [from, to] = [Infinity, -Infinity];
    let a = corners.at(-1)!;
    for (const b of corners) {
      if ((a.y - y) * (b.y - y) <= 0) {
        const x = a.y === b.y ? b.x : a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y);
        from = Math.min(from, x);
        to = Math.max(to, x);
      }
      a = b;
    }
    const first = Math.max(0, Math.ceil((from - originX) / resolution - 0.5));
    const last = Math.min(width - 1, Math.floor((to - originX) / resolution - 0.5));
    if (first <= last) visit(row, first, last);
  }
}

/**
 * The cells over which a bar of this width passes while it turns about `centre` from one heading to another, by the smaller
 * angle. The bar is `offset` ahead of the centre.
 */
export function visitTurn(
  raster: Raster,
  centre: Point,
  turn: { from: Heading; to: Heading; width: number; offset: number },
  visit: VisitRow,
): void {
  const { resolution, originX, width } = raster;
  const passes = passesInTurn(turn);
  const radius = Math.hypot(turn.width / 2 + rimM, turn.offset);
  const { top, bottom } = rowsOf(raster, centre.y - radius, centre.y + radius);
  for (let row = top; row <= bottom; row++) {
    const y = centreY(raster, row) - centre.y;
    const half = Math.sqrt(Math.max(0, radius * radius - y * y));
    const first = Math.max(0, Math.ceil((centre.x - half - originX) / resolution - 0.5));
    const last = Math.min(width - 1, Math.floor((centre.x + half - originX) / resolution - 0.5));
    for (let column = first; column <= last; column++)
      if (passes(centreX(raster, column) - centre.x, y)) visit(row, column, column);
  }
}

/**
 * Whether a turning bar passes a place within its reach, relative to the centre. The distance of the place ahead of the
 * centre changes with the heading: the bar passes where that distance becomes the offset.
 */
function passesInTurn({ from, to, offset }: { from: Heading; to: Heading; offset: number }) {
  // A bar behind the centre is one ahead of it for the opposite heading.
  const side = offset < 0 ? -1 : 1;
  const [ax, ay, bx, by] = [side * from.x, side * from.y, side * to.x, side * to.y];
  const ahead = Math.abs(offset);
  const sense = ax * by - ay * bx >= 0 ? 1 : -1;
  return (x: number, y: number): boolean => {
    const before = ax * x + ay * y - ahead;
    const after = bx * x + by * y - ahead;
    if (before >= -rimM !== after >= -rimM || Math.abs(before) <= rimM || Math.abs(after) <= rimM)
      return true;
    if (before > 0) return false;
    // Short of the bar at both ends, and passed there and back in between.
    const isBetween = sense * (ax * y - ay * x) >= 0 && sense * (x * by - y * bx) >= 0;
    return isBetween && x * x + y * y >= ahead * ahead;
  };
}

const rowsOf = ({ height, resolution, originY }: Raster, low: number, high: number) => ({
  top: Math.max(0, Math.ceil(height - 0.5 - (high - originY) / resolution)),
  bottom: Math.min(height - 1, Math.floor(height - 0.5 - (low - originY) / resolution)),
});

import { centreX, centreY } from '@sweepline/map-core';
import type { Path } from '../motion/route.ts';
import type { Field } from './field.ts';

// The sides of a cell in order: top, right, bottom, left. The walk along a side has the cell on its right.
const forward = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;
const outward = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

/** The outer and inner rims of the parts of a mask. Each rim is the cells along it in walking order. */
export function rimsOf(mask: Uint8Array, width: number, height: number): number[][] {
  const has = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < width && row < height && mask[row * width + column] === 1;
  const walked = new Uint8Array(mask.length);
  const rims: number[][] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0) continue;
    for (let side = 0; side < 4; side++) {
      const [dx, dy] = outward[side]!;
      if ((walked[start]! & (1 << side)) !== 0) continue;
      if (has((start % width) + dx, Math.floor(start / width) + dy)) continue;
      rims.push(walk(start, side, width, has, walked));
    }
  }
  return rims;
}

function walk(
  start: number,
  firstSide: number,
  width: number,
  has: (column: number, row: number) => boolean,
  walked: Uint8Array,
) {
  const rim: number[] = [];
  let [column, row, side] = [start % width, Math.floor(start / width), firstSide];
  for (;;) {
    const cell = row * width + column;
    if ((walked[cell]! & (1 << side)) !== 0) return rim;
    walked[cell] = walked[cell]! | (1 << side);
    if (rim.at(-1) !== cell) rim.push(cell);
    const [fx, fy] = forward[side]!;
    const [ox, oy] = outward[side]!;
    if (!has(column + fx, row + fy)) {
      side = (side + 1) % 4;
    } else if (!has(column + fx + ox, row + fy + oy)) {
      [column, row] = [column + fx, row + fy];
    } else {
      // At an inner corner the walk includes the cell in it: a straight path would touch the corner.
      rim.push((row + fy) * width + column + fx);
      [column, row, side] = [column + fx + ox, row + fy + oy, (side + 3) % 4];
    }
  }
}

/** Maximum distance between straightened and smoothed rim; small enough that its bends need no stop. */
const maxDeviationM = 0.012;
/** Look-ahead of the straightening in cells; it bounds the cost for long walls. */
const lookAhead = 160;
/** Rounds of smoothing. Three remove the steps of a slanted or round rim and keep the corners of a room. */
const rounds = 3;

/** A rim as a closed path with few, gentle bends: smoothed, then straightened where the floor allows. */
export function straightened(field: Field, rim: readonly number[]): Path {
  const { footing } = field;
  const [xs, ys] = smoothed(field, rim);
  const count = rim.length;
  const at = (i: number) => i % count;
  const clear = (from: number, to: number) =>
    footing.smoothLine(xs[at(from)]!, ys[at(from)]!, xs[at(to)]!, ys[at(to)]!);
  const corners = [0];
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < Math.min(count, from + lookAhead) && staysNear(xs, ys, from, to + 1, count)) to++;
    // Behind a notch a near place may be hidden while a further one is visible, so the search starts at the far end.
    while (to > from + 1 && !clear(from, to)) to--;
    corners.push(to);
    from = to;
  }
  return Float64Array.from(corners.flatMap((i) => [xs[at(i)]!, ys[at(i)]!]));
}

/** The centres of a rim's cells, each averaged with its neighbours while the floor stays clear. */
function smoothed({ raster, footing }: Field, rim: readonly number[]): [Float64Array, Float64Array] {
  const xs = Float64Array.from(rim, (cell) => centreX(raster, cell % raster.width));
  const ys = Float64Array.from(rim, (cell) => centreY(raster, Math.floor(cell / raster.width)));
  const count = rim.length;
  for (let round = 0; round < rounds; round++) {
    const [oldX, oldY] = [xs.slice(), ys.slice()];
    for (let i = 0; i < count; i++) {
      const [before, after] = [(i + count - 1) % count, (i + 1) % count];
      const x = (oldX[before]! + 2 * oldX[i]! + oldX[after]!) / 4;
      const y = (oldY[before]! + 2 * oldY[i]! + oldY[after]!) / 4;
      if (!footing.smoothLine(x, y, x, y)) continue;
      [xs[i], ys[i]] = [x, y];
    }
  }
  return [xs, ys];
}

function staysNear(xs: Float64Array, ys: Float64Array, from: number, to: number, count: number) {
  const [ax, ay, bx, by] = [xs[from % count]!, ys[from % count]!, xs[to % count]!, ys[to % count]!];
  const length = Math.hypot(bx - ax, by - ay);
  if (length < 1e-9) return to - from < 3;
  for (let i = from + 1; i < to; i++) {
    const off = (xs[i % count]! - ax) * (by - ay) - (ys[i % count]! - ay) * (bx - ax);
    if (Math.abs(off) > maxDeviationM * length) return false;
  }
  return true;
}

/** One path along every wall, rim and obstacle of the field. The touch-up covers rims shorter than `minM`. */
export function edgePaths(field: Field, minM = 0.8): Path[] {
  const { raster, stand, requested } = field;
  const floor = stand.map((cell, i) => cell & requested[i]!);
  return rimsOf(floor, raster.width, raster.height)
    .filter((rim) => rim.length * raster.resolution >= minM)
    .map((rim) => straightened(field, rim));
}

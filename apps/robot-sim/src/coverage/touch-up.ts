import { centreX, centreY } from '@sweepline/map-core';
import type { Path } from '../motion/route.ts';
import type { Field } from './field.ts';

/** Spots nearer than this are joined to one stroke when the line between them is clear. */
const joinM = 1;

/**
 * Strokes over what the lanes leave: corners, gaps between columns, the ends of lanes. The smallest leftovers are skipped
 * while their sum stays under `skippedShare` of the target, because the driving would cost more than the cleaning.
 */
export function touchUps(field: Field, left: Uint8Array, toolWidthM: number, skippedShare: number): Path[] {
  const parts = partsOf(left, field.raster.width).sort((a, b) => a.length - b.length);
  let spare = field.targetCells * skippedShare;
  const worth = parts.filter((part) => {
    spare -= part.length;
    return spare < 0;
  });
  return worth.flatMap((part) => strokesOver(field, left, part, toolWidthM));
}

/** Connected leftovers, eight neighbours. */
function partsOf(left: Uint8Array, width: number) {
  const seen = new Uint8Array(left.length);
  const parts: number[][] = [];
  for (let seed = 0; seed < left.length; seed++) {
    if (left[seed] === 0 || seen[seed] === 1) continue;
    const part = [seed];
    seen[seed] = 1;
    for (let head = 0; head < part.length; head++) {
      const cell = part[head]!;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const next = cell + dy * width + dx;
          if ((cell % width) + dx < 0 || (cell % width) + dx >= width) continue;
          if (left[next] !== 1 || seen[next] === 1) continue;
          seen[next] = 1;
          part.push(next);
        }
      }
    }
    parts.push(part);
  }
  return parts;
}

function strokesOver(field: Field, left: Uint8Array, part: readonly number[], toolWidthM: number): Path[] {
  const reach = Math.floor(toolWidthM / 2 / field.raster.resolution + 1e-9);
  const disc = discOf(toolWidthM / 2 / field.raster.resolution);
  const spots: number[] = [];
  for (const cell of part) {
    if (left[cell] === 0) continue;
    const spot = nearestStand(field, cell, reach);
    if (spot < 0) continue;
    spots.push(spot);
    wipe(left, field.raster.width, field.raster.height, spot, disc);
  }
  return chained(field, spots);
}

/** Column and row steps to every cell within a radius of its centre. */
function discOf(radius: number) {
  const steps: [number, number][] = [];
  const reach = Math.ceil(radius);
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) if (dx * dx + dy * dy <= radius * radius) steps.push([dx, dy]);
  }
  return steps;
}

function wipe(
  left: Uint8Array,
  width: number,
  height: number,
  spot: number,
  disc: readonly [number, number][],
) {
  const [column, row] = [spot % width, Math.floor(spot / width)];
  for (const [dx, dy] of disc) {
    const [c, r] = [column + dx, row + dy];
    if (c >= 0 && r >= 0 && c < width && r < height) left[r * width + c] = 0;
  }
}

function nearestStand({ stand, raster }: Field, cell: number, reach: number) {
  const [column, row] = [cell % raster.width, Math.floor(cell / raster.width)];
  let [best, bestSquare] = [-1, Infinity];
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const [c, r] = [column + dx, row + dy];
      if (c < 0 || r < 0 || c >= raster.width || r >= raster.height) continue;
      const square = dx * dx + dy * dy;
      if (square < bestSquare && stand[r * raster.width + c] === 1)
        [best, bestSquare] = [r * raster.width + c, square];
    }
  }
  return best;
}

/** Way of a turn on the spot, in metres: back and forth. */
const turnM = 0.05;

/** The same stroke with a turn on the spot at both ends, where the bar covers the circle around a spot. */
function turningAtEnds(footing: Field['footing'], stroke: readonly number[]): readonly number[] {
  const [x, y] = [stroke[0]!, stroke[1]!];
  if (stroke.length === 2) {
    const beside = [
      [x + turnM, y],
      [x - turnM, y],
      [x, y + turnM],
      [x, y - turnM],
    ].find(([bx, by]) => footing.clearLine(x, y, bx!, by!));
    return beside ? [...beside, x, y, ...beside] : stroke;
  }
  const [endX, endY] = [stroke.at(-2)!, stroke.at(-1)!];
  const first = towards(x, y, stroke[2]!, stroke[3]!);
  const last = towards(endX, endY, stroke.at(-4)!, stroke.at(-3)!);
  return [...first, ...stroke, ...last];
}

const towards = (x: number, y: number, toX: number, toY: number) => {
  const share = Math.min(1, turnM / Math.max(turnM, Math.hypot(toX - x, toY - y)));
  return [x + (toX - x) * share, y + (toY - y) * share];
};

/** Orders spots by nearest neighbour and starts a new stroke where the line is long or blocked. */
function chained({ raster, footing }: Field, spots: readonly number[]): Path[] {
  const points = spots.map((spot) => ({
    x: centreX(raster, spot % raster.width),
    y: centreY(raster, Math.floor(spot / raster.width)),
  }));
  const strokes: number[][] = [];
  let at = points.shift();
  let stroke: number[] = [];
  while (at) {
    stroke.push(at.x, at.y);
    const from = at;
    const away = (p: { x: number; y: number }) => Math.hypot(p.x - from.x, p.y - from.y);
    let nearest = -1;
    points.forEach((p, i) => {
      if (nearest < 0 || away(p) < away(points[nearest]!)) nearest = i;
    });
    const next = nearest < 0 ? undefined : points.splice(nearest, 1)[0];
    if (!next || away(next) > joinM || !footing.clearLine(from.x, from.y, next.x, next.y)) {
      strokes.push(stroke);
      stroke = [];
    }
    at = next;
  }
  return strokes.map((coordinates) => Float64Array.from(turningAtEnds(footing, coordinates)));
}

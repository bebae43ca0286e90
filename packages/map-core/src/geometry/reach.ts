import { boxAround, boxesTouch, type Box, type Point } from './geometry.ts';
import {
  boxOfRaster,
  centreOfIndex,
  FREE,
  indexAt,
  rasterOf,
  type Grid,
  type Raster,
} from '../files/grid.ts';
import { inside } from './polygon.ts';

/** Metres a side of the cells reachability is judged on: narrower gaps let no cleaning robot through. */
const judgedM = 0.25;
/** How far from a charger its robot may stand and still be at it, metres. */
const startReachM = 1.5;

/** Where robots can get to on a floor: a coarse grid, its blocked cells, and what was reached from the chargers. */
export interface Reach {
  raster: Raster;
  blocked: Uint8Array;
  reached: Uint8Array;
}

export interface Barriers {
  /** Lines no robot crosses. */
  walls: readonly (readonly Point[])[];
  /** Areas no robot enters. */
  areas: readonly (readonly Point[])[];
}

/**
 * Floods the floor from the given places. A coarse cell is open when at least half of it is free floor and neither an obstacle, a
 * wall nor a no-go area lies in it. Places and corners that are no numbers are passed over.
 */
export function reachFrom(starts: readonly Point[], ground: Grid, barriers: Barriers): Reach {
  const times = Math.max(1, Math.round(judgedM / ground.resolution));
  const raster = coarser(ground, times);
  const blocked = openCells(ground, raster, times);
  for (const wall of barriers.walls) {
    if (wall.length === 1) block(blocked, raster, wall[0]!);
    for (let i = 1; i < wall.length; i++) blockAlong(blocked, raster, wall[i - 1]!, wall[i]!);
  }
  for (const area of barriers.areas) forCellsIn(raster, area, (index) => void (blocked[index] = 1));
  const reached = new Uint8Array(blocked.length);
  for (const start of starts) {
    const index = nearestOpen(raster, blocked, start);
    if (index >= 0 && !reached[index]) flood(raster, blocked, reached, index);
  }
  return { raster, blocked, reached };
}

function coarser(ground: Grid, times: number): Raster {
  const { height, resolution, originX, originY } = rasterOf(ground);
  const rows = Math.max(1, Math.ceil(height / times));
  return {
    width: Math.max(1, Math.ceil(ground.width / times)),
    height: rows,
    resolution: resolution * times,
    originX,
    // Rows are counted from the top, so what does not fill a coarse row hangs over at the bottom.
    originY: originY - (rows * times - height) * resolution,
  };
}

/** 1 where a coarse cell cannot be driven on. */
function openCells({ cells, width, height }: Grid, raster: Raster, times: number) {
  const free = new Uint16Array(raster.width * raster.height);
  const solid = new Uint8Array(free.length);
  for (let row = 0; row < height; row++) {
    const coarse = Math.floor(row / times) * raster.width;
    for (let column = 0; column < width; column++) {
      const value = cells[row * width + column]!;
      const index = coarse + Math.floor(column / times);
      if (value === FREE) free[index]!++;
      else if (value < 100) solid[index] = 1;
    }
  }
  const half = (times * times) / 2;
  return solid.map((wall, i) => (wall || free[i]! < half ? 1 : 0));
}

const isPlace = ({ x, y }: Point) => Number.isFinite(x) && Number.isFinite(y);

function block(blocked: Uint8Array, raster: Raster, { x, y }: Point) {
  const index = indexAt(raster, x, y);
  if (index >= 0) blocked[index] = 1;
}

/** Steps of a quarter cell leave no gap that a neighbour-to-neighbour flood could pass. */
function blockAlong(blocked: Uint8Array, raster: Raster, a: Point, b: Point) {
  const part = isPlace(a) && isPlace(b) ? withinBox(a, b, boxOfRaster(raster)) : undefined;
  if (!part) return;
  const [from, to] = part;
  const steps = Math.ceil((4 * Math.hypot(to.x - from.x, to.y - from.y)) / raster.resolution);
  for (let i = 0; i <= steps; i++) {
    const share = steps === 0 ? 0 : i / steps;
    block(blocked, raster, { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
  }
}

/** The part of a–b within the box (Liang–Barsky); undefined when nothing of it is, or its length is beyond counting. */
function withinBox(a: Point, b: Point, box: Box): [Point, Point] | undefined {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (!Number.isFinite(dx) || !Number.isFinite(dy)) return undefined;
  let [from, to] = [0, 1];
  const sides = [
    [-dx, a.x - box.minX],
    [dx, box.maxX - a.x],
    [-dy, a.y - box.minY],
    [dy, box.maxY - a.y],
  ] as const;
  for (const [towards, room] of sides) {
    if (towards === 0 && room < 0) return undefined;
    if (towards < 0) from = Math.max(from, room / towards);
    if (towards > 0) to = Math.min(to, room / towards);
  }
  const at = (share: number) => ({ x: a.x + dx * share, y: a.y + dy * share });
  return from <= to ? [at(from), at(to)] : undefined;
}

/** Calls for every coarse cell whose middle lies in the polygon. */
function forCellsIn(raster: Raster, corners: readonly Point[], call: (index: number) => void) {
  const box = corners.length >= 3 && corners.every(isPlace) ? boxAround(corners) : undefined;
  const whole = boxOfRaster(raster);
  if (!box || !boxesTouch(box, whole)) return;
  const { width, height, resolution } = raster;
  const column = (x: number) => Math.min(width - 1, Math.max(0, Math.floor((x - whole.minX) / resolution)));
  const row = (y: number) => Math.min(height - 1, Math.max(0, Math.floor((whole.maxY - y) / resolution)));
  for (let r = row(box.maxY); r <= row(box.minY); r++) {
    for (let c = column(box.minX); c <= column(box.maxX); c++) {
      const index = r * width + c;
      if (inside(centreOfIndex(raster, index), corners)) call(index);
    }
  }
}

/** The open cell a robot at this place stands on, or the nearest one; −1 when there is none near. */
function nearestOpen(raster: Raster, blocked: Uint8Array, at: Point) {
  if (!isPlace(at)) return -1;
  let [best, nearest] = [-1, startReachM];
  const steps = Math.ceil(startReachM / raster.resolution);
  for (let up = -steps; up <= steps; up++) {
    for (let right = -steps; right <= steps; right++) {
      const index = indexAt(raster, at.x + right * raster.resolution, at.y + up * raster.resolution);
      if (index < 0 || blocked[index]) continue;
      const middle = centreOfIndex(raster, index);
      const away = Math.hypot(middle.x - at.x, middle.y - at.y);
      if (away < nearest) [best, nearest] = [index, away];
    }
  }
  return best;
}

function flood({ width, height }: Raster, blocked: Uint8Array, reached: Uint8Array, start: number) {
  const stack = [start];
  reached[start] = 1;
  const visit = (index: number) => {
    if (blocked[index] || reached[index]) return;
    reached[index] = 1;
    stack.push(index);
  };
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    const column = index % width;
    if (column > 0) visit(index - 1);
    if (column < width - 1) visit(index + 1);
    if (index >= width) visit(index - width);
    if (index < width * (height - 1)) visit(index + width);
  }
}

/** How much of a polygon can be driven on at all, and how much of that was reached, in coarse cells. */
export function reachedIn({ raster, blocked, reached }: Reach, corners: readonly Point[]) {
  let [open, got] = [0, 0];
  forCellsIn(raster, corners, (index) => {
    if (blocked[index]) return;
    open++;
    got += reached[index]!;
  });
  return { open, reached: got };
}

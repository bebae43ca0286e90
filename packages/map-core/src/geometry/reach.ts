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

/** Cell size for reachability in metres; cleaning robots do not fit through narrower gaps. */
const cellM = 0.25;
/** Largest distance from a start point to the first open cell, metres. */
const startReachM = 1.5;

/** Reachability on a coarse grid: 1 for blocked cells, 1 for cells reached from the starts. */
export interface Reach {
  raster: Raster;
  blocked: Uint8Array;
  reached: Uint8Array;
}

export interface Barriers {
  /** Lines that robots do not cross. */
  walls: readonly (readonly Point[])[];
  /** Areas that robots do not enter. */
  areas: readonly (readonly Point[])[];
}

/**
 * Flood fill of the floor from the starts. A coarse cell is open when at least half of it is free floor and it contains no
 * obstacle, wall or no-go area. Non-finite points are ignored.
 */
export function reachFrom(starts: readonly Point[], ground: Grid, barriers: Barriers): Reach {
  const times = Math.max(1, Math.round(cellM / ground.resolution));
  const raster = coarser(ground, times);
  const blocked = blockedCells(ground, raster, times);
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
    // Rows are counted from the top, so an incomplete coarse row is at the bottom.
    originY: originY - (rows * times - height) * resolution,
  };
}

/** 1 for a coarse cell that robots cannot drive on. */
function blockedCells({ cells, width, height }: Grid, raster: Raster, times: number) {
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

/** Blocks the cells of a segment in steps of a quarter cell, which leaves no gap for the flood fill. */
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

/** The part of a–b within the box (Liang–Barsky); undefined when there is none or the length is infinite. */
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

/** Calls back for every coarse cell with its centre in the polygon. */
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

/** The nearest open cell within `startReachM`; −1 without one. */
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

/** The number of open and of reached coarse cells in a polygon. */
export function reachedIn({ raster, blocked, reached }: Reach, corners: readonly Point[]) {
  let [open, reachedCells] = [0, 0];
  forCellsIn(raster, corners, (index) => {
    if (blocked[index]) return;
    open++;
    reachedCells += reached[index]!;
  });
  return { open, reached: reachedCells };
}

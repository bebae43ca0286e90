import {
  centreX,
  centreY,
  distance,
  type CellBox,
  type Coverage,
  type Point,
  type Raster,
} from '@sweepline/map-core';

/** Tolerance at the rim, in metres. */
const rimM = 1e-9;
const leavingM = 0.05;

/** Paints a path with a round tool: the measure for the bar. */
export function paintDisc(coverage: Coverage, path: readonly Point[], width: number): void {
  const radius = width / 2 + rimM;
  const under = new Cells(coverage);
  let at: Point | undefined;
  for (const p of path) {
    sweep(coverage, at ?? p, p, radius, (index) => {
      if (under.add(index)) pass(coverage, index);
    });
    under.keepWithin(p, radius + leavingM);
    at = p;
  }
}

function pass(coverage: Coverage, index: number) {
  const before = coverage.passes[index]!;
  if (before === 0) coverage.coveredCells++;
  if (before < 255) coverage.passes[index] = before + 1;
}

/**
 * The cells under the tool: a flag per cell and a list. Checking the end of each straight step is enough: the distance to
 * a cell is convex along the step, so a cell near both ends is near the whole step.
 */
class Cells {
  readonly #raster: Raster;
  readonly #flags: Uint8Array;
  #list: number[] = [];

  constructor(raster: Raster) {
    this.#raster = raster;
    this.#flags = new Uint8Array(raster.width * raster.height);
  }

  /** Adds a cell; returns whether it is new. */
  add(index: number) {
    if (this.#flags[index] === 1) return false;
    this.#flags[index] = 1;
    this.#list.push(index);
    return true;
  }

  keepWithin(p: Point, reach: number) {
    const { width } = this.#raster;
    let count = 0;
    for (const index of this.#list) {
      const dx = centreX(this.#raster, index % width) - p.x;
      const dy = centreY(this.#raster, Math.floor(index / width)) - p.y;
      if (dx * dx + dy * dy <= reach * reach) this.#list[count++] = index;
      else this.#flags[index] = 0;
    }
    this.#list.length = count;
  }
}

/** Visits every cell whose centre lies within `radius` of the segment a–b: row by row, one run of columns each. */
function sweep(coverage: Coverage, a: Point, b: Point, radius: number, visit: (index: number) => void) {
  const { width, height, resolution, originX, originY } = coverage;
  const top = Math.max(0, Math.ceil(height - 0.5 - (Math.max(a.y, b.y) + radius - originY) / resolution));
  const bottom = Math.min(
    height - 1,
    Math.floor(height - 0.5 - (Math.min(a.y, b.y) - radius - originY) / resolution),
  );
  const chord = chordOf(a, b, radius);
  const box: CellBox = { minColumn: width, maxColumn: -1, minRow: top, maxRow: bottom };
  for (let row = top; row <= bottom; row++) {
    const { from, to } = chord(centreY(coverage, row));
    const first = Math.max(0, Math.ceil((from - originX) / resolution - 0.5));
    const last = Math.min(width - 1, Math.floor((to - originX) / resolution - 0.5));
    for (let column = first; column <= last; column++) visit(row * width + column);
    if (first > last) continue;
    box.minColumn = Math.min(box.minColumn, first);
    box.maxColumn = Math.max(box.maxColumn, last);
  }
  if (box.minColumn <= box.maxColumn) coverage.touched = joined(coverage.touched, box);
}

const joined = (a: CellBox | undefined, b: CellBox): CellBox =>
  a
    ? {
        minColumn: Math.min(a.minColumn, b.minColumn),
        maxColumn: Math.max(a.maxColumn, b.maxColumn),
        minRow: Math.min(a.minRow, b.minRow),
        maxRow: Math.max(a.maxRow, b.maxRow),
      }
    : b;

/** The stretch of the line y = const within the capsule around a–b. A capsule is convex, so there is at most one. */
function chordOf(a: Point, b: Point, radius: number) {
  const length = distance(a, b);
  const [ux, uy] = length > 0 ? [(b.x - a.x) / length, (b.y - a.y) / length] : [1, 0];
  const run = { from: Infinity, to: -Infinity };
  const disc = (c: Point, y: number) => {
    const half2 = radius * radius - (y - c.y) ** 2;
    if (half2 < 0) return;
    const half = Math.sqrt(half2);
    run.from = Math.min(run.from, c.x - half);
    run.to = Math.max(run.to, c.x + half);
  };
  const band = (y: number) => {
    let [from, to] = [-Infinity, Infinity];
    // Along the segment 0…length, across it −radius…radius; each is a linear condition on x.
    for (const [slope, offset, low, high] of [
      [ux, uy * (y - a.y), 0, length],
      [-uy, ux * (y - a.y), -radius, radius],
    ] as const) {
      if (Math.abs(slope) < 1e-12) {
        if (offset < low || offset > high) return;
        continue;
      }
      const [p, q] = [(low - offset) / slope, (high - offset) / slope];
      from = Math.max(from, a.x + Math.min(p, q));
      to = Math.min(to, a.x + Math.max(p, q));
    }
    if (from > to) return;
    run.from = Math.min(run.from, from);
    run.to = Math.max(run.to, to);
  };
  return (y: number) => {
    [run.from, run.to] = [Infinity, -Infinity];
    disc(a, y);
    if (length > 0) {
      disc(b, y);
      band(y);
    }
    return run;
  };
}

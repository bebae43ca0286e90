import { distance, type Box, type Point } from '../geometry/geometry.ts';
import { centreX, centreY, rasterOver, type Raster } from '../files/grid.ts';

/** Number of tool passes per cell. */
export interface Coverage extends Raster {
  /** Passes, limited to 255. */
  passes: Uint8Array;
  /** Cells with at least one pass, updated while painting. */
  coveredCells: number;
  /** Cells changed since the last `takeTouched`, so that a view redraws only these. */
  touched: CellBox | undefined;
}

/** Columns and rows, both ends included. */
export interface CellBox {
  minColumn: number;
  maxColumn: number;
  minRow: number;
  maxRow: number;
}

/** An empty coverage over a box in metres; the lower-left corners are equal. `resolution`: metres per cell. */
export const createCoverage = (box: Box, resolution: number): Coverage =>
  coverageOver(rasterOver(box, resolution));

/** An empty coverage with the cells of a raster. */
export const coverageOver = ({ width, height, resolution, originX, originY }: Raster): Coverage => ({
  width,
  height,
  resolution,
  originX,
  originY,
  passes: new Uint8Array(width * height),
  coveredCells: 0,
  touched: undefined,
});

/** Area of the cells with at least one pass, in square metres. */
export const coveredAreaM2 = ({ coveredCells, resolution }: Coverage) =>
  coveredCells * resolution * resolution;

/** A coverage from existing passes, for example from a picture; counts the covered cells. */
export const coverageFromPasses = (raster: Raster, passes: Uint8Array): Coverage => ({
  ...coverageOver({ ...raster, width: 0, height: 0 }),
  width: raster.width,
  height: raster.height,
  passes,
  coveredCells: passes.reduce((count, value) => count + (value > 0 ? 1 : 0), 0),
});

/** Returns the box of cells changed since the last call and resets it; undefined without changes. */
export function takeTouched(coverage: Coverage): CellBox | undefined {
  const { touched } = coverage;
  coverage.touched = undefined;
  return touched;
}

/** Tolerance at the rim, in metres: a rim exactly through cell centres would give a ragged edge. */
const rimM = 1e-9;
/** A tool leaves a cell only beyond this distance, so that pose jitter does not count as a return. */
const leavingM = 0.05;

/**
 * A round tool that paints passes along a path. A cell is reached when its centre is within half the width of the path.
 * It gains a pass when the tool arrives, not while the tool stays over it. The result does not depend on how the path is
 * cut into segments.
 */
export interface Brush {
  /** Lowers the tool here, or drags the lowered tool here in a straight line, and paints. */
  paintTo: (p: Point) => void;
  /** Moves the lifted tool in a straight line: paints nothing, but left cells count again on return. */
  moveTo: (p: Point) => void;
}

/** A brush of a width in metres that paints on `coverage`. */
export function createBrush(coverage: Coverage, width: number): Brush {
  const radius = width / 2 + rimM;
  const under = new Cells(coverage);
  let at: Point | undefined;
  let painting = false;
  return {
    paintTo: (p) => {
      sweep(coverage, painting && at ? at : p, p, radius, (index) => {
        if (under.add(index)) pass(coverage, index);
      });
      under.keepWithin(p, radius + leavingM);
      [at, painting] = [p, true];
    },
    moveTo: (p) => {
      under.keepWithin(p, radius + leavingM);
      [at, painting] = [p, false];
    },
  };
}

/** Paints the path of a robot with a tool of this width in metres: lowered while cleaning, otherwise lifted. */
export function paintTrajectory(
  coverage: Coverage,
  path: Iterable<Point & { cleaning: boolean }>,
  width: number,
) {
  const brush = createBrush(coverage, width);
  for (const point of path) (point.cleaning ? brush.paintTo : brush.moveTo)(point);
}

/** Paints one open line with a new tool of this width in metres. */
export function paintPath(coverage: Coverage, path: readonly Point[], width: number) {
  const brush = createBrush(coverage, width);
  for (const p of path) brush.paintTo(p);
}

/** Paints one straight line with a new tool of this width in metres. */
export const paintSegment = (coverage: Coverage, from: Point, to: Point, width: number) =>
  paintPath(coverage, [from, to], width);

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

import type { Point } from '../geometry/geometry.ts';
import { centreX, centreY, type Raster } from '../files/grid.ts';
import { rimM, visitConvex, visitTurn, type Heading } from './bar.ts';
import type { Coverage } from './coverage.ts';

/** A cleaning tool: a bar across the robot. */
export interface CleaningTool {
  /** Width of the bar in metres. */
  toolWidthM: number;
  /** Distance of the bar ahead of the robot's centre in metres; negative behind it. */
  toolOffsetM?: number | undefined;
}

/** The farthest that a tool reaches from the centre of its robot, in metres. */
export const reachOf = ({ toolWidthM, toolOffsetM = 0 }: CleaningTool) =>
  Math.hypot(toolWidthM / 2, toolOffsetM);

/** A place of the robot's centre; without `theta` the robot drives forward. */
export type BrushPoint = Point & { theta?: number | undefined };

/**
 * A tool that paints passes along a path. A cell is reached when the bar passes its centre: a straight way covers width ×
 * length, and a turn on the spot the circle of the bar. A cell gains a pass when the tool arrives, not while the tool stays
 * over it. The result does not depend on how the path is cut into segments.
 */
export interface Brush {
  /** Lowers the tool here, or drags the lowered tool here in a straight line, and paints. */
  paintTo: (p: BrushPoint) => void;
  /** Moves the lifted tool in a straight line: paints nothing, but left cells count again on return. */
  moveTo: (p: BrushPoint) => void;
}

/** A tool leaves a cell only beyond this distance, so that pose jitter does not count as a return. */
const leavingM = 0.05;
/** The direction of a shorter step is noise of the pose. */
const shortM = 0.01;

/** A brush that paints on `coverage`. */
export const createBrush = (coverage: Coverage, tool: CleaningTool): Brush => {
  const bar = new Bar(coverage, tool);
  return { paintTo: (p) => bar.moveTo(p, true), moveTo: (p) => bar.moveTo(p, false) };
};

/** Paints the path of a robot: the tool is down between two points at which it is down. */
export function paintTrajectory(
  coverage: Coverage,
  path: Iterable<BrushPoint & { cleaning: boolean }>,
  tool: CleaningTool,
) {
  const bar = new Bar(coverage, tool);
  for (const point of path) bar.moveTo(point, point.cleaning);
}

/** Paints one open line with a new tool. */
export function paintPath(coverage: Coverage, path: readonly BrushPoint[], tool: CleaningTool) {
  const brush = createBrush(coverage, tool);
  for (const p of path) brush.paintTo(p);
}

/** Paints one straight line with a new tool. */
export const paintSegment = (coverage: Coverage, from: Point, to: Point, tool: CleaningTool) =>
  paintPath(coverage, [from, to], tool);

/** The bar at the robot, with the cells under it. */
class Bar {
  readonly #coverage: Coverage;
  readonly #width: number;
  readonly #offset: number;
  readonly #under: Cells;
  #at: BrushPoint | undefined;
  #heading: Heading | undefined;
  #isDown = false;

  constructor(coverage: Coverage, { toolWidthM, toolOffsetM = 0 }: CleaningTool) {
    this.#coverage = coverage;
    this.#width = toolWidthM;
    this.#offset = toolOffsetM;
    this.#under = new Cells(coverage);
  }

  moveTo(p: BrushPoint, down: boolean) {
    const from = this.#at;
    const before = this.#heading;
    const heading = from ? headingOf(from, p, before) : headingAt(p);
    if (down && this.#isDown && from) {
      if (before && heading && turned(before, heading)) this.#turn(from, before, heading);
      if (heading) this.#drag(from, p, heading);
    } else if (down && heading) {
      // The tool is lowered as the robot stands here, not as it came.
      this.#drag(p, p, headingAt(p) ?? heading);
    }
    const now = down && !(this.#isDown && from) ? (headingAt(p) ?? heading) : heading;
    this.#keep(p, now);
    // A copy: the caller may go on with the same object.
    [this.#at, this.#heading, this.#isDown] = [{ ...p }, now, down];
  }

  #turn(at: Point, from: Heading, to: Heading) {
    visitTurn(this.#coverage, at, { from, to, width: this.#width, offset: this.#offset }, this.#paint);
    this.#keep(at, to);
  }

  #drag(from: Point, to: Point, { x, y }: Heading) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    const [rx, ry] = length > 0 ? [(dx / length) * rimM, (dy / length) * rimM] : [x * rimM, y * rimM];
    const half = this.#width / 2 + rimM;
    const [ox, oy] = [x * this.#offset, y * this.#offset];
    const corner = ({ x: px, y: py }: Point, end: number, side: number): Point => ({
      x: px + ox + end * rx - side * half * y,
      y: py + oy + end * ry + side * half * x,
    });
    const corners = [corner(from, -1, 1), corner(from, -1, -1), corner(to, 1, -1), corner(to, 1, 1)];
    visitConvex(this.#coverage, corners, this.#paint);
  }

  #keep(p: Point, heading: Heading | undefined) {
    const { x, y } = heading ?? { x: 0, y: 0 };
    const reach = this.#width / 2 + rimM + leavingM;
    this.#under.keepWithin(p.x + this.#offset * x, p.y + this.#offset * y, reach);
  }

  readonly #paint = (row: number, first: number, last: number) => {
    const coverage = this.#coverage;
    for (let column = first; column <= last; column++) {
      const index = row * coverage.width + column;
      if (!this.#under.add(index)) continue;
      const before = coverage.passes[index]!;
      if (before === 0) coverage.coveredCells++;
      if (before < 255) coverage.passes[index] = before + 1;
    }
    const touched = (coverage.touched ??= { minColumn: first, maxColumn: last, minRow: row, maxRow: row });
    // Changed in place: this runs for each row of each step.
    touched.minColumn = Math.min(touched.minColumn, first);
    touched.maxColumn = Math.max(touched.maxColumn, last);
    touched.minRow = Math.min(touched.minRow, row);
    touched.maxRow = Math.max(touched.maxRow, row);
  };
}

const headingAt = ({ theta }: BrushPoint): Heading | undefined =>
  theta === undefined ? undefined : { x: Math.cos(theta), y: Math.sin(theta) };

const turned = (a: Heading, b: Heading) =>
  Math.abs(a.x * b.y - a.y * b.x) > 1e-7 || a.x * b.x + a.y * b.y < 0;

/** Along the way from a to b, or against it when the robot looks back at both ends. */
export function headingOf(a: BrushPoint, b: BrushPoint, before: Heading | undefined): Heading | undefined {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy);
  const [from, to] = [headingAt(a), headingAt(b)];
  if (length < shortM && to) return to;
  if (length === 0) return before;
  const along = { x: dx / length, y: dy / length };
  if (!from || !to) return along;
  const forward = along.x * (from.x + to.x) + along.y * (from.y + to.y);
  return forward < -1 ? { x: -along.x, y: -along.y } : along;
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

  keepWithin(x: number, y: number, reach: number) {
    const { width } = this.#raster;
    let count = 0;
    for (const index of this.#list) {
      const dx = centreX(this.#raster, index % width) - x;
      const dy = centreY(this.#raster, Math.floor(index / width)) - y;
      if (dx * dx + dy * dy <= reach * reach) this.#list[count++] = index;
      else this.#flags[index] = 0;
    }
    this.#list.length = count;
  }
}

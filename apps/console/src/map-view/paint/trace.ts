import {
  createBrush,
  createCoverage,
  poseBetween,
  type Box,
  type Brush,
  type CleaningTool,
  type Coverage,
  type Pose,
} from '@sweepline/map-core';
import { createCoverageLayer, type CoverageLayer } from '../layers/coverage-layer.ts';
import { RobotPath, type PathPoint } from './path.ts';

/** How the cleaned area is computed from the path: the tool, on cells of this size. */
export interface Tool extends CleaningTool {
  /** The box of the cleanable area, in the map frame. */
  box: Box;
  resolution?: number;
}

/**
 * What a robot did on a map: its path, and the area it cleaned. It grows while the robot works; for a report it is
 * created once, with the robot's own coverage if there is one.
 */
export class Trace {
  readonly path: RobotPath;
  readonly #points: PathPoint[] = [];
  readonly #tool: Tool | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #stored: CoverageLayer | undefined;
  #own: CoverageLayer | undefined;
  #brush: Brush | undefined;
  /** The number of points already added to the coverage. */
  #painted = 0;

  constructor(points: readonly PathPoint[], options: { tool?: Tool; coverage?: Coverage } = {}) {
    this.path = new RobotPath();
    this.#tool = options.tool;
    this.#stored = options.coverage && createCoverageLayer(options.coverage);
    this.append(points);
  }

  append(points: readonly PathPoint[]) {
    for (const point of points) if (point.t > (this.#points.at(-1)?.t ?? -Infinity)) this.#points.push(point);
    this.path.append(points);
    this.#listeners.forEach((listener) => listener());
  }

  listen(listener: () => void) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The cleaned area up to a moment of the path; without one, all of it. */
  coverage(until?: number): CoverageLayer | undefined {
    if (until === undefined && this.#stored) return this.#stored;
    if (!this.#tool) return this.#stored;
    const end = until === undefined ? this.#points.length : this.#countUntil(until);
    if (!this.#own || end < this.#painted) this.#startOver(this.#tool);
    for (; this.#painted < end; this.#painted++) {
      const point = this.#points[this.#painted]!;
      if (point.cleaning) this.#brush?.paintTo(point);
      else this.#brush?.moveTo(point);
    }
    return this.#own;
  }

  #startOver({ box, resolution = 0.1, ...tool }: Tool) {
    const coverage = createCoverage(box, resolution);
    this.#own = createCoverageLayer(coverage);
    this.#brush = createBrush(coverage, tool);
    this.#painted = 0;
  }

  /** The number of points at or before a moment. */
  #countUntil(t: number) {
    let [low, high] = [0, this.#points.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#points[middle]!.t <= t) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The robot's pose at a moment, and whether it cleaned; undefined without a path. */
  at(t: number): { pose: Pose; cleaning: boolean } | undefined {
    const next = this.#countUntil(t);
    const [before, after] = [this.#points[next - 1], this.#points[next]];
    if (!before || !after) {
      const only = before ?? after;
      return only && { pose: only, cleaning: only.cleaning };
    }
    return {
      pose: poseBetween(before, after, (t - before.t) / (after.t - before.t)),
      cleaning: before.cleaning,
    };
  }

  /** The points of the last milliseconds of the path, oldest first. */
  recent(ms: number): readonly PathPoint[] {
    const last = this.#points.at(-1);
    return last ? this.#points.slice(this.#countUntil(last.t - ms)) : [];
  }
}

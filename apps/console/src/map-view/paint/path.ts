import { simplifiedLine, type Point } from '@sweepline/map-core';

/** A point of a robot's path: milliseconds since the run began, place, heading, and whether it cleaned. */
export interface PathPoint extends Point {
  t: number;
  theta: number;
  cleaning: boolean;
}

/** A stretch of the path that is painted in one stroke. */
export interface Stretch {
  cleaning: boolean;
  fromT: number;
  toT: number;
  points: readonly PathPoint[];
}

/** The number of points in one stroke before it is simplified and closed. */
const stretchLength = 256;
const toleranceM = 0.03;

/**
 * A path that can grow. Its older stretches are simplified once, so that painting a six-hour path costs little; the
 * latest stretch keeps every point until it is full.
 */
export class RobotPath {
  readonly #closed: Stretch[] = [];
  #open: PathPoint[] = [];

  constructor(points: readonly PathPoint[] = []) {
    this.append(points);
  }

  append(points: readonly PathPoint[]) {
    for (const point of points) {
      const last = this.#open.at(-1);
      // A point that arrives twice after a reconnect would make the line jump back and forth.
      if (last && point.t <= last.t) continue;
      if (last && (last.cleaning !== point.cleaning || this.#open.length >= stretchLength))
        this.#close(point);
      this.#open.push(point);
    }
  }

  /** The next stretch begins where this one ends, so that the line has no gap. */
  #close(next: PathPoint) {
    const last = this.#open.at(-1)!;
    this.#closed.push(stretchOf(simplifiedLine(this.#open, toleranceM)));
    this.#open = [{ ...last, cleaning: next.cleaning }];
  }

  stretches(): Stretch[] {
    return this.#open.length > 1 ? [...this.#closed, stretchOf(this.#open)] : this.#closed;
  }

  get first() {
    return this.#closed[0]?.points[0] ?? this.#open[0];
  }

  get last() {
    return this.#open.at(-1);
  }
}

const stretchOf = (points: readonly PathPoint[]): Stretch => ({
  cleaning: points[0]!.cleaning,
  fromT: points[0]!.t,
  toT: points.at(-1)!.t,
  points,
});

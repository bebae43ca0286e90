import { turnBetween, type Pose } from '@sweepline/map-core';

/** A driven place: `[ms since the start, x, y, theta, flags]`; enough points for 5 cm accuracy. */
export type TrailPoint = readonly [ms: number, x: number, y: number, theta: number, flags: number];

export const cleaningFlag = 1;
const accuracyM = 0.05;
const maxM = 3;

export class Trail {
  readonly points: TrailPoint[];
  #driven = 0;
  #x = Number.NaN;
  #y = Number.NaN;

  constructor(points: TrailPoint[] = []) {
    this.points = points;
  }

  /** Records the place if skipping it would change the path by more than 5 cm. */
  add(ms: number, pose: Pose, flags: number) {
    if (!Number.isNaN(this.#x)) this.#driven += Math.hypot(pose.x - this.#x, pose.y - this.#y);
    [this.#x, this.#y] = [pose.x, pose.y];
    const last = this.points.at(-1);
    const bend = last ? Math.abs(turnBetween(last[3], pose.theta)) * this.#driven : Infinity;
    const turned = last ? this.#driven < 0.01 && Math.abs(turnBetween(last[3], pose.theta)) > 0.3 : true;
    if (!turned && bend < accuracyM && this.#driven < maxM && last![4] === flags) return;
    this.keep(ms, pose, flags);
  }

  /** Records the place in any case: the ends of a path. */
  keep(ms: number, { x, y, theta }: Pose, flags: number) {
    this.points.push([Math.round(ms), x, y, theta, flags]);
    this.#driven = 0;
  }
}

/** The lines of a `traj-1` file: a header, then integer steps relative to the previous place. */
export function trajectoryLines(runId: string, mapId: string, t0: string, points: readonly TrailPoint[]) {
  const lines = [JSON.stringify({ format: 'traj-1', runId, mapId, t0 })];
  let [ms, x, y] = [0, 0, 0];
  for (const [at, px, py, theta, flags] of points) {
    // Steps are relative to the rounded place, so that rounding errors do not accumulate.
    const [cx, cy] = [Math.round(px * 100), Math.round(py * 100)];
    lines.push(JSON.stringify([at - ms, cx - x, cy - y, Math.round((theta * 18000) / Math.PI), flags]));
    [ms, x, y] = [at, cx, cy];
  }
  return lines;
}

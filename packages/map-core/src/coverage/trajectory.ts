import type { Pose } from '../geometry/pose.ts';
import { refused, type Reading } from '../files/reading.ts';
import { keptIndexes } from '../geometry/simplify.ts';

/** A point of a robot's path; `t` in milliseconds since `t0` of the trajectory. */
export interface TrajectoryPoint extends Pose {
  t: number;
  cleaning: boolean;
  manual: boolean;
  elevator: boolean;
}

/** The path on one map. A run over several floors has one per map. */
export interface Trajectory {
  runId: string;
  mapId: string;
  /** ISO time, UTC. */
  t0: string;
  points: TrajectoryPoint[];
}

export type TrajectoryFault = 'notTrajectory' | 'badHeader' | 'badPoint' | 'tooLong';

/** Points in one file; a day at 10 Hz before simplification. */
const maxPoints = 1_000_000;
const format = 'traj-1';

/**
 * Removes points while staying within `tolerance` metres of the path. Every point where the robot started or stopped
 * cleaning stays.
 */
export function simplifiedTrajectory(
  points: readonly TrajectoryPoint[],
  tolerance = 0.05,
): TrajectoryPoint[] {
  const simplified: TrajectoryPoint[] = [];
  let start = 0;
  for (let i = 1; i <= points.length; i++) {
    if (i < points.length && flagsOf(points[i]!) === flagsOf(points[start]!)) continue;
    const stretch = points.slice(start, i);
    simplified.push(...keptIndexes(stretch, tolerance).map((index) => stretch[index]!));
    start = i;
  }
  return simplified;
}

/** Converts a path of `[t, x, y, theta, cleaning]` into the points of `paintTrajectory`. */
export const brushPath = (path: readonly (readonly [number, number, number, number, 0 | 1])[]) =>
  path.map(([, x, y, theta, cleaning]) => ({ x, y, theta, cleaning: cleaning === 1 }));

const flagsOf = ({ cleaning, manual, elevator }: TrajectoryPoint) =>
  +cleaning | (+manual << 1) | (+elevator << 2);

/**
 * The text of a trajectory file (`traj-1`, docs/protocol/files.md#trajectory-file); the caller compresses it. Each line is
 * the difference of two rounded points, never a rounded difference, so that rounding errors do not add up.
 */
export function encodeTrajectory(trajectories: readonly Trajectory[]): string {
  const lines: string[] = [];
  for (const { runId, mapId, t0, points } of trajectories) {
    lines.push(JSON.stringify({ format, runId, mapId, t0 }));
    let [t, x, y] = [0, 0, 0];
    for (const point of points) {
      const [nextT, nextX, nextY] = [
        Math.round(point.t),
        Math.round(point.x * 100),
        Math.round(point.y * 100),
      ];
      const theta = Math.round((point.theta * 18_000) / Math.PI);
      lines.push(JSON.stringify([nextT - t, nextX - x, nextY - y, theta, flagsOf(point)]));
      [t, x, y] = [nextT, nextX, nextY];
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Parses the text of a trajectory file, or returns the fault and its line. */
export function decodeTrajectory(text: string): Reading<Trajectory[], TrajectoryFault> {
  const trajectories: Trajectory[] = [];
  let before = { t: 0, x: 0, y: 0 };
  let points = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const entry = parsed(line);
    const current = trajectories.at(-1);
    if (isHeader(entry)) {
      trajectories.push({ runId: entry.runId, mapId: entry.mapId, t0: entry.t0, points: [] });
      before = { t: 0, x: 0, y: 0 };
    } else if (!current) return refused(index === 0 ? 'notTrajectory' : 'badHeader', `line ${index + 1}`);
    else if (!isDelta(entry))
      return refused(Array.isArray(entry) ? 'badPoint' : 'badHeader', `line ${index + 1}`);
    else {
      if (++points > maxPoints) return refused('tooLong', `more than ${maxPoints} points`);
      const [dt, dx, dy, theta, flags] = entry;
      before = { t: before.t + dt, x: before.x + dx, y: before.y + dy };
      current.points.push(pointOf(before, theta, flags));
    }
  }
  return trajectories.length > 0 ? { ok: true, value: trajectories } : refused('notTrajectory', 'no header');
}

const pointOf = ({ t, x, y }: { t: number; x: number; y: number }, theta: number, flags: number) => ({
  t,
  x: x / 100,
  y: y / 100,
  theta: (theta * Math.PI) / 18_000,
  cleaning: (flags & 1) !== 0,
  manual: (flags & 2) !== 0,
  elevator: (flags & 4) !== 0,
});

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

type Header = { runId: string; mapId: string; t0: string };
type Delta = [dt: number, dx: number, dy: number, theta: number, flags: number];

const isHeader = (entry: unknown): entry is Header =>
  typeof entry === 'object' &&
  entry !== null &&
  'format' in entry &&
  entry.format === format &&
  'runId' in entry &&
  typeof entry.runId === 'string' &&
  'mapId' in entry &&
  typeof entry.mapId === 'string' &&
  't0' in entry &&
  typeof entry.t0 === 'string' &&
  Number.isFinite(Date.parse(entry.t0));

const isDelta = (entry: unknown): entry is Delta =>
  Array.isArray(entry) &&
  entry.length === 5 &&
  entry.every(Number.isSafeInteger) &&
  entry[4] >= 0 &&
  entry[4] < 8;

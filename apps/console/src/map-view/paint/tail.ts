import type { Point } from '@sweepline/map-core';
import type { PathPoint } from './path.ts';
import type { Robot } from './robots.ts';

/** A robot farther from the end of the path has moved without this path. */
const reachM = 3;

/**
 * The latest points of a path, continued to the robot. Points arrive later than poses and the robot is painted ahead of
 * its last pose, so the line would end behind it.
 */
export function tailTo(points: readonly PathPoint[], robots: readonly Robot[]): readonly Point[] {
  const last = points.at(-1);
  const [robot] = robots;
  const drives = robot?.state === 'working' || robot?.state === 'moving';
  if (!last || !robot || !drives || robots.length > 1) return points;
  const { x, y } = robot.pose;
  return Math.hypot(x - last.x, y - last.y) > reachM ? points : [...points, { x, y }];
}

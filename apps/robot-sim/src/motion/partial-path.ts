import type { Point } from '@sweepline/map-core';
import type { Path } from './route.ts';

/** The part of a path not driven yet: from the robot's place through the remaining corners. */
export function restOf(stroke: Path, at: Point): Path {
  let [best, bestAway] = [0, Infinity];
  for (let i = 0; i + 3 < stroke.length; i += 2) {
    const [ax, ay, bx, by] = [stroke[i]!, stroke[i + 1]!, stroke[i + 2]!, stroke[i + 3]!];
    const length2 = (bx - ax) ** 2 + (by - ay) ** 2;
    const t =
      length2 === 0
        ? 0
        : Math.min(1, Math.max(0, ((at.x - ax) * (bx - ax) + (at.y - ay) * (by - ay)) / length2));
    const away = Math.hypot(ax + t * (bx - ax) - at.x, ay + t * (by - ay) - at.y);
    if (away < bestAway) [best, bestAway] = [i, away];
  }
  return Float64Array.from([at.x, at.y, ...stroke.subarray(best + 2)]);
}

/** A path without its first metres; empty when the path is not longer. */
export function furtherAlong(path: Path, metres: number): Path {
  let left = metres;
  for (let i = 0; i + 3 < path.length; i += 2) {
    const [ax, ay, bx, by] = [path[i]!, path[i + 1]!, path[i + 2]!, path[i + 3]!];
    const length = Math.hypot(bx - ax, by - ay);
    if (length > left) {
      const share = left / length;
      return Float64Array.from([ax + (bx - ax) * share, ay + (by - ay) * share, ...path.subarray(i + 2)]);
    }
    left -= length;
  }
  return new Float64Array(0);
}

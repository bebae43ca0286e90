import type { Point } from '@sweepline/map-core';
import type { Path } from './route.ts';

const stepM = 0.1;

/** The parts of a path that stay at least `awayM` from all these points. */
export function partsAround(path: Path, points: readonly Point[], awayM: number): Path[] {
  if (points.length === 0) return [path];
  const parts: number[][] = [];
  let open: number[] | undefined;
  const visit = (x: number, y: number) => {
    if (points.some((point) => Math.hypot(point.x - x, point.y - y) < awayM)) open = undefined;
    else if (open) open.push(x, y);
    else parts.push((open = [x, y]));
  };
  visit(path[0]!, path[1]!);
  for (let i = 2; i < path.length; i += 2) {
    const [ax, ay, bx, by] = [path[i - 2]!, path[i - 1]!, path[i]!, path[i + 1]!];
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / stepM));
    for (let n = 1; n <= steps; n++) visit(ax + ((bx - ax) * n) / steps, ay + ((by - ay) * n) / steps);
  }
  return parts.filter((part) => part.length >= 4).map((part) => Float64Array.from(part));
}

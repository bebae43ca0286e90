import { distance, distanceToSegment, type Point } from './geometry.ts';
import { isSimple } from './polygon.ts';

/** Which points of an open line to keep so that no left-out point is further than `tolerance` from it (Douglas–Peucker). */
export function keptIndexes(line: readonly Point[], tolerance: number): number[] {
  if (line.length < 3) return [...line.keys()];
  const kept = new Uint8Array(line.length);
  kept[0] = kept[line.length - 1] = 1;
  // A stack instead of recursion: a straight six-hour path would otherwise go thousands of calls deep.
  const spans: [first: number, last: number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    const far = farthest(line, first, last);
    if (far.distance <= tolerance) continue;
    kept[far.index] = 1;
    spans.push([first, far.index], [far.index, last]);
  }
  return [...line.keys()].filter((index) => kept[index] === 1);
}

function farthest(line: readonly Point[], first: number, last: number) {
  const far = { index: first, distance: -1 };
  for (let index = first + 1; index < last; index++) {
    const away = distanceToSegment(line[index]!, line[first]!, line[last]!);
    if (away > far.distance) [far.index, far.distance] = [index, away];
  }
  return far;
}

export const simplifiedLine = <P extends Point>(line: readonly P[], tolerance: number): P[] =>
  keptIndexes(line, tolerance).map((index) => line[index]!);

/** A closed outline, no corner left out further than `tolerance` from it; undefined when too many are left, or it would cross itself. */
export function simplifiedRing(
  corners: readonly Point[],
  tolerance: number,
  maxCorners: number,
): Point[] | undefined {
  const first = corners[0];
  if (!first || corners.length < 3) return undefined;
  let opposite = 0;
  corners.forEach((p, i) => {
    if (distance(p, first) > distance(corners[opposite]!, first)) opposite = i;
  });
  const there = simplifiedLine(corners.slice(0, opposite + 1), tolerance);
  const back = simplifiedLine([...corners.slice(opposite), first], tolerance);
  const ring = [...there.slice(0, -1), ...back.slice(0, -1)];
  return ring.length <= maxCorners && isSimple(ring) ? ring : undefined;
}

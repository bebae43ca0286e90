import { distance, distanceToSegment, type Point } from './geometry.ts';
import { isSimple } from './polygon.ts';

/** Indexes of the points to keep so that every removed point is within `tolerance` metres (Douglas–Peucker). */
export function keptIndexes(line: readonly Point[], tolerance: number): number[] {
  if (line.length < 3) return [...line.keys()];
  const keep = new Uint8Array(line.length);
  keep[0] = keep[line.length - 1] = 1;
  // A stack instead of recursion: a six-hour path could overflow the call stack.
  const spans: [first: number, last: number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    const far = farthest(line, first, last);
    if (far.distance <= tolerance) continue;
    keep[far.index] = 1;
    spans.push([first, far.index], [far.index, last]);
  }
  return [...line.keys()].filter((index) => keep[index] === 1);
}

function farthest(line: readonly Point[], first: number, last: number) {
  const far = { index: first, distance: -1 };
  for (let index = first + 1; index < last; index++) {
    const away = distanceToSegment(line[index]!, line[first]!, line[last]!);
    if (away > far.distance) [far.index, far.distance] = [index, away];
  }
  return far;
}

/** The line without points that are within `tolerance` metres of the result. */
export const simplifiedLine = <P extends Point>(line: readonly P[], tolerance: number): P[] =>
  keptIndexes(line, tolerance).map((index) => line[index]!);

/** A simplified closed outline; undefined when more than `maxCorners` remain or it crosses itself. */
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

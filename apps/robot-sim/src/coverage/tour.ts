import type { Path } from '../motion/route.ts';

/** Something to clean in one go: its strokes in order, in one of several ways. A closed stroke may start anywhere. */
export interface Job {
  ways: readonly Path[][];
  closed?: boolean;
}

interface Leg {
  strokes: Path[];
  closed: boolean;
  /** Entry x, y and exit x, y. */
  ends: [number, number, number, number];
}

const endsOf = (strokes: readonly Path[]): Leg['ends'] => {
  const [first, last] = [strokes[0]!, strokes.at(-1)!];
  return [first[0]!, first[1]!, last.at(-2)!, last.at(-1)!];
};

const between = (a: Leg['ends'], b: Leg['ends']) => Math.hypot(b[0] - a[2], b[1] - a[3]);

/** All jobs in an order that wastes little driving: nearest first, then improved by undoing crossings (2-opt). */
export function tourOf(jobs: readonly Job[], x: number, y: number): Path[] {
  const legs = improved(nearestFirst(jobs, x, y), [x, y, x, y]);
  let at: Leg['ends'] = [x, y, x, y];
  return legs.flatMap((leg) => {
    const strokes = leg.closed
      ? leg.strokes.map((stroke) => startingNear(stroke, at[2], at[3]))
      : leg.strokes;
    at = endsOf(strokes);
    return strokes;
  });
}

function nearestFirst(jobs: readonly Job[], x: number, y: number): Leg[] {
  const waiting = jobs.map((job) => ({
    closed: job.closed ?? false,
    ways: job.ways.map((strokes) => ({ strokes, ends: endsOf(strokes) })),
  }));
  const legs: Leg[] = [];
  let at: Leg['ends'] = [x, y, x, y];
  while (waiting.length > 0) {
    let [best, bestWay, bestAway] = [0, 0, Infinity];
    waiting.forEach(({ ways }, i) =>
      ways.forEach(({ ends }, way) => {
        const away = between(at, ends);
        if (away < bestAway) [best, bestWay, bestAway] = [i, way, away];
      }),
    );
    const [job] = waiting.splice(best, 1);
    const leg = { ...job!.ways[bestWay]!, closed: job!.closed };
    legs.push(leg);
    at = leg.ends;
  }
  return legs;
}

/** Rounds of 2-opt; more of them gain a percent and cost seconds in a food court of five hundred legs. */
const rounds = 6;

function improved(legs: Leg[], start: Leg['ends']): Leg[] {
  for (let round = 0; round < rounds; round++) {
    let gained = false;
    for (let i = 0; i < legs.length - 1; i++) {
      const before = i === 0 ? start : legs[i - 1]!.ends;
      for (let j = i + 1; j < legs.length; j++) {
        if (gainOfTurning(legs, before, i, j) < 1e-6) continue;
        legs.splice(
          i,
          j - i + 1,
          ...legs
            .slice(i, j + 1)
            .reverse()
            .map(turned),
        );
        gained = true;
      }
    }
    if (!gained) break;
  }
  return legs;
}

/** Metres saved by driving the legs from i to j the other way round. */
function gainOfTurning(legs: readonly Leg[], before: Leg['ends'], i: number, j: number) {
  const [first, last, after] = [legs[i]!.ends, legs[j]!.ends, legs[j + 1]?.ends];
  const now = between(before, first) + (after ? between(last, after) : 0);
  const then =
    Math.hypot(last[2] - before[2], last[3] - before[3]) +
    (after ? Math.hypot(after[0] - first[0], after[1] - first[1]) : 0);
  return now - then;
}

const turned = ({ strokes, closed, ends: [ax, ay, bx, by] }: Leg): Leg => ({
  strokes: strokes.map(turnedPath).reverse(),
  closed,
  ends: [bx, by, ax, ay],
});

function turnedPath(path: Path): Path {
  const back = new Float64Array(path.length);
  for (let i = 0; i < path.length; i += 2) {
    back[i] = path[path.length - 2 - i]!;
    back[i + 1] = path[path.length - 1 - i]!;
  }
  return back;
}

/** A closed path begun at its corner nearest to a place. */
function startingNear(path: Path, x: number, y: number): Path {
  const corners = path.length / 2 - 1;
  let [best, bestAway] = [0, Infinity];
  for (let i = 0; i < corners; i++) {
    const away = Math.hypot(path[i * 2]! - x, path[i * 2 + 1]! - y);
    if (away < bestAway) [best, bestAway] = [i, away];
  }
  if (corners < 2) return path;
  return Float64Array.from({ length: path.length }, (_, k) => {
    const corner = (best + Math.floor(k / 2)) % corners;
    return path[corner * 2 + (k % 2)]!;
  });
}

import type { Path } from '../motion/route.ts';

/** One unit of cleaning: alternative lists of strokes, of which one is driven. A closed stroke may start anywhere. */
export interface Job {
  alternatives: readonly Path[][];
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

/** All jobs ordered for little driving: nearest first, then improved with 2-opt. */
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
  const pending = jobs.map((job) => ({
    closed: job.closed ?? false,
    alternatives: job.alternatives.map((strokes) => ({ strokes, ends: endsOf(strokes) })),
  }));
  const legs: Leg[] = [];
  let at: Leg['ends'] = [x, y, x, y];
  while (pending.length > 0) {
    let [best, bestAlternative, bestAway] = [0, 0, Infinity];
    pending.forEach(({ alternatives }, i) =>
      alternatives.forEach(({ ends }, alternative) => {
        const away = between(at, ends);
        if (away < bestAway) [best, bestAlternative, bestAway] = [i, alternative, away];
      }),
    );
    const [job] = pending.splice(best, 1);
    const leg = { ...job!.alternatives[bestAlternative]!, closed: job!.closed };
    legs.push(leg);
    at = leg.ends;
  }
  return legs;
}

/** Rounds of 2-opt; more rounds gain one percent and cost seconds in an area of five hundred legs. */
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

/** Metres saved by driving the legs from i to j in reverse. */
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

/** A closed path that starts at its corner nearest to a place. */
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

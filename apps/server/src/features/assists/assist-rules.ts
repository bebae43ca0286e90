import { lookup } from '@sweepline/contract';
import type { AssistCode, HotSpot, HotSpotAdvice } from '@sweepline/contract';

/** A rescue with the place where the robot stood. */
export interface Place {
  id: string;
  x: number;
  y: number;
  code: AssistCode;
  at: string;
  seconds: number | null;
}

/** Two rescues nearer than this are one place: robots of a metre in length stop before, over and behind what stops them. */
export const placeM = 2;
/** From so many rescues on a place says something. */
const fewest = 2;
const minForAdvice = 3;

/** What a cause suggests when most of a place's rescues have it. */
const advices: Partial<Record<AssistCode, HotSpotAdvice>> = {
  '10103': 'WALL',
  '10105': 'NO_GO',
  '10110': 'NO_GO',
  '20110': 'NO_GO',
  '40101': 'LOOK',
  '40210': 'DOCK',
  '10104': 'LOOK',
};

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Places that hang together by steps of at most `placeM`, each with its neighbours; the order of what is given does not matter. */
function groups(places: readonly Place[]): Place[][] {
  const left = new Set(places);
  const found: Place[][] = [];
  for (const first of places) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (let at = 0; at < group.length; at++) {
      const here = group[at]!;
      for (const other of left) {
        if (Math.hypot(other.x - here.x, other.y - here.y) > placeM) continue;
        left.delete(other);
        group.push(other);
      }
    }
    found.push(group);
  }
  return found;
}

function adviceFor(codes: HotSpot['codes'], count: number): HotSpotAdvice | null {
  if (count < minForAdvice) return null;
  const [most] = codes;
  return most && most.count * 2 > count ? (lookup(advices, most.code) ?? null) : 'LOOK';
}

/** Where robots needed help more than once, the worst place first. */
export function hotSpotsOf(places: readonly Place[]): HotSpot[] {
  return groups(places.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    .filter((group) => group.length >= fewest)
    .map((group) => {
      const [x, y] = [mean(group.map((one) => one.x)), mean(group.map((one) => one.y))];
      const codes = [...Map.groupBy(group, ({ code }) => code)]
        .map(([code, { length: count }]) => ({ code, count }))
        .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
      return {
        id: group[0]!.id,
        x,
        y,
        radiusM: Math.max(placeM / 2, ...group.map((one) => Math.hypot(one.x - x, one.y - y))),
        count: group.length,
        seconds: group.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0),
        codes,
        lastAt: group
          .map(({ at }) => at)
          .toSorted()
          .at(-1)!,
        advice: adviceFor(codes, group.length),
      };
    })
    .toSorted((a, b) => b.count - a.count || b.seconds - a.seconds);
}

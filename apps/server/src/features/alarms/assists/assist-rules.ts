import { lookup } from '@sweepline/contract';
import type { AssistCode, HotSpot, HotSpotAdvice } from '@sweepline/contract';

/** An assist with the position of the robot. */
export interface Place {
  id: string;
  x: number;
  y: number;
  code: AssistCode;
  at: string;
  seconds: number | null;
}

/** Assists closer than this are one place: a robot of one metre stops before, on or behind the same obstacle. */
export const placeM = 2;
/** The minimum number of assists of a hot spot. */
const minForSpot = 2;
const minForAdvice = 3;

/** The advice per cause, given if most assists of a place have the cause. */
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

/** Groups places that are linked by steps of at most `placeM`. The result does not depend on the order of the input. */
function groups(places: readonly Place[]): Place[][] {
  const remaining = new Set(places);
  const result: Place[][] = [];
  for (const first of places) {
    if (!remaining.delete(first)) continue;
    const group = [first];
    for (let at = 0; at < group.length; at++) {
      const current = group[at]!;
      for (const other of remaining) {
        if (Math.hypot(other.x - current.x, other.y - current.y) > placeM) continue;
        remaining.delete(other);
        group.push(other);
      }
    }
    result.push(group);
  }
  return result;
}

function adviceFor(codes: HotSpot['codes'], count: number): HotSpotAdvice | null {
  if (count < minForAdvice) return null;
  const [topCode] = codes;
  return topCode && topCode.count * 2 > count ? (lookup(advices, topCode.code) ?? null) : 'LOOK';
}

/** Places where robots needed help more than once, the most frequent first. */
export function hotSpotsOf(places: readonly Place[]): HotSpot[] {
  return groups(places.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    .filter((group) => group.length >= minForSpot)
    .map((group) => {
      const [x, y] = [mean(group.map((place) => place.x)), mean(group.map((place) => place.y))];
      const codes = [...Map.groupBy(group, ({ code }) => code)]
        .map(([code, { length: count }]) => ({ code, count }))
        .toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
      return {
        id: group[0]!.id,
        x,
        y,
        radiusM: Math.max(placeM / 2, ...group.map((place) => Math.hypot(place.x - x, place.y - y))),
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

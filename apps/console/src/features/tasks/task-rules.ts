import { modelOf } from '@sweepline/contract/robot';

/** The share of the cleaning time that covers new floor; the rest goes into turns, overlap and waiting for people. */
const usefulShare = 0.65;

export interface Estimate {
  seconds: number;
  widthM: number;
  speedMps: number;
  usefulShare: number;
}

/** The time a model needs for an area with its tool down. Null for a vehicle whose tool is not known. */
export function estimate(areaM2: number, repetitions: number, model: string): Estimate | null {
  const spec = modelOf(model);
  if (!spec || areaM2 <= 0) return null;
  const { cleaningWidthM: widthM, maxSpeedMps: speedMps } = spec;
  return {
    seconds: (areaM2 * repetitions) / (widthM * speedMps * usefulShare),
    widthM,
    speedMps,
    usefulShare,
  };
}

/** Moves an area one place earlier or later; at the ends it stays. */
export function movedBy(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const from = ids.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= ids.length) return [...ids];
  const next = ids.filter((other) => other !== id);
  next.splice(to, 0, id);
  return next;
}

/** Removes an area that is in the list, otherwise appends it. */
export const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];

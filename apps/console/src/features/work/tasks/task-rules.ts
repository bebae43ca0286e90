import { can, cleaningOf, type Vehicle } from '@sweepline/contract/robot';

/** The share of the cleaning time that covers new floor; the rest goes into turns, overlap and waiting for people. */
const usefulShare = 0.65;

export interface Estimate {
  seconds: number;
  /** As the robot says; null where the time follows from its tool. */
  areaPerHour: number | null;
  widthM: number;
  speedMps: number;
  usefulShare: number;
  /** Whether the width is that of its body, because it does not say that of its tool. */
  isAssumed: boolean;
}

/** The time a robot needs for an area with its tool down. Null for one that says neither its width nor its speed. */
export function estimate(areaM2: number, repetitions: number, device: Vehicle | undefined): Estimate | null {
  if (!device || areaM2 <= 0 || !can(device, 'clean')) return null;
  const { toolWidthM: widthM, maxSpeedMps, areaPerHour, isAssumed } = cleaningOf(device);
  const isUnknown = isAssumed && device.declared?.widthM == null && device.declared?.cleaning == null;
  if (!areaPerHour && (maxSpeedMps === null || isUnknown)) return null;
  const speedMps = maxSpeedMps ?? 0;
  const perSecond = areaPerHour ? areaPerHour / 3600 : widthM * speedMps * usefulShare;
  return {
    seconds: (areaM2 * repetitions) / perSecond,
    areaPerHour: areaPerHour || null,
    widthM,
    speedMps,
    usefulShare,
    isAssumed,
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

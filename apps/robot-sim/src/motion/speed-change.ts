import { acceleration } from './drive.ts';

/** m/s²: more than the required 0.8, which compensates for one extra time step. */
const brakingRate = 1;

/** The value limited to ±`max`. */
export const clamp = (value: number, max: number) => Math.max(-max, Math.min(max, value));

/** The value after a step of at most `max` from one value to another. */
export const approach = (from: number, to: number, max: number) => from + clamp(to - from, max);

/** The speed after `seconds`, m/s. A change of direction passes through standstill. */
export function approachSpeed(v: number, goal: number, seconds: number) {
  if (v * goal < 0) return approach(v, 0, brakingRate * seconds);
  const slower = Math.abs(goal) < Math.abs(v);
  return approach(v, goal, (slower ? brakingRate : acceleration) * seconds);
}

import { errorLimits } from '@sweepline/contract';
import type { Clock } from '../../platform/runtime/clock.ts';

const minuteMs = 60_000;
const maxKeys = 20_000;

/** How many errors one session, or one address without one, may report a minute. */
export function errorFlood(now: Clock, most: number = errorLimits.takenAMinute) {
  let minute = 0;
  let taken = new Map<string, number>();
  return (key: string): boolean => {
    const current = Math.floor(now().getTime() / minuteMs);
    if (current !== minute || taken.size > maxKeys) {
      minute = current;
      taken = new Map();
    }
    const count = (taken.get(key) ?? 0) + 1;
    taken.set(key, count);
    return count > most;
  };
}

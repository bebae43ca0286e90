import { errorLimits } from '@sweepline/contract';
import type { Clock } from '../../platform/runtime/clock.ts';

const minuteMs = 60_000;
const maxKeys = 20_000;

/** Returns whether a session, or an address without a session, has reported more than `max` errors this minute. */
export function errorFlood(now: Clock, max: number = errorLimits.takenAMinute) {
  let minute = 0;
  let counts = new Map<string, number>();
  return (key: string): boolean => {
    const current = Math.floor(now().getTime() / minuteMs);
    if (current !== minute || counts.size > maxKeys) {
      minute = current;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count > max;
  };
}

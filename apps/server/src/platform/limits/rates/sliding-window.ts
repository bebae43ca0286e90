import type { LimitPolicy } from './keyed-limit.ts';

/** A number of uses per span of time. */
export interface UsesPerSpan {
  max: number;
  spanMs: number;
}

/** Allows `max` uses in any span. It stores the time of each use, so it is for small numbers. */
export const slidingWindow = ({ max, spanMs }: UsesPerSpan): LimitPolicy<readonly number[]> => {
  const recent = (times: readonly number[] = [], ms: number) => times.filter((at) => ms - at < spanMs);
  return {
    waitMs: (times, ms) => {
      const last = recent(times, ms).at(-max);
      return last === undefined ? 0 : last + spanMs - ms;
    },
    // Older uses than the last `max` change no answer.
    used: (times, ms, cost) =>
      [...recent(times, ms), ...Array<number>(Math.min(cost, max)).fill(ms)].slice(-max),
    returned: (times) => (times.length > 1 ? times.slice(0, -1) : undefined),
  };
};

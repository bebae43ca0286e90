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
    used: (times, ms) => [...recent(times, ms), ms],
  };
};

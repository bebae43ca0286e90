import type { LimitPolicy } from './keyed-limit.ts';
import type { UsesPerSpan } from './sliding-window.ts';

interface Window {
  startedAt: number;
  count: number;
}

/** Allows `max` uses in a span that begins with the first of them. It stores one number, so it is for large numbers. */
export const fixedWindow = ({ max, spanMs }: UsesPerSpan): LimitPolicy<Window> => {
  // A clock that was set back by more than a span begins a new one.
  const current = (window: Window | undefined, ms: number): Window =>
    window && Math.abs(ms - window.startedAt) < spanMs ? window : { startedAt: ms, count: 0 };
  return {
    waitMs: (window, ms, cost) => {
      const { startedAt, count } = current(window, ms);
      return count + cost <= max ? 0 : startedAt + spanMs - ms;
    },
    used: (window, ms, cost) => {
      const { startedAt, count } = current(window, ms);
      return { startedAt, count: count + cost };
    },
  };
};

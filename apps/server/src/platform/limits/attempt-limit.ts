import type { Clock } from '../runtime/clock.ts';

const maxKeys = 50_000;

/** Allows `most` attempts per key within `spanMs` (sliding window). A refused attempt does not count. */
export function attemptLimit(now: Clock, { most, spanMs }: { most: number; spanMs: number }) {
  const attempts = new Map<string, number[]>();
  const recent = (key: string) => (attempts.get(key) ?? []).filter((at) => now().getTime() - at < spanMs);
  return {
    /** Takes an attempt; false if there were too many, and then it does not count. */
    take: (key: string): boolean => {
      const times = recent(key);
      if (times.length >= most) return false;
      // Deleted first, so that the newest keys are last and the oldest is dropped at the limit.
      attempts.delete(key);
      attempts.set(key, [...times, now().getTime()]);
      const [oldest] = attempts.keys();
      if (attempts.size > maxKeys && oldest !== undefined) attempts.delete(oldest);
      return true;
    },
    /** Whether the next attempt would be refused. */
    isSpent: (key: string): boolean => recent(key).length >= most,
  };
}

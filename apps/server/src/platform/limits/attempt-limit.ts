import type { Clock } from '../runtime/clock.ts';

const maxKeys = 50_000;

/** So many attempts within a span of time, by key. An attempt is counted when it is taken. */
export function attemptLimit(now: Clock, { most, spanMs }: { most: number; spanMs: number }) {
  const taken = new Map<string, number[]>();
  const recent = (key: string) => (taken.get(key) ?? []).filter((at) => now().getTime() - at < spanMs);
  return {
    /** False when there were too many; then it does not count either. */
    take: (key: string): boolean => {
      const times = recent(key);
      if (times.length >= most) return false;
      // Deleted first so that the newest stand last: when there are too many, the oldest goes.
      taken.delete(key);
      taken.set(key, [...times, now().getTime()]);
      const [oldest] = taken.keys();
      if (taken.size > maxKeys && oldest !== undefined) taken.delete(oldest);
      return true;
    },
    /** Whether another attempt would be one too many. */
    isSpent: (key: string): boolean => recent(key).length >= most,
  };
}

import type { Clock } from './clock.ts';

export interface ThrottleRule {
  /** Failures that cost nothing. */
  free: number;
  /** The pause after the first failure that costs; it doubles with each further one. */
  firstMs: number;
  longestMs: number;
  /** After so long without a failure all are forgotten. */
  forgottenMs?: number;
}

const quarterMs = 15 * 60_000;
const mostKeys = 50_000;

/** Counts failures by key and says how long the next one has to wait. */
export function throttle(now: Clock, { free, firstMs, longestMs, forgottenMs = quarterMs }: ThrottleRule) {
  const failures = new Map<string, { count: number; at: number }>();
  const recent = (key: string) => {
    const entry = failures.get(key);
    if (entry && now().getTime() - entry.at > forgottenMs) failures.delete(key);
    return failures.get(key);
  };
  const keep = (key: string, entry: { count: number; at: number }) => {
    // Deleted first so that the newest stand last: when there are too many, the oldest goes.
    failures.delete(key);
    failures.set(key, entry);
    const [oldest] = failures.keys();
    if (failures.size > mostKeys && oldest !== undefined) failures.delete(oldest);
  };
  return {
    /** Milliseconds until another attempt is heard; 0 when it may come now. */
    waitMs: (key: string): number => {
      const entry = recent(key);
      if (!entry || entry.count <= free) return 0;
      const pause = Math.min(longestMs, firstMs * 2 ** Math.min(30, entry.count - free - 1));
      return Math.max(0, entry.at + pause - now().getTime());
    },
    /** How many there were lately. */
    count: (key: string): number => recent(key)?.count ?? 0,
    /** Counted best before the attempt is looked at, and given back: of many at once none slips by uncounted. */
    failed: (key: string): void => keep(key, { count: (recent(key)?.count ?? 0) + 1, at: now().getTime() }),
    /** It did no harm after all. */
    giveBack: (key: string): void => {
      const entry = recent(key);
      if (entry && entry.count > 1) entry.count -= 1;
      else failures.delete(key);
    },
    succeeded: (key: string): void => void failures.delete(key),
    size: () => failures.size,
  };
}
export type Throttle = ReturnType<typeof throttle>;

import type { Clock } from './clock.ts';

export interface ThrottleRule {
  /** Failures that cost nothing. */
  free: number;
  /** The pause after the first failure that costs; it doubles with each further one. */
  firstMs: number;
  longestMs: number;
}

const forgottenAfterMs = 15 * 60_000;
const mostKeys = 50_000;

/** Counts failures by key and says how long the next attempt has to wait. */
export function throttle(now: Clock, { free, firstMs, longestMs }: ThrottleRule) {
  const failures = new Map<string, { count: number; at: number }>();
  const recent = (key: string) => {
    const entry = failures.get(key);
    if (entry && now().getTime() - entry.at > forgottenAfterMs) failures.delete(key);
    return failures.get(key);
  };
  return {
    /** Milliseconds until another attempt is heard; 0 when it may come now. */
    waitMs: (key: string): number => {
      const entry = recent(key);
      if (!entry || entry.count <= free) return 0;
      const pause = Math.min(longestMs, firstMs * 2 ** Math.min(30, entry.count - free - 1));
      return Math.max(0, entry.at + pause - now().getTime());
    },
    failed: (key: string) => {
      const count = (recent(key)?.count ?? 0) + 1;
      // Deleted first so that the newest stand last: when there are too many, the oldest goes.
      failures.delete(key);
      failures.set(key, { count, at: now().getTime() });
      const [oldest] = failures.keys();
      if (failures.size > mostKeys && oldest !== undefined) failures.delete(oldest);
    },
    succeeded: (key: string) => void failures.delete(key),
  };
}

import type { Clock } from '../runtime/clock.ts';

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
const maxKeys = 50_000;

/** How many there were, and when the last one was. */
export interface Failures {
  count: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** What is left of failures at a moment: none once they are forgotten. */
export const countAfter = ({ forgottenMs = quarterMs }: ThrottleRule, { count, at }: Failures, ms: number) =>
  ms - at > forgottenMs ? 0 : count;

/** Milliseconds from `ms` until another attempt after these failures is heard; 0 when it may come now. */
export function pauseAfter(rule: ThrottleRule, failures: Failures, ms: number): number {
  const count = countAfter(rule, failures, ms);
  if (count <= rule.free) return 0;
  const pause = Math.min(rule.longestMs, rule.firstMs * 2 ** Math.min(30, count - rule.free - 1));
  return Math.max(0, failures.at + pause - ms);
}

/** Counts failures by key and says how long the next one has to wait. */
export function throttle(now: Clock, rule: ThrottleRule) {
  const failures = new Map<string, Failures>();
  const recent = (key: string) => {
    const entry = failures.get(key);
    if (entry && countAfter(rule, entry, now().getTime()) === 0) failures.delete(key);
    return failures.get(key);
  };
  const keep = (key: string, entry: Failures) => {
    // Deleted first so that the newest stand last: when there are too many, the oldest goes.
    failures.delete(key);
    failures.set(key, entry);
    const [oldest] = failures.keys();
    if (failures.size > maxKeys && oldest !== undefined) failures.delete(oldest);
  };
  return {
    /** Milliseconds until another attempt is heard; 0 when it may come now. */
    waitMs: (key: string): number => {
      const entry = recent(key);
      return entry ? pauseAfter(rule, entry, now().getTime()) : 0;
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
    /** What was counted elsewhere: the longer of the two pauses holds. */
    learn: (key: string, { count, at }: Failures): void => {
      const own = recent(key) ?? { count: 0, at: 0 };
      if (count > 0) keep(key, { count: Math.max(own.count, count), at: Math.max(own.at, at) });
    },
    succeeded: (key: string): void => void failures.delete(key),
    size: () => failures.size,
  };
}
export type Throttle = ReturnType<typeof throttle>;

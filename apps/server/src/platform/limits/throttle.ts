import type { Clock } from '../runtime/clock.ts';

export interface ThrottleRule {
  /** The number of failures without a pause. */
  free: number;
  /** The first pause; it doubles with each further failure. */
  firstMs: number;
  maxMs: number;
  /** The count resets after this time without a failure. */
  forgottenMs?: number;
}

const quarterMs = 15 * 60_000;
const maxKeys = 50_000;

/** The number of failures and the time of the last one. */
export interface Failures {
  count: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** The failures that still count at the time `ms` (milliseconds since 1970). */
export const countAfter = ({ forgottenMs = quarterMs }: ThrottleRule, { count, at }: Failures, ms: number) =>
  ms - at > forgottenMs ? 0 : count;

/** Milliseconds from `ms` until the next attempt is allowed after these failures; 0 if it is allowed now. */
export function pauseAfter(rule: ThrottleRule, failures: Failures, ms: number): number {
  const count = countAfter(rule, failures, ms);
  if (count <= rule.free) return 0;
  const pause = Math.min(rule.maxMs, rule.firstMs * 2 ** Math.min(30, count - rule.free - 1));
  return Math.max(0, failures.at + pause - ms);
}

/** Counts failures by key and computes the pause before the next attempt (exponential backoff). */
export function throttle(now: Clock, rule: ThrottleRule) {
  const failures = new Map<string, Failures>();
  const recent = (key: string) => {
    const entry = failures.get(key);
    if (entry && countAfter(rule, entry, now().getTime()) === 0) failures.delete(key);
    return failures.get(key);
  };
  const keep = (key: string, entry: Failures) => {
    // Deleted first, so that the newest keys are last and the oldest is dropped at the limit.
    failures.delete(key);
    failures.set(key, entry);
    const [oldest] = failures.keys();
    if (failures.size > maxKeys && oldest !== undefined) failures.delete(oldest);
  };
  return {
    /** Milliseconds until the next attempt is allowed; 0 if it is allowed now. */
    waitMs: (key: string): number => {
      const entry = recent(key);
      return entry ? pauseAfter(rule, entry, now().getTime()) : 0;
    },
    /** The number of recent failures. */
    count: (key: string): number => recent(key)?.count ?? 0,
    /** Counts a failure. Call it before the attempt is checked and undo it after a success, so that parallel attempts all count. */
    failed: (key: string): void => keep(key, { count: (recent(key)?.count ?? 0) + 1, at: now().getTime() }),
    /** Undoes one counted failure. */
    giveBack: (key: string): void => {
      const entry = recent(key);
      if (entry && entry.count > 1) entry.count -= 1;
      else failures.delete(key);
    },
    /** Merges failures that another process counted; the longer pause applies. */
    learn: (key: string, { count, at }: Failures): void => {
      const own = recent(key) ?? { count: 0, at: 0 };
      if (count > 0) keep(key, { count: Math.max(own.count, count), at: Math.max(own.at, at) });
    },
    succeeded: (key: string): void => void failures.delete(key),
    size: () => failures.size,
  };
}
export type Throttle = ReturnType<typeof throttle>;

import type { Clock } from '../../runtime/clock.ts';
import { createKeyedLimit, type LimitPolicy } from './keyed-limit.ts';

export interface ThrottleRule {
  /** The number of failures without a pause. */
  free: number;
  /** The first pause; it doubles with each further failure. */
  firstMs: number;
  maxMs: number;
  /** The count resets after this time without a failure. */
  resetMs?: number;
}

const quarterMs = 15 * 60_000;

/** The number of failures and the time of the last one. */
export interface Failures {
  count: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** The failures that still count at the time `ms` (milliseconds since 1970). */
export const countAfter = (
  { resetMs: forgottenMs = quarterMs }: ThrottleRule,
  { count, at }: Failures,
  ms: number,
) => (ms - at > forgottenMs ? 0 : count);

/** Milliseconds from `ms` until the next attempt is allowed after these failures; 0 if it is allowed now. */
export function pauseAfter(rule: ThrottleRule, failures: Failures, ms: number): number {
  const count = countAfter(rule, failures, ms);
  if (count <= rule.free) return 0;
  const pause = Math.min(rule.maxMs, rule.firstMs * 2 ** Math.min(30, count - rule.free - 1));
  return Math.max(0, failures.at + pause - ms);
}

/** Pauses that grow with each failure. */
export const growingPause = (rule: ThrottleRule): LimitPolicy<Failures> => ({
  waitMs: (failures, ms) => (failures ? pauseAfter(rule, failures, ms) : 0),
  used: (failures, ms, cost) => ({ count: (failures ? countAfter(rule, failures, ms) : 0) + cost, at: ms }),
  returned: ({ count, at }) => (count > 1 ? { count: count - 1, at } : undefined),
});

/** Counts failures by key and computes the pause before the next attempt (exponential backoff). */
export function throttle(now: Clock, rule: ThrottleRule) {
  const { waitMs, use, states } = createKeyedLimit(now, growingPause(rule));
  const count = (key: string): number => {
    const failures = states.get(key);
    return failures ? countAfter(rule, failures, now().getTime()) : 0;
  };
  return {
    /** Milliseconds until the next attempt is allowed; 0 if it is allowed now. */
    waitMs,
    /** The number of recent failures. */
    count,
    /** Counts a failure. Call it before the attempt is checked and undo it after a success, so that parallel attempts all count. */
    failed: (key: string): void => use(key),
    /** Undoes one counted failure. */
    undo: (key: string): void => {
      const failures = states.get(key);
      if (failures && count(key) > 1) states.set(key, { ...failures, count: failures.count - 1 });
      else states.delete(key);
    },
    /** Replaces the failures by those that all processes counted. */
    learn: (key: string, failures: Failures): void =>
      failures.count > 0 ? states.set(key, failures) : states.delete(key),
    succeeded: (key: string): void => states.delete(key),
    size: states.size,
  };
}
export type Throttle = ReturnType<typeof throttle>;

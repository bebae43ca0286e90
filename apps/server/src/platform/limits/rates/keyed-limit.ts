import type { Clock } from '../../runtime/clock.ts';
import { createRecentMap } from './recent-map.ts';

/** A rule over the state of one key, as pure functions. Times are milliseconds since 1970. */
export interface LimitPolicy<State> {
  /** Milliseconds from `ms` until a use of this cost is allowed; 0 if it is allowed now. */
  waitMs(state: State | undefined, ms: number, cost: number): number;
  /** The state after a use. */
  used(state: State | undefined, ms: number, cost: number): State;
  /** The state without its last use; undefined if it was the only one. */
  returned?(state: State): State | undefined;
}

/** Applies a policy per key, such as an account or an address. */
export function createKeyedLimit<State>(now: Clock, policy: LimitPolicy<State>, maxKeys = 50_000) {
  const states = createRecentMap<State>(maxKeys);
  const waitMs = (key: string, cost = 1): number => policy.waitMs(states.get(key), now().getTime(), cost);
  /** Counts a use, also one that is not allowed. */
  const use = (key: string, cost = 1): void =>
    states.set(key, policy.used(states.get(key), now().getTime(), cost));
  return {
    waitMs,
    use,
    allows: (key: string): boolean => waitMs(key) === 0,
    /** Counts a use if it is allowed. False if not, and then nothing is counted. */
    take: (key: string, cost = 1): boolean => {
      if (waitMs(key, cost) > 0) return false;
      use(key, cost);
      return true;
    },
    states,
  };
}
export type KeyedLimit = Pick<ReturnType<typeof createKeyedLimit>, 'waitMs' | 'use' | 'allows' | 'take'>;

/** Creates a limit. Servers that count together do so by its name. */
export type CreateLimit = <State>(name: string, policy: LimitPolicy<State>, maxKeys?: number) => KeyedLimit;

/** Creates limits that this process counts alone. */
export const localLimits =
  (now: Clock): CreateLimit =>
  (_name, policy, maxKeys) =>
    createKeyedLimit(now, policy, maxKeys);

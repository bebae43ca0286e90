import type { Clock } from '../../runtime/clock.ts';
import type { LimitPolicy } from './keyed-limit.ts';
import { createRecentMap } from './recent-map.ts';

/** A limit of attempts to guess a secret. */
export interface AttemptLimit {
  /** All servers count under this name. */
  name: string;
  policy: LimitPolicy<unknown>;
  /** Milliseconds after the last attempt until a state means nothing more to the policy. */
  keepMs: number;
}

/** What an attempt counts against. */
export interface AttemptKey {
  limit: AttemptLimit;
  key: string;
}

/** The place of a state in the store. */
export interface StatePlace {
  key: string;
  keepMs: number;
}

/** The states after a step; without them nothing is stored. A state that is undefined is forgotten. */
interface StateStep<R> {
  result: R;
  states?: readonly unknown[];
}

/** The states of limits. Steps that share a key run one after another, on all servers that share the store. */
export interface LimitStates {
  /** The present states and the store's time (milliseconds since 1970). */
  read(places: readonly StatePlace[]): Promise<{ states: readonly unknown[]; ms: number }>;
  /** Passes the present states and the store's time to `step`. */
  change<R>(
    places: readonly StatePlace[],
    step: (states: readonly unknown[], ms: number) => StateStep<R>,
  ): Promise<R>;
}

const maxKeys = 50_000;

/** The states of a server that has none beside it. */
export function statesInMemory(now: Clock): LimitStates {
  const states = createRecentMap<unknown>(maxKeys);
  const read = (places: readonly StatePlace[]) => places.map(({ key }) => states.get(key));
  return {
    read: async (places) => ({ states: read(places), ms: now().getTime() }),
    change: async (places, step) => {
      const { result, states: after } = step(read(places), now().getTime());
      places.forEach(({ key }, n) => {
        if (after?.[n] !== undefined) states.set(key, after[n]);
        else if (after) states.delete(key);
      });
      return result;
    },
  };
}

/** For so long a pause is refused from memory, so that a flood of attempts during a pause causes few queries. */
const trustedMs = 5_000;

/** Counts attempts over all servers that share the states. An attempt that is counted before its check counts beside parallel ones. */
export function createAttemptLimits(states: LimitStates, now: Clock) {
  const pauses = createRecentMap<{ readAt: number; waitMs: number }>(maxKeys);
  const nameOf = ({ limit, key }: AttemptKey) => `${limit.name} ${key}`;
  const placeOf = (attempt: AttemptKey) => ({ key: nameOf(attempt), keepMs: attempt.limit.keepMs });
  const pauseOf = (attempt: AttemptKey): number => {
    const { readAt, waitMs } = pauses.get(nameOf(attempt)) ?? { readAt: 0, waitMs: 0 };
    const ageMs = now().getTime() - readAt;
    return ageMs >= 0 && ageMs < trustedMs ? Math.max(0, waitMs - ageMs) : 0;
  };
  const waitOf = (attempts: readonly AttemptKey[], before: readonly unknown[], ms: number): number => {
    const waits = attempts.map(({ limit }, n) => limit.policy.waitMs(before[n], ms, 1));
    attempts.forEach((attempt, n) => {
      if (waits[n]! > 0) pauses.set(nameOf(attempt), { readAt: now().getTime(), waitMs: waits[n]! });
    });
    return Math.max(...waits);
  };
  const change = (
    attempts: readonly AttemptKey[],
    stateAfter: (attempt: AttemptKey, state: unknown) => unknown,
  ): Promise<void> => {
    for (const attempt of attempts) pauses.delete(nameOf(attempt));
    return states.change(attempts.map(placeOf), (before) => ({
      result: undefined,
      states: attempts.map((attempt, n) => stateAfter(attempt, before[n])),
    }));
  };

  return {
    /** Milliseconds until an attempt is allowed; 0 if it is allowed now. Nothing is counted. */
    waitMs: async (attempts: readonly AttemptKey[]): Promise<number> => {
      const pauseMs = Math.max(...attempts.map(pauseOf));
      if (pauseMs > 0) return pauseMs;
      const { states: present, ms } = await states.read(attempts.map(placeOf));
      return waitOf(attempts, present, ms);
    },
    /** Counts an attempt against each limit. Returns 0, or the milliseconds to wait if one has a pause; then nothing is counted. */
    count: async (attempts: readonly AttemptKey[]): Promise<number> => {
      const pauseMs = Math.max(...attempts.map(pauseOf));
      if (pauseMs > 0) return pauseMs;
      return await states.change(attempts.map(placeOf), (before, ms) => {
        const waitMs = waitOf(attempts, before, ms);
        if (waitMs > 0) return { result: waitMs };
        return { result: 0, states: attempts.map(({ limit }, n) => limit.policy.used(before[n], ms, 1)) };
      });
    },
    /** Uncounts an attempt that did not fail. */
    undo: (attempts: readonly AttemptKey[]): Promise<void> =>
      change(attempts, ({ limit }, state) =>
        state === undefined ? undefined : limit.policy.returned?.(state),
      ),
    /** Forgets the attempts before a success. */
    succeeded: (attempts: readonly AttemptKey[]): Promise<void> => change(attempts, () => undefined),
  };
}
export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

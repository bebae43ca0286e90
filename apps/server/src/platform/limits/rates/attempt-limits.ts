import type { Clock } from '../../runtime/clock.ts';
import type { LimitPolicy } from './keyed-limit.ts';
import type { LimitStates } from './limit-states.ts';
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

/** For so long a pause is refused from memory, so that a flood of attempts during a pause causes few queries. */
const trustedMs = 5_000;
const maxPauses = 50_000;

/** Runs works that share a key one after another. Works that start later wait for those before, so no two wait for each other. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: async <R>(keys: readonly string[], work: () => Promise<R>): Promise<R> => {
      const before = Promise.allSettled(keys.map((key) => last.get(key)));
      const running = before.then(work);
      for (const key of keys) last.set(key, running);
      try {
        return await running;
      } finally {
        for (const key of keys) if (last.get(key) === running) last.delete(key);
      }
    },
  };
}

/** Counts attempts over all servers that share the states. An attempt that is counted before its check counts beside parallel ones. */
export function createAttemptLimits(states: LimitStates, now: Clock) {
  /** Simultaneous attempts at one secret use one connection, and those after a pause begins use none. */
  const turns = createTurns();
  const pauses = createRecentMap<{ readAt: number; waitMs: number }>(maxPauses);
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
    stateAfter: (attempt: AttemptKey, state: unknown, ms: number) => unknown,
  ): Promise<void> =>
    turns.run(attempts.map(nameOf), async () => {
      for (const attempt of attempts) pauses.delete(nameOf(attempt));
      await states.change(attempts.map(placeOf), (before, ms) => ({
        result: undefined,
        states: attempts.map((attempt, n) => stateAfter(attempt, before[n], ms)),
      }));
    });

  return {
    /** Milliseconds until an attempt is allowed; 0 if it is allowed now. Nothing is counted. */
    waitMs: async (attempts: readonly AttemptKey[]): Promise<number> => {
      const pauseMs = Math.max(...attempts.map(pauseOf));
      if (pauseMs > 0) return pauseMs;
      const { states: present, ms } = await states.read(attempts.map(placeOf));
      return waitOf(attempts, present, ms);
    },
    /** Counts an attempt against each limit. Returns 0, or the milliseconds to wait if one has a pause; then nothing is counted. */
    count: (attempts: readonly AttemptKey[]): Promise<number> =>
      turns.run(attempts.map(nameOf), async () => {
        const pauseMs = Math.max(...attempts.map(pauseOf));
        if (pauseMs > 0) return pauseMs;
        return await states.change(attempts.map(placeOf), (before, ms) => {
          const waitMs = waitOf(attempts, before, ms);
          if (waitMs > 0) return { result: waitMs };
          return { result: 0, states: attempts.map(({ limit }, n) => limit.policy.used(before[n], ms, 1)) };
        });
      }),
    /** Counts a failure that was not counted before its check, also during a pause: parallel failures make the pause grow. */
    failed: (attempts: readonly AttemptKey[]): Promise<void> =>
      change(attempts, ({ limit }, state, ms) => limit.policy.used(state, ms, 1)),
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

import type { Clock } from '../../runtime/clock.ts';
import { createRecentMap } from './recent-map.ts';

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

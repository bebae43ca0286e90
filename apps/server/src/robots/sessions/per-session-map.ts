import type { Session } from './session.ts';

const none: readonly never[] = [];

/**
 * A map from robots to items. A lookup does not scan the items of other robots: it runs for every state, and a returning
 * fleet has ten thousand items.
 */
export function createPerSessionMap<T extends { session: Session }>() {
  const itemsOf = new Map<Session, Set<T>>();
  return {
    /** A copy, so that the caller may add and remove while iterating. */
    of: (session: Session): readonly T[] => {
      const own = itemsOf.get(session);
      return own ? [...own] : none;
    },
    all: (): readonly T[] => [...itemsOf.values()].flatMap((own) => [...own]),
    add(it: T): void {
      const own = itemsOf.get(it.session);
      if (own) own.add(it);
      else itemsOf.set(it.session, new Set([it]));
    },
    remove(it: T): void {
      const own = itemsOf.get(it.session);
      own?.delete(it);
      if (own?.size === 0) itemsOf.delete(it.session);
    },
  };
}

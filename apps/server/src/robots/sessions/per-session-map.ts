import type { Session } from './session.ts';

const none: readonly never[] = [];

/**
 * Things that belong to one robot each, found by it without looking at those of others: every state of every robot asks, and a whole
 * fleet that comes back has ten thousand of them at once.
 */
export function createPerSessionMap<T extends { session: Session }>() {
  const itemsOf = new Map<Session, Set<T>>();
  return {
    /** A copy: whoever walks it may add and take away. */
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

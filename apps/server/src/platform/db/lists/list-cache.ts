/** The kept totals and positions of one tenant scope. */
interface ScopeCache {
  totals: Map<string, CachedTotal>;
  positions: Map<string, CachedPosition[]>;
}
interface CachedTotal {
  count: Promise<number>;
  /** Infinite while the count runs. */
  untilMs: number;
}
interface CachedPosition extends Position {
  untilMs: number;
}

/** The place before the row with the number `offset`: that row, or the last one of the page before. */
export interface Position {
  offset: number;
  /** Whether the values are those of the row itself. */
  isRow: boolean;
  /** The part of the list with the row that the values are of. */
  part: number;
  /** The values of that row in the order of the list. */
  values: readonly unknown[];
}

const totalMs = 3_000;
const positionMs = 60_000;
/** A smaller list is counted at every call: that is fast, and a person sees every change at once. */
const minCached = 1_000;
/** A page up to here is found as fast by its number. */
const minOffset = 500;
const maxScopes = 64;
const maxTotals = 200;
const maxLists = 50;
const maxPositions = 32;

/**
 * Totals of lists, counted once for all callers with the same scope, filter and parameters and kept for seconds, and positions of
 * deep pages. It is memory of one process: other servers count for themselves, and a restart loses nothing.
 */
export function createListCache(nowMs: () => number = () => performance.now()) {
  const scopes = new Map<string, ScopeCache>();
  const cacheOf = (scopeText: string): ScopeCache => {
    const cache = scopes.get(scopeText) ?? { totals: new Map(), positions: new Map() };
    // The scope that was used last is last.
    scopes.delete(scopeText);
    scopes.set(scopeText, cache);
    dropFirst(scopes, maxScopes);
    return cache;
  };
  return {
    /** The total of a statement in a scope. `count` runs if no one counts it, and none is kept. */
    async total(scopeText: string, key: string, count: () => Promise<number>): Promise<number> {
      const { totals } = cacheOf(scopeText);
      const cached = totals.get(key);
      // The count of another caller may fail with its transaction.
      if (cached && cached.untilMs > nowMs()) return await cached.count.catch(count);
      const counting: CachedTotal = { count: count(), untilMs: Infinity };
      totals.set(key, counting);
      dropFirst(totals, maxTotals);
      const forget = () => totals.get(key) === counting && totals.delete(key);
      try {
        const total = await counting.count;
        if (total < minCached) forget();
        else counting.untilMs = nowMs() + totalMs;
        return total;
      } catch (error) {
        forget();
        throw error;
      }
    },
    /** The nearest known position before or at `offset`. */
    position(scopeText: string, key: string, offset: number): Position | undefined {
      if (offset < minOffset) return undefined;
      const positions = cacheOf(scopeText).positions.get(key) ?? [];
      const before = positions.filter((each) => each.offset <= offset && each.untilMs > nowMs());
      return before.reduce<Position | undefined>(
        (best, each) => (best && best.offset >= each.offset ? best : each),
        undefined,
      );
    },
    keep(scopeText: string, key: string, position: Position): void {
      if (position.offset < minOffset) return;
      const { positions } = cacheOf(scopeText);
      const others = (positions.get(key) ?? []).filter(({ offset }) => offset !== position.offset);
      positions.set(key, [...others.slice(1 - maxPositions), { ...position, untilMs: nowMs() + positionMs }]);
      dropFirst(positions, maxLists);
    },
    /** Forgets what is kept of every scope with this company, because its people changed something; without one, everything. */
    drop(companyId = ''): void {
      for (const scopeText of scopes.keys())
        if (scopeText === '*' || scopeText.includes(companyId)) scopes.delete(scopeText);
    },
  };
}
export type ListCache = ReturnType<typeof createListCache>;

function dropFirst(map: Map<string, unknown>, size: number) {
  for (const key of map.keys()) {
    if (map.size <= size) return;
    map.delete(key);
  }
}

import type { List } from '../use-list.ts';

interface Ends {
  startTime?: string;
  endTime?: string;
}

/** The list as `PeriodFilter` knows it: the calls that name the period's two ends `startTime` and `endTime`. */
export function withPeriod<R, F extends object>(list: List<R, F>): List<R, F> {
  const { startTime, endTime } = list.filters as Ends;
  const named = (changes: Record<string, unknown>) => {
    const { from, to, ...rest } = changes;
    return {
      ...rest,
      ...('from' in changes && { startTime: from }),
      ...('to' in changes && { endTime: to }),
    };
  };
  return {
    ...list,
    filters: { ...list.filters, from: startTime, to: endTime },
    // The page's own words for the same fields.
    setFilters: (changes) => list.setFilters(named(changes as Record<string, unknown>) as Partial<F>),
  };
}

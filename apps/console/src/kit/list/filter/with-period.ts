import type { List } from '../use-list.ts';

interface Ends {
  startTime?: string;
  endTime?: string;
}

/** Adapts a list for `PeriodFilter` when its call names the ends of the period `startTime` and `endTime`. */
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
    // The mapped fields belong to the call's own filters.
    setFilters: (changes) => list.setFilters(named(changes as Record<string, unknown>) as Partial<F>),
  };
}

import { createContext, useContext } from 'react';
import type { List } from '../use-list.ts';

interface Filtering {
  list: List;
  /** Where the chips of active filters stand; null until it is mounted. */
  chips: HTMLElement | null;
}

export const FilterContext = createContext<Filtering | null>(null);

/** What one filter shows and changes: its field of the list's call. */
export function useFilter(name: string) {
  const filtering = useContext(FilterContext);
  if (!filtering) throw new Error('a filter stands inside a ListPage');
  const { list, chips } = filtering;
  return { value: list.filters[name], chips, set: (value: unknown) => list.setFilters({ [name]: value }) };
}

import { createContext, useContext } from 'react';
import type { List } from '../use-list.ts';

interface Filtering {
  list: List;
  /** The element that contains the chips; null until it is mounted. */
  chips: HTMLElement | null;
}

export const FilterContext = createContext<Filtering | null>(null);

/** The value and the setter of one filter, which is a field of the list's call. */
export function useFilter(name: string) {
  const filtering = useContext(FilterContext);
  if (!filtering) throw new Error('a filter must be inside a ListPage');
  const { list, chips } = filtering;
  return { value: list.filters[name], chips, set: (value: unknown) => list.setFilters({ [name]: value }) };
}

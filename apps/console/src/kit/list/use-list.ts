import { defaultPageSize, type Call, type Output, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { addressWith, inputFromAddress } from './address-input.ts';
import { callQuery } from '../api/api.ts';

type Row<C extends Call> = Output<C> extends { list: (infer R)[] } ? R : never;
type Filters<C extends Call> = Omit<Sent<C> & object, 'page' | 'pageSize' | 'enablePage' | 'sort'>;

/** The state of a list page. Filters, page and sort are in the address, so that they can be bookmarked and shared. */
export interface List<R = unknown, F = Record<string, unknown>> {
  rows: R[];
  /** Null until the first read, to distinguish unknown from 0. */
  total: number | null;
  /** True until the first read. Later reads keep the previous rows. */
  first: boolean;
  reading: boolean;
  error: Error | null;
  filters: Partial<F>;
  filtered: boolean;
  page: number;
  pageSize: number;
  sort: string;
  setFilters: (changes: Partial<F>) => void;
  clearFilters: () => void;
  setPage: (page: number, pageSize: number) => void;
  setSort: (sort: string) => void;
  retry: () => void;
  /** The input of the read, which is the cache key for changes pushed by the server. */
  input: object;
}

/** Reads a list call with the input from the address. `fixed` narrows it and is not shown as a filter. */
export function useList<C extends Call>(
  call: C,
  fixed: Partial<Sent<C> & object> = {},
): List<Row<C>, Filters<C>> {
  const [params, setParams] = useSearchParams();
  const { page = 1, pageSize = defaultPageSize, sort, ...filters } = inputFromAddress(call, params);
  const input = { ...filters, ...(sort !== undefined && { sort }), page, pageSize, ...fixed };

  const query = useQuery({
    ...callQuery(call, input as Sent<C>),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const reply = query.data as { list: Row<C>[]; total: number } | undefined;

  // A change of filters replaces the history entry. A change of page adds one, so that "back" returns to the previous page.
  const navigate = (changes: Record<string, unknown>, replace: boolean) =>
    setParams((current) => addressWith(current, changes), { replace });

  return {
    rows: reply?.list ?? [],
    total: reply?.total ?? null,
    first: query.isPending,
    reading: query.isFetching,
    error: query.error,
    filters: filters as Partial<Filters<C>>,
    filtered: Object.keys(filters).length > 0,
    page: Number(page),
    pageSize: Number(pageSize),
    sort: String(sort ?? ''),
    setFilters: (changes) => navigate({ ...changes, page: undefined }, true),
    clearFilters: () =>
      navigate(Object.fromEntries([...Object.keys(filters), 'page'].map((name) => [name, undefined])), true),
    setPage: (nextPage, nextSize) => navigate({ page: nextPage, pageSize: nextSize }, false),
    setSort: (next) => navigate({ sort: next, page: undefined }, true),
    retry: () => void query.refetch(),
    input,
  };
}

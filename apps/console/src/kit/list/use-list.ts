import { defaultPageSize, type Call, type Output, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { addressWith, inputFromAddress } from './address-input.ts';
import { reading } from '../api/api.ts';

type Row<C extends Call> = Output<C> extends { list: (infer R)[] } ? R : never;
type Filters<C extends Call> = Omit<Sent<C> & object, 'page' | 'pageSize' | 'enablePage' | 'sort'>;

/** Everything a list page shows and changes. What a person asked for lives in the address, so it can be kept and sent. */
export interface List<R = unknown, F = Record<string, unknown>> {
  rows: R[];
  /** Null until it is known: nothing counted yet is not none. */
  total: number | null;
  /** No rows yet; later reads keep the previous ones. */
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
  /** What the present rows were asked with: the key for changes pushed by the server. */
  input: object;
}

/** Reads a list call with what the address says. `fixed` narrows it without showing as a filter. */
export function useList<C extends Call>(
  call: C,
  fixed: Partial<Sent<C> & object> = {},
): List<Row<C>, Filters<C>> {
  const [params, setParams] = useSearchParams();
  const { page = 1, pageSize = defaultPageSize, sort, ...filters } = inputFromAddress(call, params);
  const input = { ...filters, ...(sort !== undefined && { sort }), page, pageSize, ...fixed };

  const query = useQuery({
    ...reading(call, input as Sent<C>),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const answer = query.data as { list: Row<C>[]; total: number } | undefined;

  // Filtering is not a step a person goes back over; turning a page is.
  const ask = (changes: Record<string, unknown>, replace: boolean) =>
    setParams((current) => addressWith(current, changes), { replace });

  return {
    rows: answer?.list ?? [],
    total: answer?.total ?? null,
    first: query.isPending,
    reading: query.isFetching,
    error: query.error,
    filters: filters as Partial<Filters<C>>,
    filtered: Object.keys(filters).length > 0,
    page: Number(page),
    pageSize: Number(pageSize),
    sort: String(sort ?? ''),
    setFilters: (changes) => ask({ ...changes, page: undefined }, true),
    clearFilters: () =>
      ask(Object.fromEntries([...Object.keys(filters), 'page'].map((name) => [name, undefined])), true),
    setPage: (nextPage, nextSize) => ask({ page: nextPage, pageSize: nextSize }, false),
    setSort: (next) => ask({ sort: next, page: undefined }, true),
    retry: () => void query.refetch(),
    input,
  };
}

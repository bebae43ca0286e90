import { deviceLogCalls, type LogLine } from '@sweepline/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { send } from '../../../../kit/api/api.ts';
import type { LogFilter } from './use-log-filter.ts';

/** Lines before the chosen time, so that it is seen what led to it. */
const beforeMs = 60_000;
const pageLines = 200;
/** A search goes on by itself until it found so many. */
const enough = 40;
/** Calls of such a search without a find; then a person decides. */
const maxCalls = 30;

/** The lines of an archive that match a filter, page by page. */
export function useLogLines(id: string, { file, levels, module, keyword, at }: LogFilter) {
  const { family, path } = deviceLogCalls.lines;
  const wish = {
    id,
    limit: pageLines,
    ...(file && { file }),
    ...(levels.length > 0 && { levels }),
    ...(module && { module }),
    ...(keyword && { keyword }),
    ...(at && { from: new Date(Date.parse(at) - beforeMs).toISOString() }),
  };
  const query = useInfiniteQuery({
    queryKey: [family, path, wish],
    queryFn: ({ pageParam }) => send(deviceLogCalls.lines, { ...wish, cursor: pageParam }, { quiet: true }),
    initialPageParam: 0,
    getNextPageParam: ({ cursor }) => cursor,
    // The content of an archive never changes.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { silent: true },
  });
  const lines: LogLine[] = query.data?.pages.flatMap((page) => page.lines) ?? [];
  const { hasNextPage, isFetching, fetchNextPage, isError } = query;
  const calls = query.data?.pages.length ?? 0;
  const searches = hasNextPage && !isError && lines.length < enough && calls < maxCalls;
  useEffect(() => {
    // A fast answer comes within one rendering: only the number of calls shows that there was one.
    if (calls > 0 && searches && !isFetching) void fetchNextPage();
  }, [calls, searches, isFetching, fetchNextPage]);
  return { ...query, lines, searches };
}

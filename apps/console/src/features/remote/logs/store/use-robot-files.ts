import { logStoreCalls } from '@sweepline/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../../kit/api/api.ts';

/** The files on a robot below a folder. The robot is asked on request only, because it answers over its own network. */
export function useRobotFiles(deviceId: string, dir: string) {
  const [hasAsked, setAsked] = useState(false);
  const query = useInfiniteQuery({
    // Not of the family of the stored logs: their changes must not ask the robot again.
    queryKey: ['robotFiles', deviceId, dir],
    queryFn: ({ pageParam, signal }) =>
      send(
        logStoreCalls.refresh,
        { deviceId, dir, ...(pageParam !== '' && { cursor: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    enabled: hasAsked,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  });
  const { data, dataUpdatedAt, error, isFetching, hasNextPage, refetch, fetchNextPage } = query;
  return {
    list: data?.pages.flatMap((page) => page.list),
    answeredAt: data && new Date(dataUpdatedAt).toISOString(),
    error,
    isFetching,
    hasMore: hasNextPage,
    ask: () => (hasAsked ? void refetch() : setAsked(true)),
    more: () => void fetchNextPage(),
  };
}

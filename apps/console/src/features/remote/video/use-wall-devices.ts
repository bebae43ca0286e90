import { deviceCalls, topics } from '@sweepline/contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';
import { useTopic } from '../../../kit/api/use-live.ts';

/** The robots of the wall, and whether they are online. */
export function useWallDevices(ids: readonly string[]) {
  const cache = useQueryClient();
  const queryOf = (id: string) => callQuery(deviceCalls.detail, { id });
  useTopic(topics.online, ({ deviceId }) => {
    if (ids.includes(deviceId)) void cache.invalidateQueries({ queryKey: queryOf(deviceId).queryKey });
  });
  const queries = useQueries({ queries: ids.map((id) => ({ ...queryOf(id), meta: { silent: true } })) });
  return ids.map((id, index) => ({ id, data: queries[index]?.data, error: queries[index]?.error ?? null }));
}

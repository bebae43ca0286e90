import { deviceCalls, topics } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTopic } from '../../kit/api/use-live.ts';

/** Reads lists of devices again when one of these devices declares something else about itself. */
export function useRedeclared(ids: readonly string[]) {
  const cache = useQueryClient();
  useTopic(topics.declared, ({ deviceId }) => {
    if (ids.includes(deviceId))
      void cache.invalidateQueries({ queryKey: [deviceCalls.list.family, deviceCalls.list.path] });
  });
}

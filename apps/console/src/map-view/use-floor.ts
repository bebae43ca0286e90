import { mapCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../kit/api/api.ts';
import { may } from '../kit/api/may.ts';

const ourId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The map a robot is on, if it is registered here and this user may see it. */
export const useFloor = (mapId: string | null | undefined) => useFloorQuery(mapId).data;

/** The query of `useFloor`, for pages that tell a map that is being read from one that is not there. */
export function useFloorQuery(mapId: string | null | undefined) {
  return useQuery({
    ...callQuery(mapCalls.detail, { id: mapId ?? '' }),
    enabled: ourId.test(mapId ?? '') && may(mapCalls.detail.allow),
    staleTime: 60_000,
    meta: { silent: true },
  });
}

import { videoRecordingCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';

/** The address that plays a recording. It is valid for some minutes, and is read again only when it no longer works. */
export function useRecordingAddress(id: string) {
  const { data, error, refetch } = useQuery({
    ...callQuery(videoRecordingCalls.address, { id }),
    staleTime: Infinity,
    gcTime: 0,
    meta: { silent: true },
  });
  return { url: data?.url ?? '', error: data ? null : error, renew: () => void refetch() };
}

import { videoCalls, videoTopic } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../../kit/api/api.ts';
import { useLive } from '../../kit/api/use-live.ts';

/** What the user may do with the cameras of a device, who watches them, and how far the server's clock is ahead of this one. */
export function useStanding(deviceId: string) {
  const input = { deviceId };
  useLive(videoTopic(deviceId), videoCalls.standing, input, (_old, standing) => standing);
  const query = useQuery({ ...callQuery(videoCalls.standing, input), meta: { silent: true } });
  return { ...query, serverAheadMs: useServerAhead(query.data?.at, query.dataUpdatedAt) };
}

/**
 * The server's time was read before the message travelled here, so the largest difference seen is the best one. A smaller
 * one would make pictures younger than they are.
 */
function useServerAhead(at: string | undefined, receivedMs: number): number {
  const [aheadMs, setAheadMs] = useState(-Infinity);
  const newestMs = at === undefined ? -Infinity : Date.parse(at) - receivedMs;
  useEffect(() => setAheadMs((known) => Math.max(known, newestMs)), [newestMs]);
  const largestMs = Math.max(aheadMs, newestMs);
  return Number.isFinite(largestMs) ? largestMs : 0;
}

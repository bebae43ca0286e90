import { shellCalls, shellTopic } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../kit/api/api.ts';
import { useLive } from '../../kit/api/use-live.ts';

/** Answers a push that was lost, for example of an approval that expired. */
const renewMs = 30_000;

/** The shell of a device and what the user may do with it, and how far the server's clock is ahead of this one. */
export function useShellStanding(deviceId: string) {
  const input = { deviceId };
  useLive(shellTopic(deviceId), shellCalls.standing, input, (_old, standing) => standing);
  const query = useQuery({
    ...callQuery(shellCalls.standing, input),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  const serverAheadMs = query.data ? Date.parse(query.data.at) - query.dataUpdatedAt : 0;
  return { ...query, serverAheadMs };
}

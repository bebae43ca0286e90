import { runCalls, type DeviceLive } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';

const silent = { meta: { silent: true } };

/** The current run of a device, otherwise its last one while the page was open. */
export function useDeviceRun(deviceId: string, live: DeviceLive) {
  const now = live.run?.value;
  const [lastRunId, setLastRunId] = useState<string | null>(null);
  if (now && now.runId !== lastRunId) setLastRunId(now.runId);
  const runs = { deviceId, open: true, pageSize: 1 };
  const allowed = may(runCalls.list.allow);
  // A run waits on the server before the robot reports it: the command must stay visible.
  const waiting = useQuery({ ...callQuery(runCalls.list, runs), enabled: allowed, ...silent }).data?.list[0];
  const id = now?.runId ?? waiting?.id ?? lastRunId;
  return useQuery({
    ...callQuery(runCalls.detail, { id: id ?? '' }),
    enabled: allowed && id !== null,
    ...silent,
  }).data;
}

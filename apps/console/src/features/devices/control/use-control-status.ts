import { deviceControlCalls, driveTopic, sharedTopic, type Output } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';
import { useLive } from '../../../kit/api/use-live.ts';

export type ControlStatus = Output<typeof deviceControlCalls.standing>;

const renewMs = 15_000;

/** The user's right to control and the current driver. Accounts with a share use a separate topic. */
export function useControlStatus(deviceId: string, shared: boolean) {
  const { standing } = deviceControlCalls;
  const input = { id: deviceId };
  useLive(shared ? null : driveTopic(deviceId), standing, input, (old, status) => ({ ...old, status }));
  useLive(shared ? sharedTopic(deviceId) : null, standing, input, (old, { drive }) =>
    drive ? { ...old, status: drive } : old,
  );
  return useQuery({
    ...callQuery(standing, input),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
}

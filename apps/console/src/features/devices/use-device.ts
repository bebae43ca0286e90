import {
  deviceCalls,
  deviceTopic,
  type DeviceChange,
  type DeviceLive,
  type Output,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../kit/api/api.ts';
import { useLive } from '../../kit/api/use-live.ts';

export type DeviceDetail = Output<typeof deviceCalls.detail>;

/** Alarms and rights come only with the call; live values of the robot are pushed between calls. */
const renewMs = 30_000;

/** One device, live while the page is open. */
export function useDevice(id: string) {
  useLive(deviceTopic(id), deviceCalls.detail, { id }, (old, { live }) => ({ ...old, live }));
  return useQuery({
    ...callQuery(deviceCalls.detail, { id }),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
}

/** The part of a live state that determines the device's state. */
export const outlineOf = (
  live: DeviceLive,
  alarms: readonly { level: number }[],
): Pick<DeviceChange, 'state' | 'mode' | 'paused' | 'alarmLevel'> => ({
  state: live.connection.state,
  mode: live.mode?.value.mode ?? null,
  paused: live.mode?.value.paused ?? false,
  alarmLevel: Math.max(0, ...alarms.map(({ level }) => level)),
});

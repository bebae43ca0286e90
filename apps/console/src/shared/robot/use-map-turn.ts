import { deviceSettingCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';

/** The rotation of a device's map on screens, in degrees; 0 without a rotation or without permission. */
export function useMapRotation(deviceId: string, capabilities: readonly string[]): number {
  const { data } = useQuery({
    ...callQuery(deviceSettingCalls.detail, { id: deviceId }),
    enabled: capabilities.includes('settings') && may(deviceSettingCalls.detail.allow),
    meta: { silent: true },
  });
  return data?.rotation ?? 0;
}

import { deviceSettingCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { reading } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';

/** How a device's map is turned on screens, degrees; 0 where nobody turned it or the reader may not know. */
export function useMapTurn(deviceId: string, capabilities: readonly string[]): number {
  const { data } = useQuery({
    ...reading(deviceSettingCalls.detail, { id: deviceId }),
    enabled: capabilities.includes('settings') && may(deviceSettingCalls.detail.allow),
    meta: { silent: true },
  });
  return data?.rotation ?? 0;
}

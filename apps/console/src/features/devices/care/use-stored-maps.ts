import { deviceMapCalls, type DeviceMapStatus } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';

const stored: ReadonlySet<DeviceMapStatus> = new Set(['IN_USE', 'ENABLED', 'DISABLED']);

/** The maps that a robot has stored; the one on which it stands comes first. */
export function useStoredMaps(deviceId: string) {
  const { data } = useQuery({
    ...callQuery(deviceMapCalls.list, { deviceId, pageSize: 50 }),
    enabled: may(deviceMapCalls.list.allow),
    meta: { silent: true },
  });
  return (data?.list ?? [])
    .filter(({ status }) => stored.has(status))
    .toSorted((a, b) => Number(b.status === 'IN_USE') - Number(a.status === 'IN_USE'));
}

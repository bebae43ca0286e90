import { deviceCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';

const pageSize = 50;

/** The nickname, or the serial number if there is none. */
export const deviceName = ({ nickname, sn }: { nickname: string; sn: string }) => nickname || sn;
const labelOf = (device: { nickname: string; sn: string }) =>
  device.nickname ? `${device.nickname} · ${device.sn}` : device.sn;

/** Options for a device select, narrowed by `search` on the server. They always include the device `chosen`. */
export function useDeviceChoices(chosen?: string) {
  const [keyword, setKeyword] = useState('');
  const allowed = may(deviceCalls.list.allow);
  const listQuery = useQuery({
    ...callQuery(deviceCalls.list, { keyword, page: 1, pageSize, sort: 'nickname' }),
    placeholderData: keepPreviousData,
    enabled: allowed,
  });
  const rows = listQuery.data?.list ?? [];
  const missing =
    chosen !== undefined && listQuery.data !== undefined && !rows.some(({ id }) => id === chosen);
  const chosenQuery = useQuery({
    ...callQuery(deviceCalls.detail, { id: chosen ?? '' }),
    enabled: allowed && missing,
    meta: { silent: true },
  });
  const devices = missing && chosenQuery.data ? [chosenQuery.data.device, ...rows] : rows;
  return {
    devices,
    options: devices.map((device) => ({ value: device.id, label: labelOf(device) })),
    search: setKeyword,
  };
}

import { deviceCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';

const offered = 50;

/** Nickname first; the serial number tells two of the same name apart. */
export const deviceName = ({ nickname, sn }: { nickname: string; sn: string }) => nickname || sn;
const labelOf = (device: { nickname: string; sn: string }) =>
  device.nickname ? `${device.nickname} · ${device.sn}` : device.sn;

/** Devices to choose from, narrowed by typing. `chosen` is always among them, however far down the list it stands. */
export function useDeviceChoices(chosen?: string) {
  const [keyword, setKeyword] = useState('');
  const allowed = may(deviceCalls.list.allow);
  const found = useQuery({
    ...reading(deviceCalls.list, { keyword, page: 1, pageSize: offered, sort: 'nickname' }),
    placeholderData: keepPreviousData,
    enabled: allowed,
  });
  const rows = found.data?.list ?? [];
  const missing = chosen !== undefined && found.data !== undefined && !rows.some(({ id }) => id === chosen);
  const one = useQuery({
    ...reading(deviceCalls.detail, { id: chosen ?? '' }),
    enabled: allowed && missing,
    meta: { silent: true },
  });
  const devices = missing && one.data ? [one.data.device, ...rows] : rows;
  return {
    devices,
    options: devices.map((device) => ({ value: device.id, label: labelOf(device) })),
    search: setKeyword,
  };
}

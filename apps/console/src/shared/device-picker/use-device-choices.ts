import { deviceCalls, type Device, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reading } from '../../kit/api/api.ts';

const offered = 50;

type Narrowed = Pick<Sent<typeof deviceCalls.list>, 'model' | 'companyId'>;

/** Devices to choose from, by nickname, narrowed by typing on the server. */
export function useDeviceChoices(narrowed: Narrowed = {}) {
  const [keyword, setKeyword] = useState('');
  const found = useQuery({
    ...reading(deviceCalls.list, { ...narrowed, ...(keyword && { keyword }), pageSize: offered }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const devices: Device[] = found.data?.list ?? [];
  return { devices, total: found.data?.total ?? 0, first: found.isPending, search: setKeyword, keyword };
}

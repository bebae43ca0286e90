import { deviceCalls, type Device, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../kit/api/api.ts';

const pageSize = 50;

type Narrowed = Pick<Sent<typeof deviceCalls.list>, 'model' | 'companyId' | 'binding'>;

/** Robots that can be reached by a transfer: one that was never activated has nothing to give. */
export const inService: Narrowed = { binding: 'ACTIVATED' };

/** Searches devices on the server. Returns the first 50 matches and the total. */
export function useDeviceSearch(narrowed: Narrowed = {}) {
  const [keyword, setKeyword] = useState('');
  const query = useQuery({
    ...callQuery(deviceCalls.list, { ...narrowed, ...(keyword && { keyword }), pageSize }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const devices: Device[] = query.data?.list ?? [];
  return { devices, total: query.data?.total ?? 0, first: query.isPending, search: setKeyword, keyword };
}

import type { Call, Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';

const renewMs = 60_000;

/** A read of the data board: renewed every minute; the previous answer stays while a new one is read or cannot be read. */
export const useBoardQuery = <C extends Call>(call: C, input: Sent<C>) =>
  useQuery({
    ...callQuery(call, input),
    placeholderData: keepPreviousData,
    refetchInterval: renewMs,
    meta: { silent: true },
  });

import type { Call, Output, Sent } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callQuery } from '../api/api.ts';
import { session } from '../api/session.ts';
import { keepAnswer, keptAnswer } from './kept-answers.ts';
import { useOnline } from './use-online.ts';

/** The name under which the answer of a call is kept. */
export const keptNameOf = <C extends Call>(call: C, input: Sent<C>) =>
  `${call.path} ${JSON.stringify(input)}`;

/**
 * A read whose last answer is kept on this browser. Until the network answers, and without a network, the kept answer is shown;
 * `keptAt` then says when it was read.
 */
export function useKeptQuery<C extends Call>(
  call: C,
  input: Sent<C>,
  refetchInterval: number,
  enabled = true,
) {
  const owner = session.user()?.userId ?? '';
  const name = keptNameOf(call, input);
  const query = useQuery({ ...callQuery(call, input), refetchInterval, enabled, meta: { silent: true } });
  const { data, dataUpdatedAt, isError, fetchStatus } = query;
  const [kept, setKept] = useState<{ name: string; answer?: Output<C>; at?: string }>();
  useEffect(() => {
    let open = true;
    void keptAnswer<Output<C>>(owner, name).then((found) => open && setKept({ name, ...found }));
    return () => {
      open = false;
    };
  }, [owner, name]);
  useEffect(() => {
    // A viewer of another account leaves none of its data on his computer.
    if (dataUpdatedAt > 0 && !session.user()?.viewer)
      void keepAnswer(owner, name, data, new Date(dataUpdatedAt).toISOString());
  }, [owner, name, data, dataUpdatedAt]);
  const found = kept?.name === name ? kept : undefined;
  const isOnline = useOnline();
  const isStale = isError || fetchStatus === 'paused' || !isOnline;
  const readAt = data ? new Date(dataUpdatedAt).toISOString() : found?.at;
  return {
    data: data ?? found?.answer,
    /** Null while the network answers. */
    keptAt: (data === undefined || isStale) && readAt !== undefined ? readAt : null,
    error: query.error,
    /** Whether both sources have been asked. */
    isRead: data !== undefined || (found !== undefined && (isStale || fetchStatus === 'idle')),
    refetch: () => void query.refetch(),
  };
}

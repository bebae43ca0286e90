import type { Call, Output, Sent } from '@sweepline/contract';
import { useEffect, useState } from 'react';
import { send } from '../../kit/api/api.ts';

interface Read<T> {
  data?: T;
  error?: Error;
  retry: () => void;
}

/** One read of a page without the query cache, which the console loads behind the sign-in. */
export function useRead<C extends Call>(call: C, input: Sent<C>): Read<Output<C>> {
  const [answer, setAnswer] = useState<{ data?: Output<C>; error?: Error }>({});
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify(input);
  useEffect(() => {
    const abort = new AbortController();
    send(call, JSON.parse(key) as Sent<C>, { signal: abort.signal, quiet: true }).then(
      (data) => setAnswer({ data }),
      (error: Error) => {
        if (!abort.signal.aborted) setAnswer({ error });
      },
    );
    return () => abort.abort();
  }, [call, key, attempt]);
  return { ...answer, retry: () => setAttempt((count) => count + 1) };
}

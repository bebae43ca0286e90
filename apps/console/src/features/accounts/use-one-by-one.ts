import type { accountCalls } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../kit/api.ts';

export type Outcome = { done: true } | { done: false; reason: string };
type Call = (typeof accountCalls)['enable' | 'disable' | 'remove'];

/** Each account by a call of its own: a list of ids is all or nothing, and one that is refused must not keep the others. */
export function useOneByOne(call: Call, rows: readonly { id: string }[]) {
  const cache = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [state, setState] = useState<'first' | 'busy' | 'over'>('first');

  const start = async () => {
    setState('busy');
    for (const { id } of rows) {
      const outcome = await send(call, { ids: [id] }, { quiet: true }).then(
        (): Outcome => ({ done: true }),
        (error: Error): Outcome => ({ done: false, reason: error.message }),
      );
      setOutcomes((known) => new Map(known).set(id, outcome));
    }
    setState('over');
    await cache.invalidateQueries({ queryKey: [call.family] });
  };
  return { outcomes, state, start };
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

export type Outcome = { done: true } | { done: false; reason: string };

/** Each row by a call of its own: a list of ids is all or nothing, and one that is refused must not keep the others. */
export function useOneByOne<R extends { id: string }>(
  rows: readonly R[],
  run: (row: R) => Promise<unknown>,
  family: string,
) {
  const cache = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [state, setState] = useState<'first' | 'busy' | 'over'>('first');

  const start = async () => {
    setState('busy');
    for (const row of rows) {
      const outcome = await run(row).then(
        (): Outcome => ({ done: true }),
        (error: Error): Outcome => ({ done: false, reason: error.message }),
      );
      setOutcomes((known) => new Map(known).set(row.id, outcome));
    }
    setState('over');
    await cache.invalidateQueries({ queryKey: [family] });
  };
  return { outcomes, state, start };
}

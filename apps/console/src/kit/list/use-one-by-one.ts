import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

export type Outcome = { done: true } | { done: false; reason: string };

/** Makes one call per row. A single call for all rows would fail as a whole if one row is refused. */
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
      setOutcomes((previous) => new Map(previous).set(row.id, outcome));
    }
    setState('over');
    await cache.invalidateQueries({ queryKey: [family] });
  };
  return { outcomes, state, start };
}

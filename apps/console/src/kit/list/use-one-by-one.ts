import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** The result for one row. `tried` is false for a row that was left out before the start. */
export type Outcome = { done: true } | { done: false; reason: string; tried: boolean };

interface Work<R> {
  rows: readonly R[];
  run: (row: R) => Promise<unknown>;
  /** Why the action is impossible for a row; such a row is left out. */
  obstacleOf: (row: R) => string | undefined;
  family: string;
}

/** Makes one call per row. A single call for all rows would fail as a whole if one row is refused. */
export function useOneByOne<R extends { id: string }>({ rows, run, obstacleOf, family }: Work<R>) {
  const cache = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [state, setState] = useState<'first' | 'busy' | 'over'>('first');
  const obstacles = leftOut(rows, obstacleOf);

  const start = async () => {
    // The rows are live: an action changes the state of its row, so the obstacles are those of the start.
    setOutcomes(obstacles);
    setState('busy');
    for (const row of rows.filter(({ id }) => !obstacles.has(id))) {
      const outcome = await run(row).then(
        (): Outcome => ({ done: true }),
        (error: Error): Outcome => ({ done: false, reason: error.message, tried: true }),
      );
      setOutcomes((previous) => new Map(previous).set(row.id, outcome));
    }
    setState('over');
    await cache.invalidateQueries({ queryKey: [family] });
  };
  const results = state === 'first' ? obstacles : outcomes;
  const left = [...results.values()].filter((outcome) => !outcome.done && !outcome.tried).length;
  return { outcomes: results, able: rows.length - left, state, start };
}

const leftOut = <R extends { id: string }>(rows: readonly R[], obstacleOf: Work<R>['obstacleOf']) =>
  new Map<string, Outcome>(
    rows.flatMap((row) => {
      const reason = obstacleOf(row);
      return reason === undefined ? [] : [[row.id, { done: false, reason, tried: false }] as const];
    }),
  );

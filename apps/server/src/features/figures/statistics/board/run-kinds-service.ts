import { runKinds } from '@sweepline/contract';
import type { Tx } from '../../../../platform/db/db.ts';
import { readSource, type BoardFilter } from './board-query.ts';

type Ends = Record<'succeeded' | 'interrupted' | 'failed', number>;

/** The ended runs of a period by kind; a kind without runs has zeros. */
export async function readRunKinds(db: Tx, now: Date, filter: BoardFilter) {
  const rows = await readSource<Ends>(db, now, 'runs', filter, 'd.kind');
  return runKinds.map((kind) => {
    const row = rows.find(({ key }) => key === kind);
    const { succeeded = 0, interrupted = 0, failed = 0 } = row ?? {};
    return { kind, runs: succeeded + interrupted + failed, succeeded, interrupted, failed };
  });
}

import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { trimErrors } from './error-collector.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Drops errors that did not come back within the days they are kept, each hour until stopped. */
export function keepErrors(
  db: Db,
  now: Clock,
  days: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let turn = Promise.resolve();
  const work = () => {
    turn = trimErrors(db, new Date(now().getTime() - days * dayMs).toISOString()).catch(onError);
  };
  work();
  const timer = setInterval(work, hourMs);
  return async () => {
    clearInterval(timer);
    await turn;
  };
}

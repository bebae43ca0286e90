import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';

const batch = 1_000;

/** Gives committed events their places. PostgreSQL lets one process do so at a time. Returns how many events got one. */
export async function placeEvents(db: Db): Promise<number> {
  for (let total = 0; ;) {
    const [row] = await inScope(db, '*', (tx) =>
      tx.raw<{ placed: number }>('select place_api_events($1::integer) as placed', [batch]),
    );
    const placed = row?.placed ?? 0;
    total += placed;
    if (placed < batch) return total;
  }
}

export const eventPlaceJob = (db: Db): Job => ({
  name: 'events.place',
  everySeconds: 1,
  mayOverlap: true,
  run: () => placeEvents(db),
});

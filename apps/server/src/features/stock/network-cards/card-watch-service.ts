import { asc, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { OperatorRefusal, type SimOperator } from './sim-operator-service.ts';
import { storeOperatorCards } from './network-card-service.ts';
import { networkCards } from './network-card-table.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';

/** Maximum age of the operator's data. Operators update their counts every quarter of an hour at best. */
const maxAgeMs = 10 * 60_000;
const batchSize = 200;

/** Requests the operator's data of the cards with the oldest data. Returns true if more cards are due. */
export async function askOperator(db: Db, operator: SimOperator, now: Clock): Promise<boolean> {
  const at = now().toISOString();
  const before = new Date(now().getTime() - maxAgeMs).toISOString();
  const due = await inScope(db, '*', async (tx) => {
    const rows = await tx
      .select({ id: networkCards.id, iccid: networkCards.iccid })
      .from(networkCards)
      .where(or(isNull(networkCards.askedAt), lt(networkCards.askedAt, before)))
      .orderBy(asc(networkCards.askedAt))
      .limit(batchSize)
      .for('update', { skipLocked: true });
    const ids = rows.map(({ id }) => id);
    // Set before the answer, so that a failing operator is not asked again immediately.
    if (ids.length > 0)
      await tx.update(networkCards).set({ askedAt: at }).where(inArray(networkCards.id, ids));
    return rows;
  });
  if (due.length === 0) return false;
  const cards = await operator.cards(due.map(({ iccid }) => iccid));
  await inScope(db, '*', (tx) => storeOperatorCards(tx, cards, now().toISOString()));
  return due.length === batchSize;
}

async function askAll(db: Db, operator: SimOperator, now: Clock): Promise<void> {
  while (await askOperator(db, operator, now));
}

/** Refreshes the operator's data of cards. Runs take row locks. */
export const cardRefreshJob = (
  db: Db,
  operator: SimOperator,
  now: Clock,
  onRefusal: (refusal: OperatorRefusal) => void,
): Job => ({
  name: 'cards.refresh',
  everySeconds: 20,
  mayOverlap: true,
  run: () =>
    askAll(db, operator, now).catch((error: unknown) => {
      // An operator that is unavailable is not a failure of this job.
      if (!(error instanceof OperatorRefusal)) throw error;
      onRefusal(error);
    }),
});

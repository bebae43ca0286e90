import { asc, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { repeatedly } from '../../platform/runtime/repeatedly.ts';
import type { SimOperator } from '../../robots/sim-operator/sim-operator-service.ts';
import { storeOperatorCards } from './network-card-service.ts';
import { networkCards } from './network-card-table.ts';

const intervalMs = 20_000;
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

/** Refreshes the operator's data of cards until stopped. */
export const startCardNotifier = (
  db: Db,
  operator: SimOperator,
  now: Clock,
  onError: (error: unknown) => void,
) => repeatedly(() => askAll(db, operator, now), { everyMs: intervalMs, firstMs: intervalMs }, onError);

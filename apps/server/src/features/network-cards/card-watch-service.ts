import { asc, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { repeatedly } from '../../platform/runtime/repeatedly.ts';
import type { SimOperator } from '../../robots/sim-operator/sim-operator-service.ts';
import { storeOperatorCards } from './network-card-service.ts';
import { networkCards } from './network-card-table.ts';

const lookMs = 20_000;
/** So old may be what we know. Operators count by the quarter of an hour at best. */
const againMs = 10 * 60_000;
const atOnce = 200;

/** Asks the operator about the cards that were not asked about for the longest; true when there are more of them. */
export async function askOperator(db: Db, operator: SimOperator, now: Clock): Promise<boolean> {
  const at = now().toISOString();
  const before = new Date(now().getTime() - againMs).toISOString();
  const due = await inScope(db, '*', async (tx) => {
    const rows = await tx
      .select({ id: networkCards.id, iccid: networkCards.iccid })
      .from(networkCards)
      .where(or(isNull(networkCards.askedAt), lt(networkCards.askedAt, before)))
      .orderBy(asc(networkCards.askedAt))
      .limit(atOnce)
      .for('update', { skipLocked: true });
    const ids = rows.map(({ id }) => id);
    // Before the answer: an operator that fails is not asked again at once.
    if (ids.length > 0)
      await tx.update(networkCards).set({ askedAt: at }).where(inArray(networkCards.id, ids));
    return rows;
  });
  if (due.length === 0) return false;
  const told = await operator.cards(due.map(({ iccid }) => iccid));
  await inScope(db, '*', (tx) => storeOperatorCards(tx, told, now().toISOString()));
  return due.length === atOnce;
}

async function askAll(db: Db, operator: SimOperator, now: Clock): Promise<void> {
  while (await askOperator(db, operator, now));
}

/** Keeps what we know of cards fresh until stopped. */
export const startCardNotifier = (
  db: Db,
  operator: SimOperator,
  now: Clock,
  onError: (error: unknown) => void,
) => repeatedly(() => askAll(db, operator, now), { everyMs: lookMs, firstMs: lookMs }, onError);

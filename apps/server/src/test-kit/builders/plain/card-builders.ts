import { networkCardDays, networkCards } from '../../../features/stock/network-cards/network-card-table.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { companyIds } from '../../people.ts';

/** Builders of SIM cards, each with one day of usage, so that a leak of it is detected. */
export function cardBuilders(db: Db, now: Clock) {
  let count = 0;
  return {
    aNetworkCard: (overrides: Partial<typeof networkCards.$inferInsert> = {}) =>
      inScope(db, '*', async (tx) => {
        const at = now().toISOString();
        const [card] = await tx
          .insert(networkCards)
          .values({
            companyId: companyIds.mall,
            iccid: String(89_860_000_000_000_000n + BigInt(++count)),
            createdAt: at,
            updatedAt: at,
            updatedBy: 'test',
            ...overrides,
          })
          .returning();
        await tx.insert(networkCardDays).values({
          cardId: card!.id,
          companyId: card!.companyId,
          day: at.slice(0, 10),
          kind: 'MESSAGES',
          bytes: 1000,
        });
        return card!;
      }),
  };
}

import { serviceLevels } from '../../../apps/server/src/entities/service/service-level-table.ts';
import { workOrders } from '../../../apps/server/src/entities/service/work-order-table.ts';
import { clockOf } from '../../../apps/server/src/features/service/levels/order-clock-rules.ts';
import { readingOf } from '../../../apps/server/src/features/service/levels/order-clock-service.ts';
import {
  placeClocksOf,
  placeKey,
} from '../../../apps/server/src/features/service/levels/service-level-read-service.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { eq } from 'drizzle-orm';
import { serviceLevelCalls } from '@sweepline/contract';
import { inputOf } from '../../contract-values.ts';

const hours = (count: number) => count * 60;

/** The service levels of the provider, which all companies inherit, and the clocks of the orders that they give. */
export async function buildServiceLevels(db: Tx, now: () => Date, companyId: string): Promise<void> {
  const at = now().toISOString();
  const { choices } = inputOf(serviceLevelCalls.set, {
    companyId,
    version: 0,
    choices: {
      general: { respondMinutes: hours(8), resolveMinutes: hours(24) },
      serious: { respondMinutes: hours(4), resolveMinutes: hours(16) },
      fatal: { respondMinutes: hours(2), resolveMinutes: hours(8) },
      hours: { windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '20:00' }], timezone: null },
    },
  });
  await db.insert(serviceLevels).values({ companyId, ...choices, updatedAt: at, updatedBy: 'admin' });
  const orders = await db.select().from(workOrders);
  const clocks = await placeClocksOf(db, orders);
  for (const order of orders) {
    const clock = clocks.get(placeKey(order))!;
    await db
      .update(workOrders)
      .set({ ...clockOf(readingOf(order, clock, [], false)), clockKey: clock.key })
      .where(eq(workOrders.id, order.id));
  }
}

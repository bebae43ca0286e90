import type { Tx } from '../../../../platform/db/db.ts';
import type { Clock } from '../../../../platform/runtime/clock.ts';
import { alarmOrders } from './alarm-order-table.ts';

/** Links an alarm with its order in the transaction that makes the order, so that a killed server leaves neither or both. */
export const rememberAlarm = async (
  { db, now }: { db: Tx; now: Clock },
  { id: alarmId, companyId }: { id: string; companyId: string },
  orderId: string,
): Promise<void> => {
  await db
    .insert(alarmOrders)
    .values({ companyId, alarmId, orderId, at: now().toISOString() })
    .onConflictDoNothing();
};

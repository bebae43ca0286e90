import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { workOrders } from './work-order-table.ts';

/** Times in which the clock of an order stood: it waited, or it was resolved and reopened later. */
export const workOrderPauses = ownedTable(
  'work_order_pauses',
  {
    orderId: uuid()
      .notNull()
      .references(() => workOrders.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['WAITING', 'RESOLVED'] }).notNull(),
    startedAt: moment().notNull(),
    /** Null while the clock stands. */
    endedAt: moment(),
  },
  (table) => [
    index('work_order_pauses_order').on(table.orderId, table.startedAt),
    index('work_order_pauses_company').on(table.companyId),
    uniqueIndex('work_order_pauses_open')
      .on(table.orderId)
      .where(sql`${table.endedAt} is null`),
  ],
);
export type PauseRow = typeof workOrderPauses.$inferSelect;

import { index, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { workOrders } from '../../../../entities/service/work-order-table.ts';
import { moment, ownedTable } from '../../../../platform/db/columns.ts';

/** The order that an alarm led to. An alarm with a row makes no order by itself again, also when that order is resolved. */
export const alarmOrders = ownedTable(
  'alarm_orders',
  {
    alarmId: uuid()
      .notNull()
      .references(() => alarms.id, { onDelete: 'cascade' }),
    orderId: uuid()
      .notNull()
      .references(() => workOrders.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('alarm_orders_alarm').on(table.alarmId),
    index('alarm_orders_order').on(table.orderId),
    index('alarm_orders_company').on(table.companyId),
  ],
);

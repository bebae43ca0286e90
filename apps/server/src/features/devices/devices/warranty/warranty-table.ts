import { index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../../platform/db/columns.ts';
import { devices } from '../../../../entities/devices/device-table.ts';

/** The history of a device's warranty: a set period or added months. */
export const warrantyChanges = ownedTable(
  'warranty_changes',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    by: text().notNull(),
    /** Null for a set period. */
    months: integer(),
    fromDay: moment(),
    untilDay: moment().notNull(),
    note: text().notNull().default(''),
  },
  (table) => [index('warranty_changes_device').on(table.deviceId, table.at)],
);

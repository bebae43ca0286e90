import { uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { devices } from '../../../entities/devices/device-table.ts';
import { moment, ownedTable } from '../../../platform/db/columns.ts';

/** Outages that were reported, until they end. */
export const toldOutages = ownedTable(
  'told_outages',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    since: moment().notNull(),
  },
  (table) => [uniqueIndex('told_outages_device').on(table.deviceId)],
);

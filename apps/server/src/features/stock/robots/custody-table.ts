import { sql } from 'drizzle-orm';
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { custodyActs } from '@sweepline/contract';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { devices } from '../../../entities/devices/device-table.ts';

/**
 * The owners of a device with their periods. The PostgreSQL trigger `device_custody` adds a row when a device is
 * created or its company changes, so the history has no gap. The program adds the act.
 */
export const custodies = ownedTable(
  'device_custody',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** The name of the company at that time. */
    companyName: text().notNull(),
    since: moment().notNull(),
    until: moment(),
    act: text({ enum: custodyActs }).notNull(),
    by: text().notNull(),
  },
  (table) => [
    index('device_custody_device').on(table.deviceId, table.since),
    uniqueIndex('device_custody_holder')
      .on(table.deviceId)
      .where(sql`${table.until} is null`),
  ],
);

import { sql } from 'drizzle-orm';
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { custodyActs } from '@sweepline/contract';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { devices } from '../devices/device-table.ts';

/**
 * Who held a device from when to when. PostgreSQL adds a row whenever a device is made or its company changes (the trigger
 * `device_custody` of the migration), so the chain has no gap whoever moves it; the act says more where it is known.
 */
export const custodies = ownedTable(
  'device_custody',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** As it was called then. */
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

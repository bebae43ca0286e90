import { index, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** What happened to a device: came online, went offline and why, changed its mode. */
export const deviceEvents = ownedTable(
  'device_events',
  {
    deviceId: uuid().notNull(),
    at: moment().notNull(),
    /** CONNECTION or MODE. */
    kind: text().notNull(),
    before: text().notNull(),
    after: text().notNull(),
    /** Why the connection ended, or ILLEGAL for a mode change outside the table of 2.3. */
    detail: text().notNull().default(''),
  },
  (table) => [index('device_events_device').on(table.deviceId, table.at)],
);

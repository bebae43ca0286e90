import { index, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Events of a device: changes of its connection and its mode. */
export const deviceEvents = ownedTable(
  'device_events',
  {
    deviceId: uuid().notNull(),
    at: moment().notNull(),
    /** CONNECTION or MODE. */
    kind: text().notNull(),
    before: text().notNull(),
    after: text().notNull(),
    /**
     * The reason for the end of the connection, or ILLEGAL for a mode change that docs/protocol/telemetry.md#modes
     * excludes.
     */
    detail: text().notNull().default(''),
  },
  (table) => [index('device_events_device').on(table.deviceId, table.at)],
);

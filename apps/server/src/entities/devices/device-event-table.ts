import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment, tenantPolicy } from '../../platform/db/columns.ts';
import { newId } from '../../platform/runtime/ids.ts';

/** Events of a device: changes of its connection and its mode. In partitions by month. */
export const deviceEvents = pgTable(
  'device_events',
  {
    id: uuid().notNull().$defaultFn(newId),
    companyId: uuid().notNull(),
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
  (table) => [tenantPolicy(), primaryKey({ columns: [table.deviceId, table.at, table.id, table.companyId] })],
);

import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { tenantPolicy, moment } from '../../platform/db/columns.ts';
import { newId } from '../../platform/runtime/ids.ts';

/** Rejected messages with their reason and their first 4 KB, in partitions by day. `companyId` is null for an unknown sender. */
export const deadLetters = pgTable(
  'dead_letters',
  {
    id: uuid().notNull().$defaultFn(newId),
    companyId: uuid(),
    deviceId: uuid(),
    at: moment().notNull(),
    topic: text().notNull(),
    sn: text().notNull(),
    reason: text().notNull(),
    detail: text().notNull(),
    bytes: integer().notNull(),
    /** Base64 of the first 4 KB. */
    head: text().notNull(),
  },
  (table) => [
    tenantPolicy(),
    primaryKey({ columns: [table.id, table.at] }),
    index('dead_letters_at').on(table.at),
    index('dead_letters_reason').on(table.reason, table.at),
  ],
);

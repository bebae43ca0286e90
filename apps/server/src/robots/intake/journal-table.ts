import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/columns.ts';

/** Durable messages already stored, by device. A repeated message is acknowledged again and not processed. */
export const journalIds = pgTable(
  'journal_ids',
  {
    deviceId: uuid().notNull(),
    msgId: uuid().notNull(),
    receivedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.msgId] }),
    index('journal_ids_received').on(table.receivedAt),
  ],
);

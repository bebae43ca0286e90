import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../../platform/db/columns.ts';

/**
 * Durable messages already stored, by device. A repeated message is acknowledged again and not processed. Partitioned by the
 * day in the id (docs/decisions/0046-history-partitions.md).
 */
export const journalIds = pgTable(
  'journal_ids',
  {
    deviceId: uuid().notNull(),
    msgId: uuid().notNull(),
    receivedAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.msgId] }),
    index('journal_ids_received').using('brin', table.receivedAt),
  ],
);

import { bigint, integer, text, unique } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Whether the robots of a company send the logs around their alarms by themselves; one row for a company that decided. */
export const logCollections = ownedTable(
  'log_collections',
  {
    /** Alarms from this effective level on; null for none. */
    minLevel: integer(),
    /** Of one robot in 24 hours. */
    dailyBytes: bigint({ mode: 'number' }).notNull(),
    version: integer().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [unique('log_collections_company').on(table.companyId)],
);

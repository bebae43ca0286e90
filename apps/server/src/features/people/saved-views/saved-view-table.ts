import { text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { accounts } from '../../../entities/people/account-table.ts';

/** A saved query of a list. It is private to its account and deleted with it. */
export const savedViews = ownedTable(
  'saved_views',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Address of the list. */
    page: text().notNull(),
    name: text().notNull(),
    query: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.accountId, table.page, table.name)],
);

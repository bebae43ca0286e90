import { text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { accounts } from '../accounts/account-table.ts';

/** How somebody likes to look at a list. Theirs alone, and gone with them. */
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

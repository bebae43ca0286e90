import { text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { accounts } from '../../../entities/people/account-table.ts';

/** A page or a saved view at the top of an account's menu. It is private to the account and deleted with it. */
export const menuPins = ownedTable(
  'menu_pins',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    page: text().notNull(),
    query: text().notNull(),
    /** Name of the view; empty for the page itself. */
    name: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [uniqueIndex('menu_pins_place').on(table.accountId, table.page, table.query)],
);

import { uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../../../entities/people/account-table.ts';
import { moment, ownedTable } from '../../../platform/db/columns.ts';

/** The accounts that hid the list of first steps on their home. */
export const hiddenStarts = ownedTable(
  'hidden_starts',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull(),
  },
  (table) => [uniqueIndex('hidden_starts_once').on(table.accountId)],
);

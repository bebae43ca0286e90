import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../../../entities/people/account-table.ts';
import { moment, ownedTable } from '../../../platform/db/columns.ts';

/** A need that an account hid from its own list until a moment. The company is that of the account. */
export const needSnoozes = ownedTable(
  'need_snoozes',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Made of kind and record: see the contract. */
    needId: text().notNull(),
    until: moment().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [uniqueIndex('need_snoozes_once').on(table.accountId, table.needId)],
);

/** The account that takes care of a need. The company is that of the record, so everyone who sees the record sees the hand-over. */
export const needHandOvers = ownedTable(
  'need_hand_overs',
  {
    needId: text().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    handedAt: moment().notNull(),
    /** The account that handed it over. */
    handedBy: text().notNull(),
  },
  (table) => [
    // By company too: after a sale, the row of the seller is out of the sight of the buyer.
    uniqueIndex('need_hand_overs_once').on(table.companyId, table.needId),
    index('need_hand_overs_account').on(table.accountId),
    index('need_hand_overs_company').on(table.companyId, table.handedAt),
  ],
);

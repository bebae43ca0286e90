import { chatApps } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { accounts } from '../../../entities/people/account-table.ts';

/** Users of messaging apps with their accounts. An ended link remains for the history. */
export const chatUsers = ownedTable(
  'chat_users',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    app: text({ enum: chatApps }).notNull(),
    externalId: text().notNull(),
    name: text().notNull(),
    /** SHA-256 of the secret with which the app ends the link. */
    secretHash: text().notNull(),
    linkedAt: moment().notNull(),
    unlinkedAt: moment(),
    unlinkedBy: text(),
  },
  (table) => [
    // A user of an app is linked to one account at a time.
    uniqueIndex('chat_users_linked')
      .on(table.app, table.externalId)
      .where(sql`${table.unlinkedAt} is null`),
    uniqueIndex('chat_users_secret').on(table.secretHash),
    index('chat_users_account').on(table.accountId),
    index('chat_users_company').on(table.companyId, table.linkedAt),
  ],
);

/** One code per account: a new one replaces the earlier one. */
export const chatLinkCodes = ownedTable(
  'chat_link_codes',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('chat_link_codes_account').on(table.accountId),
    uniqueIndex('chat_link_codes_code').on(table.codeHash),
  ],
);

import { sql } from 'drizzle-orm';
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { accounts } from './account-table.ts';

const endings = [
  'LOGOUT',
  'KICKED',
  'SIGNED_OUT',
  'EXPIRED',
  'DISABLED',
  'FROZEN',
  'RESET',
  'DELETED',
  'PASSWORD',
  'BY_ADMINISTRATOR',
] as const;
export type EndedBecause = (typeof endings)[number];

/** Live and ended sessions. Ended ones remain for a while, so that their tokens are refused with the reason. */
export const sessions = ownedTable(
  'sessions',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token. The token itself is not stored. */
    tokenHash: text().notNull(),
    createdAt: moment().notNull(),
    lastSeenAt: moment().notNull(),
    endedAt: moment(),
    endedBecause: text({ enum: endings }),
    address: text().notNull(),
    /** The user agent of the browser. */
    agent: text().notNull().default(''),
    /** The viewed account of a view. A view is read-only and belongs to the viewer. */
    viewedId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('sessions_token').on(table.tokenHash),
    // The database ensures one live session per account: of two concurrent logins one ends the other.
    uniqueIndex('sessions_one_live')
      .on(table.accountId)
      .where(sql`${table.endedAt} is null and ${table.viewedId} is null`),
    index('sessions_account').on(table.accountId, table.createdAt),
    index('sessions_created').on(table.createdAt),
  ],
);

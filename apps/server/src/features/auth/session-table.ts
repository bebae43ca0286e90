import { sql } from 'drizzle-orm';
import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { accounts } from '../accounts/account-table.ts';

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
] as const;
export type EndedBecause = (typeof endings)[number];

/** Sessions, live and ended. An ended one is kept for a while so that its token can be told why. */
export const sessions = ownedTable(
  'sessions',
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token; the token itself is nowhere. */
    tokenHash: text().notNull(),
    createdAt: moment().notNull(),
    lastSeenAt: moment().notNull(),
    endedAt: moment(),
    endedBecause: text({ enum: endings }),
    address: text().notNull(),
    /** What the browser says it is. */
    agent: text().notNull().default(''),
    /** An administrator looks through this account's eyes; such a session reads and nothing else, and belongs to who looks. */
    viewedId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('sessions_token').on(table.tokenHash),
    // One live session per account, kept by the database: of two logins at once one ends the other.
    uniqueIndex('sessions_one_live')
      .on(table.accountId)
      .where(sql`${table.endedAt} is null and ${table.viewedId} is null`),
    index('sessions_account').on(table.accountId, table.createdAt),
    index('sessions_created').on(table.createdAt),
  ],
);

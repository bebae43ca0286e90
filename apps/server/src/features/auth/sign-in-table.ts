import { signInKinds } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable, programPolicy } from '../../platform/db/columns.ts';
import { accounts } from '../accounts/account-table.ts';

const ofAccount = () =>
  uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** What became of an account's sign-ins: kept half a year, shown to its owner. */
export const signIns = ownedTable(
  'sign_ins',
  {
    accountId: ofAccount(),
    kind: text({ enum: signInKinds }).notNull(),
    at: moment().notNull(),
    lastAt: moment().notNull(),
    times: integer().notNull().default(1),
    /** Empty when it came from several. */
    address: text().notNull(),
    /** What the browser says it is. */
    agent: text().notNull(),
    /** Happenings with the same key are one row and counted: a flood of guesses must not become a flood of rows. */
    mergeKey: text(),
  },
  (table) => [
    uniqueIndex('sign_ins_merge')
      .on(table.accountId, table.mergeKey)
      .where(sql`${table.mergeKey} is not null`),
    index('sign_ins_account').on(table.accountId, table.lastAt),
    index('sign_ins_last').on(table.lastAt),
  ],
);

/** From where an account signed in before: such a browser or address is heard while strangers guess. */
export const knownPlaces = ownedTable(
  'known_places',
  {
    accountId: ofAccount(),
    kind: text({ enum: ['DEVICE', 'ADDRESS'] }).notNull(),
    /** SHA-256 with the account in it: neither the browser's secret nor who shares one can be read from it. */
    hash: text().notNull(),
    lastAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('known_places_hash').on(table.accountId, table.hash),
    index('known_places_last').on(table.lastAt),
  ],
);

/** Attempts that failed, by lane: what every process of an installation counts together. */
export const loginRateLimits = pgTable(
  'login_rate_limits',
  {
    /** SHA-256 of the lane's name and whom it is about: neither a name that was typed nor an address can be read from it. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    at: moment().notNull(),
  },
  (table) => [programPolicy(), index('login_rate_limits_at').on(table.at)],
);

/** A login whose password was right and that waits for the word to end the session elsewhere. */
export const loginConfirms = ownedTable(
  'login_confirms',
  {
    accountId: ofAccount(),
    /** SHA-256 of the token; the token itself is nowhere. */
    tokenHash: text().notNull(),
    expiresAt: moment().notNull(),
    /** The place to remember when it is confirmed. */
    deviceHash: text(),
  },
  (table) => [
    uniqueIndex('login_confirms_token').on(table.tokenHash),
    index('login_confirms_account').on(table.accountId),
  ],
);

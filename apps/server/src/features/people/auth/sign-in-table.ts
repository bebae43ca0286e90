import { signInKinds } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable, programPolicy } from '../../../platform/db/columns.ts';
import { accounts } from '../../../entities/people/account-table.ts';

const ofAccount = () =>
  uuid()
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** The history of an account's sign-ins: stored for half a year and shown to its owner. */
export const signIns = ownedTable(
  'sign_ins',
  {
    accountId: ofAccount(),
    kind: text({ enum: signInKinds }).notNull(),
    at: moment().notNull(),
    lastAt: moment().notNull(),
    times: integer().notNull().default(1),
    /** Empty for attempts from several addresses. */
    address: text().notNull(),
    /** The user agent of the browser. */
    agent: text().notNull(),
    /** Entries with the same key are one row with a count, so that a flood of guesses stays a few rows. */
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

/** Browsers and addresses of earlier sign-ins. They have their own rate limits during a flood of guesses. */
export const knownPlaces = ownedTable(
  'known_places',
  {
    accountId: ofAccount(),
    kind: text({ enum: ['DEVICE', 'ADDRESS'] }).notNull(),
    /**
     * SHA-256 that includes the account id: it reveals neither the browser's secret nor accounts that share a browser.
     */
    hash: text().notNull(),
    lastAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('known_places_hash').on(table.accountId, table.hash),
    index('known_places_last').on(table.lastAt),
  ],
);

/** Failed attempts per rate limit and key, counted over all processes of an installation. */
export const loginRateLimits = pgTable(
  'login_rate_limits',
  {
    /** SHA-256 of the name and key of the limit: it reveals neither a username nor an address. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    at: moment().notNull(),
  },
  (table) => [programPolicy(), index('login_rate_limits_at').on(table.at)],
);

/** A login with the right password that waits for the confirmation to end the other session. */
export const loginConfirms = ownedTable(
  'login_confirms',
  {
    accountId: ofAccount(),
    /** SHA-256 of the token. The token itself is not stored. */
    tokenHash: text().notNull(),
    expiresAt: moment().notNull(),
    /** The browser to store as a known place at the confirmation. */
    deviceHash: text(),
  },
  (table) => [
    uniqueIndex('login_confirms_token').on(table.tokenHash),
    index('login_confirms_account').on(table.accountId),
  ],
);

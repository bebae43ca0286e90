import { sql } from 'drizzle-orm';
import { accountKinds, type Profile } from '@sweepline/contract';
import { boolean, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { weekdayDocument } from '../../platform/db/weekday-columns.ts';
import { searchIndex } from '../../platform/db/search-index.ts';
import { roles } from './role-table.ts';

const profileColumn = weekdayDocument<Profile>(({ weekStart, ...profile }, day) => ({
  ...profile,
  // The stored day and the day that is read are among the same three.
  ...(weekStart !== undefined && { weekStart: day(weekStart) as NonNullable<Profile['weekStart']> }),
}));

/** A person's login. */
export const accounts = ownedTable(
  'accounts',
  {
    username: text().notNull(),
    nickname: text().notNull(),
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    /** The role of a person in the company: sales and FAE of the provider see the companies that are linked to them. */
    staffKind: text({ enum: accountKinds }).notNull().default('MEMBER'),
    /** 1 super admin (provider only), 2 company administrator, 3 all others. */
    roleType: integer().$type<1 | 2 | 3>().notNull(),
    roleId: uuid().references(() => roles.id),
    passwordHash: text().notNull(),
    mustChangePassword: boolean().notNull().default(false),
    /** After this time the initial password is refused. */
    initialPasswordUntil: moment(),
    passwordChangedAt: moment(),
    disabled: boolean().notNull().default(false),
    /**
     * Who created the account, reset its password last, and granted its rights last: that account, then those that created it or reset its password.
     * Ids without references, so that deleting an account in between hides nothing.
     */
    creatorIds: uuid().array().notNull().default([]),
    resetterIds: uuid().array().notNull().default([]),
    granterIds: uuid().array().notNull().default([]),
    /** Named by its company as an approver. */
    approver: boolean().notNull().default(false),
    /** Stored with the account, because old sessions are deleted and lists sort by it. */
    lastSignInAt: moment(),
    /** The display format of numbers, dates and times; null falls back to the language and the browser. */
    profile: profileColumn().notNull().default({}),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
    // Columns instead of an index expression: under row-level security PostgreSQL uses an index only for leakproof
    // functions, and `lower` is not leakproof.
    nameKey: text()
      .notNull()
      .generatedAlwaysAs(sql`lower("username")`),
    /** The text that a keyword search matches. */
    searched: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower("username" || chr(10) || "nickname" || chr(10) || "email" || chr(10) || "phone")`,
      ),
  },
  (table) => [
    uniqueIndex('accounts_name').on(table.nameKey),
    // One index per sort order of the list, so that a page is read from the index.
    index('accounts_company').on(table.companyId, table.createdAt, table.id),
    index('accounts_created').on(table.createdAt, table.id),
    index('accounts_signed_in').on(table.lastSignInAt, table.id),
    index('accounts_role').on(table.roleId),
    index('accounts_approver')
      .on(table.companyId)
      .where(sql`${table.approver}`),
    searchIndex('accounts_search', table.companyId, table.nickname, table.username),
  ],
);

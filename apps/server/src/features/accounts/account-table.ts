import { sql } from 'drizzle-orm';
import { accountKinds, type Profile } from '@sweepline/contract';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { roles } from '../roles/role-table.ts';

/** A person's login. */
export const accounts = ownedTable(
  'accounts',
  {
    username: text().notNull(),
    nickname: text().notNull(),
    phone: text().notNull().default(''),
    email: text().notNull().default(''),
    /** What a person is to their company: sales and FAE of the provider see the companies that are linked to them. */
    staffKind: text({ enum: accountKinds }).notNull().default('MEMBER'),
    /** 1 super admin (provider only), 2 company administrator, 3 anyone else. */
    roleType: integer().$type<1 | 2 | 3>().notNull(),
    roleId: uuid().references(() => roles.id),
    passwordHash: text().notNull(),
    mustChangePassword: boolean().notNull().default(false),
    /** An initial password opens nothing after this. */
    initialPasswordUntil: moment(),
    passwordChangedAt: moment(),
    disabled: boolean().notNull().default(false),
    /** Kept with the account: its sessions are swept after a while, and lists are sorted by it. */
    lastSignInAt: moment(),
    /** How this person reads numbers, days and times; null is what the language and the browser say. */
    profile: jsonb().$type<Profile>().notNull().default({}),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
    // Columns, not expressions in an index: behind row-level security PostgreSQL looks up by an index only what cannot
    // leak, and `lower` is not on its list.
    nameKey: text()
      .notNull()
      .generatedAlwaysAs(sql`lower("username")`),
    /** What a keyword is looked for in. */
    searched: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower("username" || chr(10) || "nickname" || chr(10) || "email" || chr(10) || "phone")`,
      ),
  },
  (table) => [
    uniqueIndex('accounts_name').on(table.nameKey),
    // The orders of the list, so that a page is read straight from the index.
    index('accounts_company').on(table.companyId, table.createdAt, table.id),
    index('accounts_created').on(table.createdAt, table.id),
    index('accounts_signed_in').on(table.lastSignInAt.desc().nullsLast(), table.id.desc()),
    index('accounts_role').on(table.roleId),
  ],
);

import { sql } from 'drizzle-orm';
import { accountKinds, type Profile } from '@sweepline/contract';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/columns.ts';
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
    /** How this person reads numbers, days and times; null is what the language and the browser say. */
    profile: jsonb().$type<Profile>().notNull().default({}),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    uniqueIndex('accounts_username').on(sql`lower(${table.username})`),
    index('accounts_company').on(table.companyId),
    index('accounts_role').on(table.roleId),
  ],
);

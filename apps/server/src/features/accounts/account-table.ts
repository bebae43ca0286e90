import { sql } from 'drizzle-orm';
import { boolean, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/columns.ts';
import { roles } from '../roles/role-table.ts';

/** A person's login. */
export const accounts = ownedTable(
  'accounts',
  {
    username: text().notNull(),
    nickname: text().notNull(),
    /** 1 super admin (provider only), 2 company administrator, 3 anyone else. */
    roleType: integer().$type<1 | 2 | 3>().notNull(),
    roleId: uuid().references(() => roles.id),
    passwordHash: text().notNull(),
    mustChangePassword: boolean().notNull().default(false),
    disabled: boolean().notNull().default(false),
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

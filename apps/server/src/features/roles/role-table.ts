import { integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/columns.ts';

/** A named set of permission codes of one company. */
export const roles = ownedTable(
  'roles',
  {
    name: text().notNull(),
    /** Codes of the permission tree; `*` grants everything. */
    permissions: text().array().notNull(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [uniqueIndex('roles_company_name').on(table.companyId, table.name)],
);

import { type AnyPgColumn, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** A named set of permission codes of one company. */
export const roles = ownedTable(
  'roles',
  {
    name: text().notNull(),
    /** Codes of the permission tree; `*` grants everything. */
    permissions: text().array().notNull(),
    /** Agents (2) or terminals (1) whose new companies get a copy of this role; only the provider's roles have it. */
    defaultFor: integer().array().$type<(1 | 2)[]>().notNull().default([]),
    /** The default role this one is a copy of, and the codes it took from it when it last did. */
    originId: uuid().references((): AnyPgColumn => roles.id, { onDelete: 'set null' }),
    originCodes: text().array().notNull().default([]),
    /** Who saved it last, to show what they have lost since; null is the program. Accounts join roles, so no reference back. */
    makerId: uuid(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    uniqueIndex('roles_company_name').on(table.companyId, table.name),
    index('roles_origin').on(table.originId),
  ],
);

import { type AnyPgColumn, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** A named set of permission codes of one company. */
export const roles = ownedTable(
  'roles',
  {
    name: text().notNull(),
    /** Codes of the permission tree; `*` grants everything. */
    permissions: text().array().notNull(),
    /** Types of new companies that get a copy of this role: agents (2), terminals (1). Only for roles of the provider. */
    defaultFor: integer().array().$type<(1 | 2)[]>().notNull().default([]),
    /** The default role of this copy, and the codes of that role at the last application. */
    originId: uuid().references((): AnyPgColumn => roles.id, { onDelete: 'set null' }),
    originCodes: text().array().notNull().default([]),
    /** The account that saved it last, to show codes it has lost since; null for the server. No reference: accounts refer to roles. */
    makerId: uuid(),
    /** That account and the accounts behind it, as of the last save. */
    makerIds: uuid().array().notNull().default([]),
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

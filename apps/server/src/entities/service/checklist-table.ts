import type { CheckItem } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { inheritedPolicy, moment, ownedTable } from '../../platform/db/columns.ts';
import { companies } from '../people/company-table.ts';

/** Templates of checklists. The companies below read and use them as well. */
export const checklists = ownedTable(
  'checklists',
  {
    name: text().notNull(),
    items: jsonb().$type<CheckItem[]>().notNull(),
    requiresSignature: boolean().notNull().default(false),
    requiresPhoto: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
    /** A deleted template is kept for the orders that name it and whose work has not begun. */
    deletedAt: moment(),
  },
  (table) => [
    inheritedPolicy(companies),
    uniqueIndex('checklists_name')
      .on(table.companyId, sql`lower(${table.name})`)
      .where(sql`${table.deletedAt} is null`),
  ],
);
export type ChecklistRow = typeof checklists.$inferSelect;

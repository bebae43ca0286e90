import { sql } from 'drizzle-orm';
import { integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Groups of devices of one company. Each device stores the group it is in. */
export const deviceGroups = ownedTable(
  'device_groups',
  {
    name: text().notNull(),
    remark: text().notNull().default(''),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [uniqueIndex('device_groups_name').on(table.companyId, sql`lower(${table.name})`)],
);

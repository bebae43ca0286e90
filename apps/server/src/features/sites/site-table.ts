import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/columns.ts';

/** Where robots work. */
export const sites = ownedTable(
  'sites',
  {
    name: text().notNull(),
    address: text().notNull(),
    /** IANA name; schedules and day boundaries follow it. */
    timezone: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [uniqueIndex('sites_company_name').on(table.companyId, table.name)],
);

/** A floor of a site; it has a map once one is known. */
export const floors = ownedTable(
  'floors',
  {
    siteId: uuid()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    position: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('floors_site_name').on(table.siteId, table.name),
    index('floors_company').on(table.companyId),
  ],
);

import { doublePrecision, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';

/** Where robots work. */
export const sites = ownedTable(
  'sites',
  {
    name: text().notNull(),
    address: text().notNull(),
    /** IANA name; schedules and day boundaries follow it. */
    timezone: text().notNull(),
    /** Degrees; both or neither. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment()
      .notNull()
      .default(sql`now()`),
    updatedBy: text().notNull().default(''),
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
    /** The picture people know the floor by, and its size in pixels. */
    planFileId: uuid().references(() => storedFiles.id),
    planWidth: integer(),
    planHeight: integer(),
  },
  (table) => [
    uniqueIndex('floors_site_name').on(table.siteId, table.name),
    index('floors_company').on(table.companyId),
  ],
);

import { doublePrecision, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { searchIndex } from '../../platform/db/search-index.ts';
import { storedFiles } from '../../platform/files/file-table.ts';

/** A place where robots work. */
export const sites = ownedTable(
  'sites',
  {
    name: text().notNull(),
    address: text().notNull(),
    /** IANA name. Schedules and day boundaries use it. */
    timezone: text().notNull(),
    /** Degrees. Latitude and longitude are both set or both null. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment()
      .notNull()
      .default(sql`now()`),
    updatedBy: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('sites_company_name').on(table.companyId, table.name),
    searchIndex('sites_search', table.companyId, table.name, table.address),
  ],
);

/** A floor of a site. */
export const floors = ownedTable(
  'floors',
  {
    siteId: uuid()
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    position: integer().notNull().default(0),
    /** The floor plan picture and its size in pixels. */
    planFileId: uuid().references(() => storedFiles.id),
    planWidth: integer(),
    planHeight: integer(),
  },
  (table) => [
    uniqueIndex('floors_site_name').on(table.siteId, table.name),
    index('floors_company').on(table.companyId),
  ],
);

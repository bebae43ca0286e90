import { boolean, date, index, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { ownedTable } from '../../platform/db/columns.ts';
import { figureColumns } from './figure-columns.ts';

/**
 * Under what a report is counted: the day of the site's own calendar, the site, the mode. Written when it arrives and kept: a map
 * that moves to another site, or a site that changes its zone, does not change what was counted. The id is the report's.
 */
export const reportFacts = ownedTable(
  'report_facts',
  {
    deviceId: uuid().notNull(),
    siteId: uuid(),
    day: date({ mode: 'string' }).notNull(),
    /** Of all its areas; MIXED where they differ, empty where the robot did not say. */
    mode: text().notNull(),
    /** Whether its figures can be true. */
    counts: boolean().notNull(),
  },
  (table) => [index('report_facts_day').on(table.day)],
);

/** Sums by robot and day; PostgreSQL keeps them with every report that comes, changes or goes (see the migration). */
export const deviceDays = ownedTable(
  'device_days',
  {
    siteId: uuid(),
    deviceId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    mode: text().notNull(),
    ...figureColumns,
  },
  (table) => [
    unique('device_days_key')
      .on(table.deviceId, table.day, table.companyId, table.siteId, table.mode)
      .nullsNotDistinct(),
    index('device_days_company').on(table.companyId, table.day),
  ],
);

/**
 * The same without the robot: what a year over ten thousand of them is read from. `shard` follows the lanes in which robots' messages
 * are stored, so that no two lanes wait for one row; it means nothing and is summed over.
 */
export const siteDays = ownedTable(
  'site_days',
  {
    siteId: uuid(),
    day: date({ mode: 'string' }).notNull(),
    mode: text().notNull(),
    shard: smallint().notNull(),
    ...figureColumns,
  },
  (table) => [
    unique('site_days_key')
      .on(table.companyId, table.day, table.siteId, table.mode, table.shard)
      .nullsNotDistinct(),
    index('site_days_day').on(table.day),
  ],
);

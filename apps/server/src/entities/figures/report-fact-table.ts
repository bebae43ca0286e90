import { boolean, date, index, text, uuid } from 'drizzle-orm/pg-core';
import { ownedTable } from '../../platform/db/columns.ts';

/**
 * The key under which a report is counted: day in the site's time zone, site and mode. It is written when the report arrives: a later
 * change of the map's site or of the time zone has no effect. The id is the report's.
 */
export const reportFacts = ownedTable(
  'report_facts',
  {
    deviceId: uuid().notNull(),
    siteId: uuid(),
    day: date({ mode: 'string' }).notNull(),
    /** Mode of all areas; MIXED if they differ, empty if the robot did not report it. */
    mode: text().notNull(),
    /** Whether its figures are plausible. */
    counts: boolean().notNull(),
  },
  (table) => [index('report_facts_day').on(table.day)],
);

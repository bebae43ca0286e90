import { integer, real, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { maps } from '../../../entities/places/map-table.ts';

/** How often a zone is to be cleaned, and the coverage of a sufficient cleaning. */
export const zoneTargets = ownedTable(
  'zone_targets',
  {
    mapId: uuid()
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    zoneId: text().notNull(),
    /** Hours between two cleanings; null without an interval. */
    everyHours: integer(),
    /** INTERVAL: `everyHours`. SCHEDULE: as often as its planned tasks. NONE: no target. */
    source: text({ enum: ['INTERVAL', 'SCHEDULE', 'NONE'] }).notNull(),
    /** 0–1. A run with less coverage does not count as a cleaning. */
    leastCoverage: real().notNull(),
    version: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [unique('zone_targets_zone').on(table.mapId, table.zoneId)],
);

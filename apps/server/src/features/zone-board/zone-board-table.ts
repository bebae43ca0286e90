import { doublePrecision, index, integer, real, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { maps } from '../maps/map-table.ts';

/** How often a zone is to be clean, and when it counts as cleaned. */
export const zoneTargets = ownedTable(
  'zone_targets',
  {
    mapId: uuid()
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    zoneId: text().notNull(),
    /** Hours between two cleanings; null when nobody asked for any, or when the schedule says it. */
    everyHours: integer(),
    /** INTERVAL: `everyHours`. SCHEDULE: as often as the tasks planned for it. NONE: somebody took the zone off the board. */
    source: text({ enum: ['INTERVAL', 'SCHEDULE', 'NONE'] }).notNull(),
    /** 0–1: a run that reached less of it did not clean it. */
    leastCoverage: real().notNull(),
    version: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [unique('zone_targets_zone').on(table.mapId, table.zoneId)],
);

/** How much of a zone one run reached, painted from its path with the tool's width. */
export const zoneCleanings = ownedTable(
  'zone_cleanings',
  {
    reportId: uuid().notNull(),
    mapId: uuid()
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    zoneId: text().notNull(),
    deviceId: uuid().notNull(),
    startedAt: moment().notNull(),
    endedAt: moment().notNull(),
    /** Floor of the zone a robot can stand on, and what of it was reached at least once. */
    floorM2: doublePrecision('floor_m2').notNull(),
    cleanedM2: doublePrecision('cleaned_m2').notNull(),
    /** 0–1. */
    coverage: real().notNull(),
    /** Whose path it was painted from: the robot's own file, or the stream's. */
    source: text({ enum: ['ROBOT', 'STREAM'] }).notNull(),
  },
  (table) => [
    unique('zone_cleanings_run').on(table.reportId, table.mapId, table.zoneId),
    index('zone_cleanings_zone').on(table.mapId, table.zoneId, table.endedAt),
    index('zone_cleanings_company').on(table.companyId, table.endedAt),
  ],
);

/** Reports whose path is still to be painted; put here by PostgreSQL with the report. The id is the report's. */
export const zoneWork = ownedTable('zone_work', {
  /** Rises when the report changes, so that what was read before is not taken for done. */
  turn: integer().notNull().default(0),
  attempts: integer().notNull().default(0),
});

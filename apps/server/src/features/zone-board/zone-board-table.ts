import { doublePrecision, index, integer, real, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { maps } from '../../entities/places/map-table.ts';

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

/** The cleaning of a zone by one run, painted from its path with the width of the tool. */
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
    /** Accessible floor of the zone, and the part of it with at least one pass. */
    floorM2: doublePrecision('floor_m2').notNull(),
    cleanedM2: doublePrecision('cleaned_m2').notNull(),
    /** 0–1. */
    coverage: real().notNull(),
    /** Source of the path: the robot's trajectory file or the telemetry stream. */
    source: text({ enum: ['ROBOT', 'STREAM'] }).notNull(),
  },
  (table) => [
    unique('zone_cleanings_run').on(table.reportId, table.mapId, table.zoneId),
    index('zone_cleanings_zone').on(table.mapId, table.zoneId, table.endedAt),
    index('zone_cleanings_company').on(table.companyId, table.endedAt),
  ],
);

/** Reports to paint. A database trigger inserts them with the report. The id is the report's. */
export const zoneWork = ownedTable('zone_work', {
  /** Increases when the report changes, so that an older reading does not complete the work. */
  turn: integer().notNull().default(0),
  attempts: integer().notNull().default(0),
});

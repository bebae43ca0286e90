import { doublePrecision, index, real, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { maps } from '../../places/map-table.ts';

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

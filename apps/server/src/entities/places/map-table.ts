import { mapModes, type PlanPair } from '@sweepline/contract';
import { doublePrecision, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { floors, sites } from './site-table.ts';
import { mapElementsColumn } from './map-elements-column.ts';

/** A map: its occupancy grid as a stored picture, and its elements. The id is the `mapId` of the robot protocol. */
export const maps = ownedTable(
  'maps',
  {
    name: text().notNull(),
    siteId: uuid().references(() => sites.id, { onDelete: 'set null' }),
    floorId: uuid().references(() => floors.id, { onDelete: 'set null' }),
    origin: text({ enum: ['IMPORTED', 'DEVICE', 'BUILT_IN'] }).notNull(),
    gridFileId: uuid()
      .notNull()
      .references(() => storedFiles.id),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Metres per cell. The origin is the lower left corner of the grid, in metres. */
    resolution: doublePrecision().notNull(),
    originX: doublePrecision().notNull(),
    originY: doublePrecision().notNull(),
    freeM2: doublePrecision('free_m2').notNull(),
    elements: mapElementsColumn().notNull(),
    /** The published version, the `mapVersion` of the robot protocol. Only a change of the drawing increases it. */
    version: integer().notNull().default(1),
    /** Counts every change of this row, so that a client cannot overwrite a change that it has not read. */
    revision: integer().notNull().default(1),
    /** How the floor was recorded. */
    mode: text({ enum: mapModes }).notNull().default('IMPORTED'),
    /** Pairs of the same place on this map and on the picture of its floor. */
    planPairs: jsonb().$type<PlanPair[]>().notNull().default([]),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    index('maps_company_updated').on(table.companyId, table.updatedAt),
    index('maps_site').on(table.siteId),
  ],
);

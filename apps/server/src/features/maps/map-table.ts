import { mapModes, type PlanPair } from '@sweepline/contract';
import { doublePrecision, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { floors, sites } from '../sites/site-table.ts';
import { mapElementsColumn } from './map-elements-column.ts';

/** A map: its occupancy grid as a stored picture, and what people drew on it. The id is the `mapId` on the wire. */
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
    /** Metres a cell; the origin is the lower left corner of the grid, metres. */
    resolution: doublePrecision().notNull(),
    originX: doublePrecision().notNull(),
    originY: doublePrecision().notNull(),
    freeM2: doublePrecision('free_m2').notNull(),
    elements: mapElementsColumn().notNull(),
    /** The published version, the `mapVersion` on the wire: only a change of what is drawn makes a new one. */
    version: integer().notNull().default(1),
    /** Counts every change of this row, so that nobody saves over what they have not seen. */
    revision: integer().notNull().default(1),
    /** How the floor was taken up. */
    mode: text({ enum: mapModes }).notNull().default('IMPORTED'),
    /** The same places on this map and on the picture of its floor. */
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

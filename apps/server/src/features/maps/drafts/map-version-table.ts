import { versionOrigins } from '@sweepline/contract';
import { doublePrecision, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { mapElementsColumn } from '../map-elements-column.ts';
import { maps } from '../map-table.ts';

/** What a map was when it was published. A row is written once; only a conflict is settled later, and a bundle packed. */
export const mapVersions = ownedTable(
  'map_versions',
  {
    mapId: uuid()
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    parentVersion: integer(),
    origin: text({ enum: versionOrigins }).notNull(),
    note: text().notNull().default(''),
    /** The robot that drew it. */
    deviceId: uuid(),
    gridFileId: uuid()
      .notNull()
      .references(() => storedFiles.id),
    width: integer().notNull(),
    height: integer().notNull(),
    resolution: doublePrecision().notNull(),
    originX: doublePrecision().notNull(),
    originY: doublePrecision().notNull(),
    freeM2: doublePrecision('free_m2').notNull(),
    elements: mapElementsColumn().notNull(),
    /** The bundle robots download, packed when the first one asks: its bytes never change, nor does its hash. */
    bundleFileId: uuid().references(() => storedFiles.id),
    /** The version it displaced although it was not drawn on it. */
    conflictWith: integer(),
    settledAt: moment(),
    settledBy: text(),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
  },
  (table) => [
    unique('map_versions_version').on(table.mapId, table.version),
    index('map_versions_company').on(table.companyId),
  ],
);

/** What is being drawn on a map and not yet published: one row a map, replaced whole. */
export const mapDrafts = ownedTable(
  'map_drafts',
  {
    mapId: uuid()
      .notNull()
      .unique()
      .references(() => maps.id, { onDelete: 'cascade' }),
    baseVersion: integer().notNull(),
    version: integer().notNull(),
    /** A repaired grid; null is the published one. */
    gridFileId: uuid().references(() => storedFiles.id),
    elements: mapElementsColumn().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [index('map_drafts_company').on(table.companyId)],
);

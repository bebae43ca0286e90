import { versionOrigins } from '@sweepline/contract';
import { doublePrecision, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { mapElementsColumn } from './map-elements-column.ts';
import { maps } from './map-table.ts';

/** A published version of a map. Only its settlement and its bundle are written later. */
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
    /** The robot that sent it. */
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
    /** The bundle for robots, packed on the first request. Its bytes and hash never change. */
    bundleFileId: uuid().references(() => storedFiles.id),
    /** The version that it replaced without being based on it. */
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

/** The unpublished drawing of a map: one row per map, replaced as a whole. */
export const mapDrafts = ownedTable(
  'map_drafts',
  {
    mapId: uuid()
      .notNull()
      .unique()
      .references(() => maps.id, { onDelete: 'cascade' }),
    baseVersion: integer().notNull(),
    version: integer().notNull(),
    /** A repaired grid; null for the published grid. */
    gridFileId: uuid().references(() => storedFiles.id),
    elements: mapElementsColumn().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [index('map_drafts_company').on(table.companyId)],
);

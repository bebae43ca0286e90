import { deviceMapStatuses } from '@sweepline/contract';
import { index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { maps } from './map-table.ts';

/** How a map stands on a robot (protocol 2.12): one row a robot and map. */
export const deviceMaps = ownedTable(
  'device_maps',
  {
    deviceId: uuid().notNull(),
    mapId: uuid()
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    status: text({ enum: deviceMapStatuses }).notNull(),
    /** What the robot has; null is nothing that we know of. */
    version: integer(),
    /** What it is to have. */
    wanted: integer(),
    /** Why it failed or waits; empty while all is well. */
    reason: text().notNull().default(''),
    /** Where a synchronisation is: downloading, enabling, removing the old one. */
    step: text().notNull().default(''),
    /** The hash of the bundle the robot took last. */
    hash: text(),
    attempts: integer().notNull().default(0),
    syncedAt: moment(),
    startedAt: moment(),
    /** States in a row in which the robot no longer named it. */
    missing: integer().notNull().default(0),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    unique('device_maps_pair').on(table.deviceId, table.mapId),
    index('device_maps_map').on(table.mapId),
    index('device_maps_company').on(table.companyId),
  ],
);

import { deviceMapStatuses } from '@sweepline/contract';
import { index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { maps } from './map-table.ts';

/** State of a map on a robot (docs/protocol/maps.md#states-of-a-map): one row per robot and map. */
export const deviceMaps = ownedTable(
  'device_maps',
  {
    deviceId: uuid().notNull(),
    mapId: uuid()
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    status: text({ enum: deviceMapStatuses }).notNull(),
    /** Version on the robot; null if the robot has none as far as the server knows. */
    version: integer(),
    /** Version that the robot is to have. */
    wanted: integer(),
    /** Why the synchronisation failed or waits; empty otherwise. */
    reason: text().notNull().default(''),
    /** Step of the synchronisation: downloading, enabling, removing the old map. */
    step: text().notNull().default(''),
    /** Hash of the last bundle on the robot. */
    hash: text(),
    attempts: integer().notNull().default(0),
    syncedAt: moment(),
    startedAt: moment(),
    /** Number of consecutive states without this map. */
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

import { connectionStates, type DeviceLive } from '@sweepline/contract';
import { boolean, doublePrecision, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { pgTable } from 'drizzle-orm/pg-core';
import { fencePolicy, moment } from '../../platform/columns.ts';
import { devices } from './device-table.ts';

/**
 * What each device said last. The gateway holds it in memory and writes it here in batches: lists filter and sort by the columns,
 * and after a restart `live` is where the gateway takes up again.
 */
export const deviceLives = pgTable(
  'device_live',
  {
    deviceId: uuid()
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    companyId: uuid().notNull(),
    state: text({ enum: connectionStates }).notNull(),
    since: moment(),
    lastSeenAt: moment(),
    mode: text(),
    paused: boolean().notNull().default(false),
    soc: doublePrecision(),
    charging: boolean().notNull().default(false),
    /** The robot's own map id. */
    mapId: text(),
    cleanWaterPct: doublePrecision(),
    dirtyWaterPct: doublePrecision(),
    dustBagPct: doublePrecision(),
    networkMode: text(),
    cleaningMode: text(),
    coverage: doublePrecision(),
    runId: uuid(),
    /** Highest level of an open alarm, 0 for none. */
    alarmLevel: integer().notNull().default(0),
    live: jsonb().$type<DeviceLive>().notNull(),
  },
  (table) => [
    fencePolicy(),
    index('device_live_state').on(table.companyId, table.state),
    index('device_live_map').on(table.mapId),
  ],
);

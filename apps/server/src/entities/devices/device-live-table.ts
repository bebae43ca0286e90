import { connectionStates, type DeviceLive } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { tenantPolicy, moment } from '../../platform/db/columns.ts';
import { devices } from './device-table.ts';

/**
 * The last known state of each device. The gateway writes it from memory in batches. Lists filter and sort by the
 * columns, and the gateway starts from `live` after a restart.
 */
export const deviceLives = pgTable(
  'device_live',
  {
    /** The id of the device. */
    id: uuid()
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    companyId: uuid().notNull(),
    state: text({ enum: connectionStates }).notNull(),
    since: moment(),
    lastSeenAt: moment(),
    mode: text(),
    paused: boolean().notNull().default(false),
    soc: real(),
    charging: boolean().notNull().default(false),
    /** The robot's own map id. */
    mapId: text(),
    x: doublePrecision(),
    y: doublePrecision(),
    theta: doublePrecision(),
    cleanWaterPct: real(),
    dirtyWaterPct: real(),
    dustBagPct: real(),
    networkMode: text(),
    cleaningMode: text(),
    coverage: real(),
    runId: uuid(),
    /** Highest level of an open alarm, 0 for none. */
    alarmLevel: integer().notNull().default(0),
    softwareVersion: text(),
    hardwareVersion: text(),
    live: jsonb().$type<DeviceLive>().notNull(),
    /** The start time of the writing gateway and the number of its write: an outdated write changes nothing. */
    session: bigint({ mode: 'number' }).notNull(),
    revision: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    tenantPolicy(),
    index('device_live_state').on(table.companyId, table.state),
    index('device_live_map').on(table.mapId),
    index('device_live_offline')
      .on(table.since)
      .where(sql`${table.state} = 'OFFLINE'`),
  ],
);

import { actLive, connectionStates, type DeviceLive, type LiveFault } from '@sweepline/contract';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
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

/** SQL: the rank of a state in a sorted list; null without a state. */
export const stateRank = (state: SQLWrapper): SQL =>
  sql`(case ${state} when 'ONLINE' then 0 when 'SLEEP' then 1 when 'OFFLINE' then 2 end)`;

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
    operatingMode: text(),
    relocating: boolean().notNull().default(false),
    localized: boolean(),
    /** What forbids some work. */
    faults: jsonb().$type<LiveFault[]>().notNull().default([]),
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
    // The lists by state and battery, and those with alarms. The last word has no index: it changes with every write, and each write would touch all indexes.
    index('device_live_rank').on(stateRank(table.state), table.id),
    index('device_live_soc').on(table.soc, table.id, table.companyId),
    index('device_live_alarm').on(table.companyId, table.alarmLevel),
    index('device_live_map').on(table.mapId),
    index('device_live_offline')
      .on(table.since)
      .where(sql`${table.state} = 'OFFLINE'`),
  ],
);

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** SQL of what decides whether a robot may begin something, as JSON in the form of the contract. */
export const actLiveJson = (alias: string) =>
  `jsonb_build_object(${Object.keys(actLive.shape)
    .map((name) => `'${name}', ${alias}.${snake(name)}`)
    .join(', ')})`;

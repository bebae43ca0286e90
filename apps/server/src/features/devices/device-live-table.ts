import type { DeviceLive } from '@sweepline/contract';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/columns.ts';

/**
 * The last known state of each device; its id is the device's. The gateway holds the truth in memory and writes it here:
 * at once when something material changed, else every ten seconds. The columns are what lists filter and sort by.
 */
export const deviceLives = ownedTable(
  'device_live',
  {
    /** ONLINE, SLEEP, OFFLINE. */
    state: text().notNull(),
    since: moment(),
    lastSeenAt: moment(),
    mode: text(),
    paused: boolean().notNull().default(false),
    soc: real(),
    charging: boolean().notNull().default(false),
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
    live: jsonb().$type<DeviceLive>().notNull(),
    /** Order of what the robot said: a write that is older than the row changes nothing. */
    session: bigint({ mode: 'number' }).notNull().default(0),
    revision: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [index('device_live_company_state').on(table.companyId, table.state)],
);

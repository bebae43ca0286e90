import { openEventNames } from '@sweepline/contract';
import {
  bigint,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment, ownedTable, programPolicy, tenantPolicy } from '../../platform/db/columns.ts';

/**
 * Events of the open API. The triggers of their causes write them, in the transaction of the cause, and the table refuses every other
 * writer. In partitions by day.
 */
export const apiEvents = pgTable(
  'api_events',
  {
    id: uuid().notNull(),
    companyId: uuid().notNull(),
    /** By the clock of the database. */
    at: moment().notNull(),
    name: text({ enum: openEventNames }).notNull(),
    deviceId: uuid(),
    siteId: uuid(),
    relatedId: uuid().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The order over all companies; null until the event is committed and its turn has come. */
    place: bigint({ mode: 'number' }),
    /** The order within the company, from 1 without a gap; null like `place`. */
    position: bigint({ mode: 'number' }),
  },
  (table) => [
    tenantPolicy(),
    primaryKey({ columns: [table.id, table.at] }),
    index('api_events_place').on(table.place),
    index('api_events_company').on(table.companyId, table.place),
  ],
);
export type ApiEventRow = typeof apiEvents.$inferSelect;

/** The last position of each company. */
export const apiEventPositions = ownedTable(
  'api_event_positions',
  { last: bigint({ mode: 'number' }).notNull() },
  (table) => [uniqueIndex('api_event_positions_company').on(table.companyId)],
);

/** The last place that was given, and the last one whose deliveries were queued. One row. */
export const apiEventPlaces = pgTable(
  'api_event_places',
  {
    id: smallint().primaryKey(),
    last: bigint({ mode: 'number' }).notNull(),
    queued: bigint({ mode: 'number' }).notNull().default(0),
  },
  () => [programPolicy()],
);

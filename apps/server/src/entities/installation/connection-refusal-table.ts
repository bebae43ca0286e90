import { connectionRefusalReasons } from '@sweepline/contract';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { tenantPolicy, moment } from '../../platform/db/columns.ts';
import { newId } from '../../platform/runtime/ids.ts';

/** Connections that the broker refused, equal ones in one row. `companyId` is null for a name that no device has. */
export const connectionRefusals = pgTable(
  'connection_refusals',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    companyId: uuid(),
    deviceId: uuid(),
    /** The name that the client gave. */
    sn: text().notNull(),
    reason: text({ enum: connectionRefusalReasons }).notNull(),
    address: text().notNull(),
    firstAt: moment().notNull(),
    lastAt: moment().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    tenantPolicy(),
    uniqueIndex('connection_refusals_equal').on(table.sn, table.reason, table.address),
    index('connection_refusals_last').on(table.lastAt),
    index('connection_refusals_device').on(table.deviceId, table.lastAt),
  ],
);

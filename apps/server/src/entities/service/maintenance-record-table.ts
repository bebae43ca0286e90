import {
  maintenanceSources,
  maintenanceStates,
  maintenanceTypes,
  type RecordPart,
} from '@sweepline/contract';
import { index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** The service book of a robot. At a resale the records follow it, without their authors and orders. */
export const maintenanceRecords = ownedTable(
  'maintenance_records',
  {
    deviceId: uuid().notNull(),
    at: moment().notNull(),
    type: text({ enum: maintenanceTypes }).notNull(),
    state: text({ enum: maintenanceStates }).notNull().default('DONE'),
    source: text({ enum: maintenanceSources }).notNull(),
    content: text().notNull().default(''),
    /** Of RESET and UPDATE: the part, and its versions. */
    details: jsonb().$type<Record<string, string>>().notNull().default({}),
    parts: jsonb().$type<RecordPart[]>().notNull().default([]),
    orderId: uuid(),
    /** What wrote it; one record per cause. Null for a record of a person. */
    cause: text(),
    /** Null where no account wrote it. */
    byId: uuid(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('maintenance_records_cause').on(table.cause),
    index('maintenance_records_company').on(table.companyId, table.at, table.id),
    index('maintenance_records_at').on(table.at, table.id),
    index('maintenance_records_device').on(table.deviceId, table.at),
    index('maintenance_records_order').on(table.orderId),
  ],
);
export type MaintenanceRecordRow = typeof maintenanceRecords.$inferSelect;

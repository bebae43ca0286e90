import {
  maintenanceTypes,
  planAnchors,
  workOrderLevels,
  type deviceModels,
  type DueReason,
  type MeterKind,
  type PlanTrigger,
} from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';

/** What a plan applies to: robots of its company and those below that match one of these. */
export interface PlanTargets {
  models: (typeof deviceModels)[number][];
  groupIds: string[];
  siteIds: string[];
  deviceIds: string[];
}

export const maintenancePlans = ownedTable(
  'maintenance_plans',
  {
    name: text().notNull(),
    type: text({ enum: maintenanceTypes }).notNull(),
    work: text().notNull(),
    triggers: jsonb().$type<PlanTrigger[]>().notNull(),
    anchor: text({ enum: planAnchors }).notNull(),
    targets: jsonb().$type<PlanTargets>().notNull(),
    templateId: uuid(),
    level: text({ enum: workOrderLevels }).notNull(),
    leadDays: integer().notNull(),
    active: boolean().notNull().default(true),
    /** When the job compares the robots of the plan with its targets again; null while it rests. */
    syncAt: moment(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    index('maintenance_plans_company').on(table.companyId, table.name),
    index('maintenance_plans_sync').on(table.syncAt),
  ],
);
export type PlanRow = typeof maintenancePlans.$inferSelect;

/** Readings of the meters of a robot: sums of its reports, and its own counters. A missing one is unknown. */
export type MeterReadings = Partial<Record<MeterKind | 'ROBOT_HOURS' | 'ROBOT_KM', number>>;

/** Where each robot of a plan stands. The row belongs to the company of the robot. */
export const maintenanceDues = ownedTable(
  'maintenance_dues',
  {
    planId: uuid()
      .notNull()
      .references(() => maintenancePlans.id, { onDelete: 'cascade' }),
    deviceId: uuid().notNull(),
    /** Of the plan: a company below does not see the plan of the one above. */
    planName: text().notNull(),
    leadDays: integer().notNull(),
    /** A plan that rests keeps its rows, so that the meters go on where they were. */
    active: boolean().notNull().default(true),
    /** The last completion, or the begin of the plan: the days count from here. */
    since: moment().notNull(),
    /** The meters at that moment; null until the first look. */
    base: jsonb().$type<MeterReadings>(),
    dueAt: moment(),
    reason: jsonb().$type<DueReason>(),
    checkedAt: moment(),
    /** The next look at the meters; null while its work order is open. */
    nextCheckAt: moment(),
    /** The work order of the present time. */
    orderId: uuid(),
    /** Completed and skipped times. Names the cause of its record. */
    cycle: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('maintenance_dues_device').on(table.planId, table.deviceId),
    index('maintenance_dues_next').on(table.nextCheckAt),
    index('maintenance_dues_of').on(table.deviceId),
    index('maintenance_dues_company').on(table.companyId, table.dueAt),
    index('maintenance_dues_ordered')
      .on(table.orderId)
      .where(sql`${table.orderId} is not null`),
  ],
);
export type DueRow = typeof maintenanceDues.$inferSelect;

import { sql } from 'drizzle-orm';
import {
  faultTypes,
  verificationObstacles,
  verificationStates,
  warrantyStates,
  workOrderLevels,
  workOrderOrigins,
  workOrderResolutions,
  workOrderStates,
  workOrderTypes,
  workOrderWaits,
} from '@sweepline/contract';
import { bigint, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Notices of the service level: about to be late, and late. */
export const reminderKinds = ['ANSWER_SOON', 'ANSWER_LATE', 'RESOLVE_SOON', 'RESOLVE_LATE'] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** Work orders. They belong to the company that the robot had when they were made. */
export const workOrders = ownedTable(
  'work_orders',
  {
    /** `<year>-<six digits>`, counted per company. */
    number: text().notNull(),
    name: text().notNull(),
    type: text({ enum: workOrderTypes }).notNull(),
    level: text({ enum: workOrderLevels }).notNull(),
    faultType: text({ enum: faultTypes }).notNull(),
    origin: text({ enum: workOrderOrigins }).notNull(),
    description: text().notNull(),
    state: text({ enum: workOrderStates }).notNull().default('SUBMITTED'),
    deviceId: uuid(),
    /** As they were when the order was made: the order outlives the robot. */
    deviceSn: text().notNull().default(''),
    deviceName: text().notNull().default(''),
    deviceModel: text().notNull().default(''),
    siteId: uuid(),
    alarmId: uuid(),
    alarmCode: text(),
    /** The plan that made it. */
    planId: uuid(),
    /** The checklist of the work. */
    templateId: uuid(),
    /** Null where no account made it. */
    publisherId: uuid(),
    contactName: text().notNull().default(''),
    contactNumber: text().notNull().default(''),
    assigneeId: uuid(),
    /** The number under which the assignee can be called. */
    assigneeNumber: text().notNull().default(''),
    appointmentFrom: moment(),
    appointmentUntil: moment(),
    waitingFor: text({ enum: workOrderWaits }),
    waitingSince: moment(),
    submittedAt: moment().notNull(),
    dispatchedAt: moment(),
    resolvedAt: moment(),
    resolvedById: uuid(),
    resolution: text({ enum: workOrderResolutions }),
    resolutionText: text().notNull().default(''),
    mergedIntoId: uuid(),
    reopenedCount: integer().notNull().default(0),
    verification: text({ enum: verificationStates }),
    verificationObstacle: text({ enum: verificationObstacles }),
    verificationText: text().notNull().default(''),
    verifiedAt: moment(),
    rating: integer(),
    ratingText: text().notNull().default(''),
    ratedAt: moment(),
    /** When the order was made; null without a known warranty. */
    warranty: text({ enum: warrantyStates }),
    warrantyUntil: moment(),
    /** Business time of the service level, set with every change of the order; null without a service level. */
    respondBy: moment(),
    respondedAt: moment(),
    /** Null while the clock of the service level stands; then `resolveLeftMs` is what is left. */
    resolveBy: moment(),
    resolveLeftMs: bigint({ mode: 'number' }),
    /** Whether the answer, or the resolution, came after its time. */
    respondedLate: integer().$type<0 | 1>(),
    resolvedLate: integer().$type<0 | 1>(),
    /** Service level, business hours and holidays with which the clock was computed; empty without a service level. */
    clockKey: text().notNull().default(''),
    /** When the next reminder of the service level is due, and the kinds that were sent. */
    nextReminderAt: moment(),
    reminded: text({ enum: reminderKinds }).array().notNull().default([]),
    version: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('work_orders_number').on(table.companyId, table.number),
    // One open order per robot and code, by any origin.
    uniqueIndex('work_orders_open_alarm')
      .on(table.deviceId, table.alarmCode)
      .where(sql`${table.state} <> 'RESOLVED' and ${table.alarmCode} is not null`),
    // The search by number looks in all companies below.
    index('work_orders_by_number').on(table.number),
    index('work_orders_company').on(table.companyId, table.submittedAt, table.id),
    index('work_orders_submitted').on(table.submittedAt, table.id),
    index('work_orders_device').on(table.deviceId, table.submittedAt),
    index('work_orders_assignee').on(table.assigneeId, table.state),
    index('work_orders_plan').on(table.planId),
    index('work_orders_merged')
      .on(table.mergedIntoId)
      .where(sql`${table.mergedIntoId} is not null`),
    // The open orders are few among those of years.
    index('work_orders_open')
      .on(table.companyId, table.state)
      .where(sql`${table.state} <> 'RESOLVED'`),
    index('work_orders_verifying')
      .on(table.resolvedAt)
      .where(sql`${table.verification} = 'WAITING'`),
    // The clocks of open orders, compared with the present service levels.
    index('work_orders_clock')
      .on(table.companyId, table.siteId, table.clockKey)
      .where(sql`${table.state} <> 'RESOLVED'`),
    index('work_orders_reminder')
      .on(table.nextReminderAt)
      .where(sql`${table.nextReminderAt} is not null`),
    index('work_orders_due')
      .on(table.resolveBy)
      .where(sql`${table.resolveBy} is not null and ${table.state} <> 'RESOLVED'`),
  ],
);
export type WorkOrderRow = typeof workOrders.$inferSelect;

/** The last number of a company and year. */
export const workOrderNumbers = ownedTable(
  'work_order_numbers',
  { year: integer().notNull(), last: integer().notNull() },
  (table) => [uniqueIndex('work_order_numbers_year').on(table.companyId, table.year)],
);

import { holidayPolicies, missedPolicies, scheduleKinds, type ScheduleException } from '@sweepline/contract';
import { boolean, date, index, integer, jsonb, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { weekdayFromMonday } from '../../platform/db/weekday-columns.ts';
import { devices } from '../devices/device-table.ts';
import { sites } from '../places/site-table.ts';
import { tasks } from './task-table.ts';

/** The planned times of a task. */
export const schedules = ownedTable(
  'schedules',
  {
    taskId: uuid()
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    /** Copied from the task for queries by device. */
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    kind: text({ enum: scheduleKinds }).notNull(),
    startDate: date({ mode: 'string' }).notNull(),
    endDate: date({ mode: 'string' }),
    time: text().notNull(),
    weekdays: weekdayFromMonday().array().notNull(),
    rrule: text().notNull(),
    timezone: text().notNull(),
    minutes: integer().notNull(),
    missed: text({ enum: missedPolicies }).notNull(),
    startLatestMin: integer().notNull(),
    onHolidays: text({ enum: holidayPolicies }).notNull(),
    exceptions: jsonb().$type<ScheduleException[]>().notNull().default([]),
    enabled: boolean().notNull().default(true),
    /** The starts are stored up to this moment; the dispatcher continues from here. */
    lookedUntil: moment().notNull(),
    /** The first start after `lookedUntil`; null without a further start. */
    nextDueAt: moment(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    index('schedules_company').on(table.companyId, table.updatedAt),
    index('schedules_task').on(table.taskId),
    index('schedules_device').on(table.deviceId),
    index('schedules_due')
      .on(table.nextDueAt)
      .where(sql`${table.enabled}`),
  ],
);
export type ScheduleRow = typeof schedules.$inferSelect;

/** A start that was due. It is stored before anything is sent, so that it happens once despite crashes. */
export const scheduleStarts = ownedTable(
  'schedule_starts',
  {
    scheduleId: uuid().notNull(),
    taskId: uuid().notNull(),
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** The date in the plan. */
    planDate: date({ mode: 'string' }).notNull(),
    moved: boolean().notNull(),
    dueAt: moment().notNull(),
    /** The latest time of the start. */
    latestAt: moment().notNull(),
    minutes: integer().notNull(),
    /** Computed from schedule and moment; the robot computes the same. See docs/protocol/orders.md#scheduled-runs. */
    runId: uuid().notNull(),
    state: text({ enum: ['DUE', 'STARTED', 'MISSED', 'SKIPPED'] }).notNull(),
    reason: text().notNull().default(''),
    triedAt: moment(),
    /** When it was decided who is told that the start was missed; null before. */
    toldAt: moment(),
  },
  (table) => [
    unique('schedule_starts_once').on(table.scheduleId, table.dueAt),
    index('schedule_starts_company').on(table.companyId, table.dueAt),
    index('schedule_starts_device').on(table.deviceId, table.dueAt),
    index('schedule_starts_run').on(table.runId),
    // For the starts that were missed within a day, of all companies.
    index('schedule_starts_due').on(table.dueAt),
    index('schedule_starts_open')
      .on(table.dueAt)
      .where(sql`${table.state} = 'DUE'`),
    index('schedule_starts_untold')
      .on(table.dueAt)
      .where(sql`${table.state} = 'MISSED' and ${table.toldAt} is null`),
  ],
);
export type StartRow = typeof scheduleStarts.$inferSelect;

/** Days on which plans may pause. Without a site they apply to the whole company. */
export const holidays = ownedTable(
  'holidays',
  {
    siteId: uuid().references(() => sites.id, { onDelete: 'cascade' }),
    date: date({ mode: 'string' }).notNull(),
    name: text().notNull(),
  },
  (table) => [
    uniqueIndex('holidays_day').on(
      table.companyId,
      sql`coalesce(${table.siteId}, '00000000-0000-0000-0000-000000000000')`,
      table.date,
    ),
  ],
);

import {
  otaRecordStates,
  otaTaskKinds,
  otaTaskReasons,
  otaTaskStates,
  type OtaPlan,
  type UpdateWindow,
} from '@sweepline/contract';
import { otaPackageTypes } from '@sweepline/contract/robot';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { sites } from '../places/site-table.ts';
import { devices } from '../devices/device-table.ts';
import { otaPackages } from './ota-package-table.ts';

/** Update tasks. They belong to the company that started them; all their state is here, so that any server continues them. */
export const otaTasks = ownedTable(
  'ota_tasks',
  {
    name: text().notNull(),
    kind: text({ enum: otaTaskKinds }).notNull(),
    state: text({ enum: otaTaskStates }).notNull(),
    reason: text({ enum: otaTaskReasons }),
    packageId: uuid()
      .notNull()
      .references(() => otaPackages.id),
    pkgType: text({ enum: otaPackageTypes }).notNull(),
    /** Of the package: a company below cannot read it any more once it is unlisted. */
    packageName: text().notNull(),
    version: text().notNull(),
    plan: jsonb().$type<OtaPlan>().notNull(),
    /** The plan or its package is forced. */
    force: boolean().notNull(),
    deadline: moment().notNull(),
    /** The highest stage that began; null before the start. */
    stage: integer(),
    createdAt: moment().notNull(),
    createdById: uuid().notNull(),
    /** The user name of that account; commands carry it. */
    by: text().notNull(),
    /** Who asked for the approval; this account cannot approve. */
    submittedById: uuid(),
    approvedById: uuid(),
    approvedAt: moment(),
    /** Of a refused approval; empty otherwise. */
    refusedReasons: text().notNull().default(''),
    startedAt: moment(),
    endedAt: moment(),
    /** When the engine works on the task again; null for a task without work. */
    nextTickAt: moment(),
    joinersAt: moment(),
    canaryAt: moment(),
    revision: integer().notNull().default(1),
    updatedAt: moment().notNull(),
    updatedById: uuid(),
  },
  (table) => [
    index('ota_tasks_company').on(table.companyId, table.createdAt),
    index('ota_tasks_package').on(table.packageId),
    index('ota_tasks_tick')
      .on(table.nextTickAt)
      .where(sql`${table.nextTickAt} is not null`),
  ],
);
export type OtaTaskRow = typeof otaTasks.$inferSelect;

const counter = () => integer().notNull().default(0);

/** The stages of a task with their counters. A tick reads these rows instead of counting the records. */
export const otaStages = ownedTable(
  'ota_stages',
  {
    taskId: uuid()
      .notNull()
      .references(() => otaTasks.id, { onDelete: 'cascade' }),
    stage: integer().notNull(),
    initializing: counter(),
    upgrading: counter(),
    successful: counter(),
    failed: counter(),
    /** Failures before the last resumption of a stopped task: they do not count in its new budget. */
    failedBefore: counter(),
    /** A person continued the task although this stage did not reach its goal. */
    accepted: boolean().notNull().default(false),
    startedAt: moment(),
    completedAt: moment(),
    nextAt: moment(),
  },
  (table) => [
    unique('ota_stages_stage').on(table.taskId, table.stage),
    index('ota_stages_company').on(table.companyId),
  ],
);
export type OtaStageRow = typeof otaStages.$inferSelect;

/**
 * `READY`: waits for its turn; `OFFERED`: its command is decided and may not be sent yet; `SENT`: the robot has the command;
 * `CONFIRMING`: installed, and the version is not reported yet.
 */
export const otaRecordSteps = ['READY', 'OFFERED', 'SENT', 'CONFIRMING', 'ENDED'] as const;

/** The update of one robot by one task. The rows belong to the company of the robot. */
export const otaRecords = ownedTable(
  'ota_records',
  {
    taskId: uuid()
      .notNull()
      .references(() => otaTasks.id, { onDelete: 'cascade' }),
    /** The companies below do not read the task. */
    taskName: text().notNull(),
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    pkgType: text({ enum: otaPackageTypes }).notNull(),
    stage: integer().notNull(),
    /** The order of the robots in their stage. */
    rank: integer().notNull(),
    step: text({ enum: otaRecordSteps }).notNull(),
    state: text({ enum: otaRecordStates }).notNull(),
    phase: text().notNull().default(''),
    since: moment().notNull(),
    fromVersion: text(),
    toVersion: text().notNull(),
    /** Versions on the way and their packages; `wayIndex` is the one that is installed now. */
    way: text().array().notNull(),
    wayPackageIds: uuid().array().notNull(),
    wayIndex: integer().notNull().default(0),
    attempt: integer().notNull().default(0),
    /** Decided before the command is sent, so that it is sent once. */
    commandId: uuid(),
    jobId: uuid(),
    offeredAt: moment(),
    /** The site that this update occupies while it runs. */
    busySiteId: uuid(),
    /** Why the command is to be taken back: the task ended, or it stands still, or the customer postponed it. */
    withdraw: text({ enum: ['CANCEL', 'STOP', 'POSTPONE'] }),
    withdrawnAt: moment(),
    code: text().notNull().default(''),
    retryAt: moment(),
    postponedUntil: moment(),
    /** The robot finished; its report of the version is awaited from then on. */
    finishedAt: moment(),
    /** The robot reported other versions after the end of this record. */
    changedAt: moment(),
    noticedAt: moment(),
    startedAt: moment(),
    endedAt: moment(),
  },
  (table) => [
    // At most one open update of a robot and type, whatever the task.
    uniqueIndex('ota_records_open')
      .on(table.deviceId, table.pkgType)
      .where(sql`${table.endedAt} is null`),
    unique('ota_records_task').on(table.taskId, table.deviceId),
    index('ota_records_device').on(table.deviceId, table.id),
    index('ota_records_company').on(table.companyId),
    index('ota_records_stage').on(table.taskId, table.stage, table.rank),
    index('ota_records_ready')
      .on(table.taskId, table.stage, table.rank)
      .where(sql`${table.step} = 'READY'`),
    index('ota_records_unnoticed')
      .on(table.taskId, table.stage)
      .where(sql`${table.step} = 'READY' and ${table.noticedAt} is null`),
    index('ota_records_flight')
      .on(table.taskId)
      .where(sql`${table.step} in ('OFFERED', 'SENT', 'CONFIRMING')`),
    index('ota_records_site')
      .on(table.busySiteId)
      .where(sql`${table.busySiteId} is not null`),
    index('ota_records_changed')
      .on(table.taskId)
      .where(sql`${table.changedAt} is not null`),
  ],
);
export type OtaRecordRow = typeof otaRecords.$inferSelect;

/** What people and the server did with a task. */
export const otaTaskEvents = ownedTable(
  'ota_task_events',
  {
    taskId: uuid()
      .notNull()
      .references(() => otaTasks.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    /** Null for the server. */
    accountId: uuid(),
    act: text().notNull(),
    state: text({ enum: otaTaskStates }).notNull(),
    reason: text().notNull().default(''),
  },
  (table) => [
    index('ota_task_events_task').on(table.taskId, table.id),
    index('ota_task_events_company').on(table.companyId),
  ],
);

/** When robots of a site may be updated, in its local time. Without a row: at any time. */
export const siteUpdateWindows = ownedTable(
  'site_update_windows',
  {
    siteId: uuid()
      .notNull()
      .unique()
      .references(() => sites.id, { onDelete: 'cascade' }),
    window: jsonb().$type<UpdateWindow>().notNull(),
    updatedAt: moment().notNull(),
    updatedById: uuid().notNull(),
  },
  (table) => [index('site_update_windows_company').on(table.companyId)],
);

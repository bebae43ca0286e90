import { finishes, patterns, strategies, taskStates, type ZoneWishes } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { doublePrecision, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { searchIndex } from '../../platform/db/search-index.ts';
import { devices } from '../devices/device-table.ts';
import { maps } from '../places/map-table.ts';

/** What to clean, where and how. A deleted task is stored for its reports and not shown elsewhere. */
export const tasks = ownedTable(
  'tasks',
  {
    name: text().notNull(),
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    mapId: uuid()
      .notNull()
      .references(() => maps.id),
    /** CLEAN zones of the map, in cleaning order. */
    zoneIds: text().array().notNull(),
    cleaningMode: text().notNull(),
    strength: text().notNull(),
    repetitions: integer().notNull(),
    strategy: text({ enum: strategies }).notNull(),
    pattern: text({ enum: patterns }).notNull(),
    finish: text({ enum: finishes }).notNull(),
    /** Cleaning parameters of a zone that differ from the task's, by zone id. */
    zoneWishes: jsonb().$type<ZoneWishes>().notNull().default({}),
    state: text({ enum: taskStates }).notNull(),
    plannedM2: doublePrecision('planned_m2').notNull(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    /** Null for a task from before this was stored. */
    createdBy: text(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    index('tasks_company_updated').on(table.companyId, table.updatedAt),
    index('tasks_device').on(table.deviceId),
    index('tasks_map').on(table.mapId),
    searchIndex('tasks_search', table.companyId, table.name),
  ],
);

/** A named template of a task's work, to create tasks from. */
export const taskTemplates = ownedTable(
  'task_templates',
  {
    name: text().notNull(),
    mapId: uuid()
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    zoneIds: text().array().notNull(),
    cleaningMode: text().notNull(),
    strength: text().notNull(),
    repetitions: integer().notNull(),
    strategy: text({ enum: strategies }).notNull(),
    pattern: text({ enum: patterns }).notNull(),
    finish: text({ enum: finishes }).notNull(),
    zoneWishes: jsonb().$type<ZoneWishes>().notNull().default({}),
    createdAt: moment().notNull(),
    createdBy: text().notNull(),
  },
  (table) => [uniqueIndex('task_templates_name').on(table.companyId, sql`lower(${table.name})`)],
);

import { doorActs, doorKinds, doorOutcomes } from '@sweepline/contract';
import { doorStates } from '@sweepline/contract/robot';
import { sql } from 'drizzle-orm';
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { elevatorModules, elevatorProjects } from './elevator-table.ts';

/** Doors and gates of a project, and what their module last said. `companyId` is that of the project. */
export const accessDoors = ownedTable(
  'access_doors',
  {
    projectId: uuid()
      .notNull()
      .references(() => elevatorProjects.id, { onDelete: 'cascade' }),
    number: text().notNull(),
    name: text().notNull(),
    kind: text({ enum: doorKinds }).notNull(),
    moduleId: uuid().references(() => elevatorModules.id),
    state: text({ enum: doorStates }).notNull().default('UNKNOWN'),
    fault: text(),
    /** When the server received the last change. */
    changedAt: moment(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    uniqueIndex('access_doors_number').on(table.projectId, table.number),
    // A module names its doors by their numbers.
    uniqueIndex('access_doors_of_module').on(table.moduleId, table.number),
    index('access_doors_company').on(table.companyId),
  ],
);
export type AccessDoorRow = typeof accessDoors.$inferSelect;

/** Requests to open and close doors. */
export const doorRecords = ownedTable(
  'door_records',
  {
    doorId: uuid()
      .notNull()
      .references(() => accessDoors.id, { onDelete: 'cascade' }),
    act: text({ enum: doorActs }).notNull(),
    by: text().notNull(),
    reason: text().notNull(),
    requestedAt: moment().notNull(),
    openedAt: moment(),
    closedAt: moment(),
    outcome: text({ enum: doorOutcomes }),
    detail: text().notNull().default(''),
  },
  (table) => [
    index('door_records_door').on(table.doorId, table.requestedAt),
    index('door_records_company').on(table.companyId, table.requestedAt),
    // Few of the records: each change of a door looks for them.
    index('door_records_open')
      .on(table.doorId)
      .where(sql`${table.outcome} is null or (${table.openedAt} is not null and ${table.closedAt} is null)`),
  ],
);

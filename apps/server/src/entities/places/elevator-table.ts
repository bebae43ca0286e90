import { moduleTypes, type DoorSide, type ElevatorCar } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { maps } from './map-table.ts';
import { floors, sites } from './site-table.ts';

const stamps = {
  version: integer().notNull().default(1),
  createdAt: moment().notNull(),
  updatedAt: moment().notNull(),
  updatedBy: text().notNull(),
};

const projectId = () =>
  uuid()
    .notNull()
    .references(() => elevatorProjects.id, { onDelete: 'cascade' });

/** The elevators of a site with what belongs to them. `companyId` is that of the site. */
export const elevatorProjects = ownedTable(
  'elevator_projects',
  {
    number: text().notNull(),
    name: text().notNull(),
    siteId: uuid()
      .notNull()
      .references(() => sites.id),
    /** Empty for the address of the site. */
    address: text().notNull().default(''),
    scene: text().notNull().default(''),
    property: text().notNull().default(''),
    ...stamps,
  },
  (table) => [
    uniqueIndex('elevator_projects_number').on(table.companyId, table.number),
    index('elevator_projects_site').on(table.siteId),
  ],
);
export type ElevatorProjectRow = typeof elevatorProjects.$inferSelect;

/** Controllers of elevators, and what they last said. */
export const elevatorModules = ownedTable(
  'elevator_modules',
  {
    projectId: projectId(),
    number: text().notNull(),
    /** Also the MQTT user name. A trigger of `devices` keeps robots from it. */
    serial: text().notNull(),
    manufacturer: text().notNull(),
    type: text({ enum: moduleTypes }).notNull(),
    /** SHA-256 of the random 256-bit secret, hex. */
    secretHash: text().notNull(),
    softwareVersion: text(),
    online: boolean().notNull().default(false),
    lastSeenAt: moment(),
    ...stamps,
  },
  (table) => [
    uniqueIndex('elevator_modules_number').on(table.projectId, table.number),
    uniqueIndex('elevator_modules_serial').on(sql`lower(${table.serial})`),
    index('elevator_modules_company').on(table.companyId),
  ],
);
export type ElevatorModuleRow = typeof elevatorModules.$inferSelect;

export const elevators = ownedTable(
  'elevators',
  {
    projectId: projectId(),
    /** That of the project: points of its maps name elevators by their number. */
    siteId: uuid()
      .notNull()
      .references(() => sites.id),
    number: text().notNull(),
    name: text().notNull(),
    moduleId: uuid().references(() => elevatorModules.id),
    cars: jsonb().$type<ElevatorCar[]>().notNull(),
    ...stamps,
  },
  (table) => [
    uniqueIndex('elevators_number').on(table.siteId, table.number),
    index('elevators_project').on(table.projectId),
    index('elevators_company').on(table.companyId),
    index('elevators_module').on(table.moduleId),
  ],
);
export type ElevatorRow = typeof elevators.$inferSelect;

/** Where an elevator stops. Floors and maps may be deleted; the label stays and is shown as incomplete. */
export const elevatorFloors = ownedTable(
  'elevator_floors',
  {
    elevatorId: uuid()
      .notNull()
      .references(() => elevators.id, { onDelete: 'cascade' }),
    /** From the lowest. */
    position: integer().notNull(),
    label: text().notNull(),
    floorId: uuid().references(() => floors.id, { onDelete: 'set null' }),
    mapId: uuid().references(() => maps.id, { onDelete: 'set null' }),
    doors: text().array().$type<DoorSide[]>().notNull(),
  },
  (table) => [
    uniqueIndex('elevator_floors_label').on(table.elevatorId, table.label),
    index('elevator_floors_company').on(table.companyId),
    index('elevator_floors_floor').on(table.floorId),
    index('elevator_floors_map').on(table.mapId),
  ],
);

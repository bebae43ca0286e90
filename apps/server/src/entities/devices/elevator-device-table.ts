import { index, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ownedTable } from '../../platform/db/columns.ts';
import { elevatorProjects } from '../places/elevator-table.ts';
import { devices } from './device-table.ts';

/** Robots that may ride in the elevators of a project. */
export const elevatorDevices = ownedTable(
  'elevator_devices',
  {
    projectId: uuid()
      .notNull()
      .references(() => elevatorProjects.id, { onDelete: 'cascade' }),
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('elevator_devices_device').on(table.projectId, table.deviceId),
    index('elevator_devices_company').on(table.companyId),
    index('elevator_devices_of').on(table.deviceId),
  ],
);

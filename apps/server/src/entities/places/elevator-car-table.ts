import type { carMotions, elevatorModes, ModuleState } from '@sweepline/contract/robot';
import { index, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { elevators } from './elevator-table.ts';

/** What the module of an elevator last said about each car. */
export const elevatorCars = ownedTable(
  'elevator_cars',
  {
    elevatorId: uuid()
      .notNull()
      .references(() => elevators.id, { onDelete: 'cascade' }),
    carId: text().notNull(),
    /** As the elevator calls it. */
    floor: text().notNull(),
    doors: jsonb().$type<ModuleState['doors']>().notNull(),
    motion: text().$type<(typeof carMotions)[number]>().notNull(),
    mode: text().$type<(typeof elevatorModes)[number]>().notNull(),
    /** The ride that has the car for itself. */
    rideId: text(),
    fault: text(),
    /** When the server received the last change. */
    changedAt: moment().notNull(),
  },
  (table) => [
    uniqueIndex('elevator_cars_car').on(table.elevatorId, table.carId),
    index('elevator_cars_company').on(table.companyId),
  ],
);

import { elevatorTestStates, type ElevatorTestStepRow } from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { index, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { elevators } from './elevator-table.ts';

/** Commissioning tests of elevators. The id is the `rideId` of their commands. */
export const elevatorTests = ownedTable(
  'elevator_tests',
  {
    elevatorId: uuid()
      .notNull()
      .references(() => elevators.id, { onDelete: 'cascade' }),
    carId: text().notNull(),
    from: text().notNull(),
    to: text().notNull(),
    state: text({ enum: elevatorTestStates }).notNull(),
    steps: jsonb().$type<ElevatorTestStepRow[]>().notNull(),
    startedAt: moment().notNull(),
    startedBy: text().notNull(),
    endedAt: moment(),
  },
  (table) => [
    index('elevator_tests_elevator').on(table.elevatorId, table.startedAt),
    index('elevator_tests_company').on(table.companyId),
    // Of two servers that start a test at the same time one is refused.
    uniqueIndex('elevator_tests_running')
      .on(table.elevatorId)
      .where(sql`${table.state} = 'RUNNING'`),
  ],
);
export type ElevatorTestDbRow = typeof elevatorTests.$inferSelect;

import {
  endedRideStatuses,
  rideGrants,
  ridePlaces,
  rideStatuses,
  type RideEvent,
  type RideStatus,
} from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { elevators } from './elevator-table.ts';

/** A durable message of the robot that the owner of the elevator may not have received. */
export interface StoredReport {
  event: 'REQUEST' | 'STATUS' | 'RELEASE';
  status: RideStatus;
  code: string;
  /** Orders the messages of the robot. */
  order: number;
}

/**
 * Rides of robots in elevators. A ride is a row of the company of the elevator, and a second one of the robot's company if that is
 * another, so that each company reads its own row and the row-level security hides the other one.
 */
export const elevatorRides = ownedTable(
  'elevator_rides',
  {
    /** Equal in both rows; also the `rideId` of the commands for the module. */
    rideId: uuid().notNull(),
    /** The row of the robot's company beside that of the elevator's company. */
    isTwin: boolean().notNull(),
    /** The `rideId` of the robot. */
    robotRideId: text().notNull(),
    deviceId: uuid().notNull(),
    deviceCompanyId: uuid().notNull(),
    elevatorId: uuid().references(() => elevators.id, { onDelete: 'set null' }),
    elevatorNumber: text().notNull(),
    siteName: text().notNull(),
    runId: uuid(),
    fromFloor: text().notNull(),
    toFloor: text().notNull(),
    carId: text(),
    status: text({ enum: rideStatuses }).notNull(),
    code: text().notNull(),
    place: text({ enum: ridePlaces }).notNull(),
    grant: text({ enum: rideGrants }).notNull(),
    queuePos: integer(),
    /** Whether the robot may have been told that it may enter. */
    isOpened: boolean().notNull().default(false),
    requestedAt: moment().notNull(),
    statusAt: moment().notNull(),
    openedAt: moment(),
    boardedAt: moment(),
    leftAt: moment(),
    endedAt: moment(),
    holdsCar: boolean().notNull().default(false),
    /** Written by calls only, and read by the owner of the elevator. */
    abortedBy: text(),
    abortReason: text(),
    releasedBy: text(),
    releaseReason: text(),
    /** Written by the owner of the robot only. */
    report: jsonb().$type<StoredReport>(),
    events: jsonb().$type<RideEvent[]>().notNull(),
  },
  (table) => [
    uniqueIndex('elevator_rides_ride').on(table.rideId, table.isTwin),
    uniqueIndex('elevator_rides_robot').on(table.deviceId, table.robotRideId, table.isTwin),
    index('elevator_rides_company').on(table.companyId, table.requestedAt),
    index('elevator_rides_device').on(table.deviceId, table.requestedAt),
    index('elevator_rides_elevator').on(table.elevatorId, table.requestedAt),
    // Few of the rides: the owners of the elevators read them again and again.
    index('elevator_rides_open')
      .on(table.elevatorId)
      .where(sql`${table.endedAt} is null or ${table.holdsCar}`),
  ],
);
export type ElevatorRideRow = typeof elevatorRides.$inferSelect;

const ended: readonly RideStatus[] = endedRideStatuses;
export const isEndedRide = (status: RideStatus): boolean => ended.includes(status);

import type { Input, Ride, rideCalls } from '@sweepline/contract';
import { and, desc, eq, gte, ilike, inArray, lte, or, sql, type SQL } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { elevatorRides } from '../../../entities/places/elevator-ride-table.ts';
import { elevators } from '../../../entities/places/elevator-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, visible } from '../../../platform/db/page.ts';

type Filters = Pick<
  Input<typeof rideCalls.list>,
  'keyword' | 'deviceId' | 'elevatorId' | 'siteId' | 'status' | 'from' | 'to'
>;

/** A reader of both companies sees the row of the elevator's company only. */
const isOnce = sql`(not ${elevatorRides.isTwin} or not exists (
  select 1 from ${elevatorRides} main where main.ride_id = ${elevatorRides.rideId} and not main.is_twin))`;

export const rideFilter = (db: Tx, filters: Filters): SQL | undefined => {
  const { keyword, deviceId, elevatorId, siteId, status, from, to } = filters;
  return and(
    visible(db, elevatorRides),
    isOnce,
    keyword
      ? or(
          ilike(elevatorRides.elevatorNumber, contains(keyword)),
          ilike(elevatorRides.siteName, contains(keyword)),
          ilike(devices.nickname, contains(keyword)),
        )
      : undefined,
    deviceId ? eq(elevatorRides.deviceId, deviceId) : undefined,
    elevatorId ? eq(elevatorRides.elevatorId, elevatorId) : undefined,
    siteId ? eq(elevators.siteId, siteId) : undefined,
    status && status.length > 0 ? inArray(elevatorRides.status, status) : undefined,
    from ? gte(elevatorRides.requestedAt, from) : undefined,
    to ? lte(elevatorRides.requestedAt, to) : undefined,
  );
};

/** Rides, newest first. Robot and elevator of a company that the reader does not see are null. */
export const rideRows = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      ride: elevatorRides,
      deviceName: devices.nickname,
      sn: devices.sn,
      elevatorName: elevators.name,
    })
    .from(elevatorRides)
    .leftJoin(devices, and(eq(devices.id, elevatorRides.deviceId), visible(db, devices)))
    .leftJoin(elevators, and(eq(elevators.id, elevatorRides.elevatorId), visible(db, elevators)))
    .where(where)
    .orderBy(desc(elevatorRides.requestedAt), desc(elevatorRides.id))
    .$dynamic();
export type RideRow = Awaited<ReturnType<typeof rideRows>>[number];

export const countRides = async (db: Tx, where: SQL | undefined): Promise<number> => {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(elevatorRides)
    .leftJoin(devices, and(eq(devices.id, elevatorRides.deviceId), visible(db, devices)))
    .leftJoin(elevators, and(eq(elevators.id, elevatorRides.elevatorId), visible(db, elevators)))
    .where(where);
  return row?.total ?? 0;
};

export function rideOf({ ride, deviceName, sn, elevatorName }: RideRow): Ride {
  const { elevatorId } = ride;
  return {
    id: ride.id,
    device: sn === null ? null : { id: ride.deviceId, name: deviceName || sn },
    elevator: elevatorName === null || elevatorId === null ? null : { id: elevatorId, name: elevatorName },
    elevatorNumber: ride.elevatorNumber,
    siteName: ride.siteName,
    runId: sn === null ? null : ride.runId,
    carId: ride.carId,
    fromFloor: ride.fromFloor,
    toFloor: ride.toFloor,
    status: ride.status,
    code: ride.code,
    place: ride.place,
    grant: ride.grant,
    queuePos: ride.queuePos,
    requestedAt: ride.requestedAt,
    openedAt: ride.openedAt,
    boardedAt: ride.boardedAt,
    leftAt: ride.leftAt,
    endedAt: ride.endedAt,
    holdsCar: ride.holdsCar,
  };
}

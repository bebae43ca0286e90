import { topics, type DoorSide, type RideEvent } from '@sweepline/contract';
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { elevatorCars } from '../../entities/places/elevator-car-table.ts';
import { elevatorRides, type ElevatorRideRow } from '../../entities/places/elevator-ride-table.ts';
import { elevatorFloors } from '../../entities/places/elevator-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { CarView } from './ride-rules.ts';

/** The columns of a ride that the owner of its elevator writes. */
export type RideChange = Partial<
  Pick<
    ElevatorRideRow,
    | 'carId'
    | 'status'
    | 'statusAt'
    | 'code'
    | 'place'
    | 'grant'
    | 'queuePos'
    | 'isOpened'
    | 'openedAt'
    | 'boardedAt'
    | 'leftAt'
    | 'endedAt'
    | 'holdsCar'
  >
>;
/** Enough for a ride with many tries; the newest stay. */
const maxEvents = 200;

type DoorsOfStops = ReadonlyMap<string, DoorSide>;
const stopKey = (elevatorId: string, label: string) => `${elevatorId} ${label}`;

/** The rides of these elevators that go on or hold a car, oldest first, with the doors of their stops. */
export const readOpenRides = (db: Db, elevatorIds: readonly string[]) =>
  inScope(
    db,
    '*',
    async (tx) => {
      const rides = await tx
        .select()
        .from(elevatorRides)
        .where(
          and(
            inArray(elevatorRides.elevatorId, [...elevatorIds]),
            eq(elevatorRides.isTwin, false),
            or(isNull(elevatorRides.endedAt), eq(elevatorRides.holdsCar, true)),
          ),
        )
        .orderBy(asc(elevatorRides.requestedAt), asc(elevatorRides.id));
      const used = [...new Set(rides.flatMap(({ elevatorId }) => elevatorId ?? []))];
      const stops =
        used.length === 0
          ? []
          : await tx.select().from(elevatorFloors).where(inArray(elevatorFloors.elevatorId, used));
      const doors: DoorsOfStops = new Map(
        stops.flatMap((stop): [string, DoorSide][] =>
          stop.doors[0] ? [[stopKey(stop.elevatorId, stop.label), stop.doors[0]]] : [],
        ),
      );
      return {
        rides,
        doorOf: (elevatorId: string, label: string): DoorSide =>
          doors.get(stopKey(elevatorId, label)) ?? 'FRONT',
      };
    },
    { readOnly: true },
  );

/** What the modules of these elevators last said about their cars. */
export const readCars = (db: Db, elevatorIds: readonly string[]) =>
  inScope(
    db,
    '*',
    async (tx) => {
      const rows = await tx
        .select()
        .from(elevatorCars)
        .where(inArray(elevatorCars.elevatorId, [...elevatorIds]));
      return rows.map(({ elevatorId, carId, floor, doors, motion, mode, rideId }) => {
        const view: CarView = { floor, doors, motion, mode, leasedBy: rideId };
        return { elevatorId, carId, view };
      });
    },
    { readOnly: true },
  );

/** Stores a change of a ride in both of its rows, with the entries of its timeline, and tells the pages. */
export async function storeRide(
  { db, bus }: { db: Db; bus: Bus },
  rideId: string,
  change: RideChange,
  events: readonly RideEvent[],
): Promise<void> {
  const companies = await inScope(db, '*', async (tx) => {
    const rows = await tx.select().from(elevatorRides).where(eq(elevatorRides.rideId, rideId)).for('update');
    for (const row of rows)
      await tx
        .update(elevatorRides)
        .set({ ...change, events: [...row.events, ...events].slice(-maxEvents) })
        .where(eq(elevatorRides.id, row.id));
    return rows.map(({ companyId, elevatorId }) => ({ companyId, elevatorId }));
  });
  for (const { companyId, elevatorId } of companies)
    if (elevatorId) bus.publish(topics.lifts, { changes: [{ id: elevatorId }] }, { companyId });
}

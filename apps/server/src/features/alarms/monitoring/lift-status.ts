import type { monitorCalls, Output } from '@sweepline/contract';
import { and, desc, eq, isNull, or } from 'drizzle-orm';
import { elevatorCars } from '../../../entities/places/elevator-car-table.ts';
import { elevatorRides, type ElevatorRideRow } from '../../../entities/places/elevator-ride-table.ts';
import { elevatorFloors, elevators } from '../../../entities/places/elevator-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

type LiftRide = NonNullable<Output<typeof monitorCalls.liftStatus>['ride']>;

/** The door of the floor where the robot enters or leaves. */
async function readDoor(db: Tx, { elevatorId, status, fromFloor, toFloor }: ElevatorRideRow) {
  const label = status === 'RIDING' || status === 'EXITING' ? toFloor : fromFloor;
  const [stop] = await db
    .select({ doors: elevatorFloors.doors })
    .from(elevatorFloors)
    .where(and(eq(elevatorFloors.elevatorId, elevatorId ?? ''), eq(elevatorFloors.label, label)));
  return stop?.doors[0] ?? 'FRONT';
}

async function readCar(db: Tx, ride: ElevatorRideRow): Promise<LiftRide['car']> {
  const { elevatorId, carId } = ride;
  if (elevatorId === null || carId === null) return null;
  const [car] = await db
    .select()
    .from(elevatorCars)
    .where(
      and(visible(db, elevatorCars), eq(elevatorCars.elevatorId, elevatorId), eq(elevatorCars.carId, carId)),
    );
  if (!car) return null;
  const { floor, doors, motion, mode, changedAt } = car;
  const door = doors[await readDoor(db, ride)] ?? null;
  return { id: carId, floor, door, motion, mode, changedAt };
}

/** The ride of a robot that goes on, or that failed and still holds its car. */
export async function readLiftStatus(db: Tx, deviceId: string): Promise<LiftRide | null> {
  const [row] = await db
    .select({ ride: elevatorRides, elevatorName: elevators.name })
    .from(elevatorRides)
    .leftJoin(elevators, and(eq(elevators.id, elevatorRides.elevatorId), visible(db, elevators)))
    .where(
      and(
        visible(db, elevatorRides),
        eq(elevatorRides.deviceId, deviceId),
        or(isNull(elevatorRides.endedAt), eq(elevatorRides.holdsCar, true)),
      ),
    )
    .orderBy(desc(elevatorRides.requestedAt))
    .limit(1);
  if (!row) return null;
  const { ride, elevatorName } = row;
  const { id, fromFloor, toFloor, status, grant, queuePos, requestedAt: since } = ride;
  const name = elevatorName ?? ride.elevatorNumber;
  return {
    id,
    elevatorName: name,
    fromFloor,
    toFloor,
    since,
    status,
    grant,
    queuePos,
    car: await readCar(db, ride),
  };
}

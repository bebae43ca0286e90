import type { DeviceLive } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import type { ElevatorRideRow } from '../../../entities/places/elevator-ride-table.ts';
import { elevatorFloors } from '../../../entities/places/elevator-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import type { Tx } from '../../../platform/db/db.ts';

/** A robot that stands so far from the place in the car is outside its door. */
const outsideM = 1.5;

/**
 * Whether the robot of a failed ride is known to be outside: by its own word, or because it is online and sure of a place on a floor of
 * the elevator that is away from the car.
 */
export async function isOutsideNow(
  db: Tx,
  { elevatorId, elevatorNumber, place }: ElevatorRideRow,
  live: DeviceLive | undefined,
): Promise<boolean> {
  if (place === 'OUTSIDE') return true;
  const position = live?.connection.state === 'ONLINE' ? live.position?.value : undefined;
  if (!position?.localized || elevatorId === null) return false;
  const stops = await db
    .select({ id: maps.id, elements: maps.elements })
    .from(elevatorFloors)
    .innerJoin(maps, eq(maps.id, elevatorFloors.mapId))
    .where(eq(elevatorFloors.elevatorId, elevatorId));
  const map = stops.find(({ id }) => id === position.mapId);
  const inside = map?.elements.points.find(
    ({ type, liftId }) => type === 'LIFT_INSIDE' && liftId === elevatorNumber,
  );
  if (!inside) return false;
  return Math.hypot(inside.x - position.x, inside.y - position.y) > outsideM;
}

import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { elevatorRides } from './elevator-ride-table.ts';

/** Whether a robot is on its way into a car, in it, or on its way out. A ride that failed is over: the robot may be driven out. */
export async function isInCar(db: Tx, deviceId: string): Promise<boolean> {
  const [ride] = await db
    .select({ id: elevatorRides.id })
    .from(elevatorRides)
    .where(
      and(
        eq(elevatorRides.deviceId, deviceId),
        isNull(elevatorRides.endedAt),
        inArray(elevatorRides.status, ['ENTERING', 'RIDING', 'EXITING']),
      ),
    )
    .limit(1);
  return ride !== undefined;
}

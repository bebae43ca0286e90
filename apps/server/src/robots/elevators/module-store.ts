import type { ModuleState } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { elevatorCars } from '../../entities/places/elevator-car-table.ts';
import { elevatorModules } from '../../entities/places/elevator-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { ModuleRegistration } from './module-registry.ts';

interface CarState {
  companyId: string;
  elevatorId: string;
  state: ModuleState;
  at: string;
}

/** Stores the state of a car in place of the one before. */
export const storeCar = (db: Db, { companyId, elevatorId, state, at }: CarState) =>
  inScope(db, '*', async (tx) => {
    const { carId, floor, doors, motion, mode, lease, fault } = state;
    const row = { floor, doors, motion, mode, rideId: lease?.rideId ?? null, fault, changedAt: at };
    await tx
      .insert(elevatorCars)
      .values({ id: newId(), companyId, elevatorId, carId, ...row })
      .onConflictDoUpdate({ target: [elevatorCars.elevatorId, elevatorCars.carId], set: row });
  });

/** Stores whether a module is connected, its version and its last message. */
export const storeModule = (db: Db, { moduleId, online, softwareVersion, lastSeenAt }: ModuleRegistration) =>
  inScope(db, '*', (tx) =>
    tx
      .update(elevatorModules)
      .set({ online, softwareVersion, lastSeenAt })
      .where(eq(elevatorModules.id, moduleId)),
  );

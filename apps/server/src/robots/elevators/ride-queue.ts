import type { DrivenRide, SeenCar } from './driven-ride.ts';
import type { ModuleRegistration } from './module-registry.ts';
import { hasCar, isForbiddenMode } from './ride-rules.ts';

/**
 * Deals the cars of an elevator to its rides, first come, first served: each car has one ride at most. A waiting ride that no car can
 * take is refused.
 */
export function assignCars(
  module: Pick<ModuleRegistration, 'online' | 'elevators'>,
  rides: readonly DrivenRide[],
  carOf: (carId: string) => SeenCar | undefined,
): void {
  const elevatorId = rides[0]?.elevatorId;
  const carIds = module.elevators.find(({ id }) => id === elevatorId)?.carIds ?? [];
  const usable = carIds.filter((carId) => {
    const car = carOf(carId);
    return car !== undefined && !isForbiddenMode(car.mode);
  });
  let waitingBefore = 0;
  for (const driven of rides) {
    const { ride } = driven;
    if (ride.status === 'WAITING' && !ride.denied) {
      if (!module.online) driven.ride = { ...ride, denied: 'MODULE_OFFLINE' };
      else if (usable.length === 0 || (ride.carId !== undefined && !usable.includes(ride.carId)))
        driven.ride = { ...ride, denied: 'LIFT_MODE' };
      else if (ride.carId === undefined) {
        const taken = new Set(rides.filter((it) => hasCar(it.ride)).map((it) => it.ride.carId));
        const carId = usable.find((id) => !taken.has(id));
        if (carId !== undefined) driven.ride = { ...ride, carId };
      }
    }
    driven.queuePos = driven.ride.status === 'WAITING' ? waitingBefore++ : null;
  }
}

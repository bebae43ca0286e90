import type { Pose } from '@sweepline/map-core';
import { pick, type Random } from '../../random.ts';
import type { World } from '../../world/world.ts';
import { newId } from '../ids.ts';
import type { Robot } from '../robot.ts';
import { Ride } from './ride.ts';
import { startRide, type Floors } from './riding.ts';

/** Where an elevator stops, with the map of the floor and the points on it. */
interface RideStop {
  floor: string;
  world: World;
  call: Pose;
  entry: Pose;
  inside: Pose;
}

/** The elevator that a robot uses without being told by the server. */
export interface RideStops {
  liftId: string;
  stops: readonly RideStop[];
  /** The shortest and the longest time between two trips to another floor; no trips without it. */
  tripEveryS?: readonly [number, number] | undefined;
}

/** A person sends the robot to another floor. False if it stands on none of the floors. */
export function rideElsewhere(
  robot: Robot,
  { liftId, stops }: RideStops,
  floors: Floors,
  { now, random }: { now: () => number; random: Random },
): boolean {
  const from = stops.find(({ world }) => world.mapId === robot.world.mapId);
  const to = pick(
    random,
    stops.filter((stop) => stop !== from),
  );
  if (!from || !to || robot.ride) return false;
  const { x, y, theta } = to.entry;
  const plan = {
    rideId: newId(),
    liftId,
    fromFloor: from.floor,
    toFloor: to.floor,
    call: from.call,
    entry: from.entry,
    inside: from.inside,
    exitMapId: to.world.mapId,
    exit: { x, y, theta: theta > 0 ? theta - Math.PI : theta + Math.PI },
  };
  startRide(robot, new Ride(plan, now), floors);
  return true;
}

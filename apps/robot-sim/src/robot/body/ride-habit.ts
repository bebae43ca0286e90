import { between, randomFrom, seedFor, type Random } from '../../random.ts';
import { rideElsewhere, type RideStops } from '../drive/ride-stops.ts';
import type { Floors } from '../drive/riding.ts';
import type { Robot } from '../robot.ts';
import { goHome } from './servicing.ts';

interface Trips {
  rides: RideStops;
  floors: Floors;
  /** The shortest and the longest time between two trips, in seconds. */
  everyS: readonly [number, number];
  now: () => number;
  random: Random;
}

const minSoc = 40;
const stayS = 45;

/** A person sends an idle robot to another floor now and then, and back again. */
export class RideHabit {
  readonly #robot: Robot;
  readonly #trips: Trips;
  readonly #home: string;
  #waitS: number;

  constructor(robot: Robot, trips: Trips) {
    this.#robot = robot;
    this.#trips = trips;
    this.#home = trips.rides.stops[0]!.world.mapId;
    this.#waitS = between(trips.random, ...trips.everyS) / 3;
  }

  /** Simulated seconds. */
  advance(seconds: number): void {
    const robot = this.#robot;
    const isIdle = ['STANDBY', 'CHARGING'].includes(robot.mode) && robot.activity.idle && !robot.immobile;
    if (!isIdle || robot.teleop.open || robot.ride) return;
    this.#waitS -= seconds;
    if (this.#waitS > 0) return;
    const { rides, floors, everyS, now, random } = this.#trips;
    const isHome = robot.world.mapId === this.#home;
    if (isHome && !robot.power.docked && robot.dock) return robot.activity.start(goHome(robot));
    if (isHome && robot.power.socPct < minSoc) return;
    const goal = rides.stops.find(({ world }) => (world.mapId === this.#home) !== isHome);
    const to = isHome
      ? rides
      : {
          ...rides,
          stops: rides.stops.filter((stop) => stop === goal || stop.world.mapId === robot.world.mapId),
        };
    rideElsewhere(robot, to, floors, { now, random });
    this.#waitS = isHome ? stayS : between(random, ...everyS);
  }
}

interface HabitSetup {
  identity: { serialNumber: string };
  seed: number;
  rides?: RideStops | undefined;
}

/** The trips of a robot, if it makes any. */
export function rideHabitOf(
  { identity, seed, rides }: HabitSetup,
  { robot, mapStorage }: { robot: Robot; mapStorage: Floors },
  now: () => number,
): RideHabit | undefined {
  if (!rides?.tripEveryS) return undefined;
  const random = randomFrom(seedFor(`${identity.serialNumber} rides`, seed));
  return new RideHabit(robot, { rides, floors: mapStorage, everyS: rides.tripEveryS, now, random });
}

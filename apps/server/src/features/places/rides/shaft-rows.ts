import type { Input, rideCalls, Shaft } from '@sweepline/contract';
import { and, asc, eq, ilike, isNull, or } from 'drizzle-orm';
import { elevatorCars } from '../../../entities/places/elevator-car-table.ts';
import { elevatorRides } from '../../../entities/places/elevator-ride-table.ts';
import {
  elevatorFloors,
  elevatorModules,
  elevatorProjects,
  elevators,
} from '../../../entities/places/elevator-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, counted, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { rideOf, rideRows } from './ride-rows.ts';

type Cars = (typeof elevatorCars.$inferSelect)[];

const carsOf = (all: readonly { id: string; name: string }[], states: Cars): Shaft['cars'] =>
  all.map(({ id, name }) => {
    const state = states.find(({ carId }) => carId === id);
    return {
      id,
      name,
      floor: state?.floor ?? null,
      doors: state?.doors ?? {},
      motion: state?.motion ?? 'UNKNOWN',
      mode: state?.mode ?? 'UNKNOWN',
      leased: state !== undefined && state.rideId !== null,
      fault: state?.fault ?? null,
      changedAt: state?.changedAt ?? null,
    };
  });

/** The cars, the stops and the present rides of these elevators. */
async function readParts(db: Tx, ids: readonly string[]) {
  const states = await db.select().from(elevatorCars).where(inValues(elevatorCars.elevatorId, ids));
  const stops = await db
    .select()
    .from(elevatorFloors)
    .where(inValues(elevatorFloors.elevatorId, ids))
    .orderBy(asc(elevatorFloors.position));
  const rides = await rideRows(
    db,
    and(
      visible(db, elevatorRides),
      eq(elevatorRides.isTwin, false),
      inValues(elevatorRides.elevatorId, ids),
      or(isNull(elevatorRides.endedAt), eq(elevatorRides.holdsCar, true)),
    ),
  );
  return { states, stops, rides };
}

/** One page of elevators with what their modules last said and the rides that go on. */
export async function readShafts(db: Tx, input: Input<typeof rideCalls.shafts>) {
  const { keyword, siteId, elevatorId } = input;
  const where = and(
    visible(db, elevators),
    keyword
      ? or(ilike(elevators.name, contains(keyword)), ilike(elevators.number, contains(keyword)))
      : undefined,
    siteId ? eq(elevators.siteId, siteId) : undefined,
    elevatorId ? eq(elevators.id, elevatorId) : undefined,
  );
  const query = db
    .select({
      elevator: elevators,
      project: elevatorProjects.name,
      site: sites.name,
      online: elevatorModules.online,
    })
    .from(elevators)
    .innerJoin(elevatorProjects, eq(elevatorProjects.id, elevators.projectId))
    .innerJoin(sites, eq(sites.id, elevators.siteId))
    .leftJoin(elevatorModules, eq(elevatorModules.id, elevators.moduleId))
    .where(where)
    .orderBy(asc(sites.name), asc(elevators.number), asc(elevators.id));
  const { list: rows, total } = await paginate(input, query, counted(db, elevators, where));
  const ids = rows.map(({ elevator }) => elevator.id);
  const { states, stops, rides } = await readParts(db, ids);
  const list = rows.map(({ elevator, project, site, online }): Shaft => ({
    elevatorId: elevator.id,
    name: elevator.name,
    number: elevator.number,
    projectId: elevator.projectId,
    projectName: project,
    siteName: site,
    online,
    floors: stops.filter((stop) => stop.elevatorId === elevator.id).map(({ label }) => label),
    cars: carsOf(
      elevator.cars,
      states.filter((state) => state.elevatorId === elevator.id),
    ),
    rides: rides
      .filter(({ ride }) => ride.elevatorId === elevator.id)
      .map(rideOf)
      .toReversed(),
  }));
  return { list, total };
}

import type { Elevator, ElevatorFloor } from '@sweepline/contract';
import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { elevatorCars } from '../../../entities/places/elevator-car-table.ts';
import {
  elevatorFloors,
  elevatorModules,
  elevatorProjects,
  elevators,
} from '../../../entities/places/elevator-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { floors, sites } from '../../../entities/places/site-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import { floorGapsOf } from './floor-gap-rules.ts';

/** Elevators without their floors, by number. */
export const elevatorRows = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      ...getTableColumns(elevators),
      projectName: elevatorProjects.name,
      siteName: sites.name,
      moduleNumber: elevatorModules.number,
      moduleOnline: elevatorModules.online,
    })
    .from(elevators)
    .innerJoin(elevatorProjects, eq(elevatorProjects.id, elevators.projectId))
    .innerJoin(sites, eq(sites.id, elevators.siteId))
    .leftJoin(elevatorModules, eq(elevatorModules.id, elevators.moduleId))
    .where(and(visible(db, elevators), where))
    .orderBy(asc(elevators.number), asc(elevators.id));

type Row = Awaited<ReturnType<typeof elevatorRows>>[number];

/** The types of elevator points on these maps, by map and the elevator they name. */
async function pointsOf(db: Tx, mapIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const points = new Map<string, Set<string>>();
  if (mapIds.length === 0) return points;
  const rows = await db
    .select({
      mapId: maps.id,
      type: sql<string>`point->>'type'`,
      liftId: sql<string>`point->>'liftId'`,
    })
    .from(maps)
    .innerJoin(sql`jsonb_array_elements(${maps.elements}->'points') point`, sql`point->>'type' like 'LIFT%'`)
    .where(and(inValues(maps.id, mapIds), visible(db, maps)));
  for (const { mapId, type, liftId } of rows) {
    const key = `${mapId} ${liftId}`;
    points.set(key, (points.get(key) ?? new Set()).add(type));
  }
  return points;
}

/** The floors of these elevators from the lowest, each with what it lacks. */
async function floorsOf(db: Tx, rows: readonly Row[]): Promise<Map<string, ElevatorFloor[]>> {
  const stops = await db
    .select({
      elevatorId: elevatorFloors.elevatorId,
      label: elevatorFloors.label,
      floorId: elevatorFloors.floorId,
      floorName: floors.name,
      mapId: elevatorFloors.mapId,
      mapName: maps.name,
      doors: elevatorFloors.doors,
    })
    .from(elevatorFloors)
    .leftJoin(floors, eq(floors.id, elevatorFloors.floorId))
    .leftJoin(maps, eq(maps.id, elevatorFloors.mapId))
    .where(
      and(
        visible(db, elevatorFloors),
        inValues(
          elevatorFloors.elevatorId,
          rows.map((row) => row.id),
        ),
      ),
    )
    .orderBy(asc(elevatorFloors.position));
  const points = await pointsOf(db, [...new Set(stops.flatMap(({ mapId }) => mapId ?? []))]);
  return new Map(
    rows.map(({ id, number }) => [
      id,
      stops
        .filter(({ elevatorId }) => elevatorId === id)
        .map((stop) => ({
          ...stop,
          missing: floorGapsOf(stop, points.get(`${stop.mapId} ${number}`) ?? new Set()),
        })),
    ]),
  );
}

/** What modules last said about the cars of these elevators. */
const statesOf = (db: Tx, rows: readonly Row[]) => {
  const ids = rows.map(({ id }) => id);
  return db
    .select()
    .from(elevatorCars)
    .where(and(visible(db, elevatorCars), inValues(elevatorCars.elevatorId, ids)))
    .orderBy(asc(elevatorCars.carId));
};

/** Elevators in the form of the contract. */
export async function elevatorsOf(db: Tx, rows: readonly Row[]): Promise<Elevator[]> {
  if (rows.length === 0) return [];
  const [stops, states] = [await floorsOf(db, rows), await statesOf(db, rows)];
  return rows.map(({ moduleId, moduleNumber, moduleOnline, ...row }) => ({
    ...row,
    module:
      moduleId === null ? null : { id: moduleId, number: moduleNumber ?? '', online: moduleOnline ?? false },
    carStates: states.filter(({ elevatorId }) => elevatorId === row.id),
    floors: stops.get(row.id) ?? [],
  }));
}

/** One elevator in the form of the contract. */
export async function readElevator(db: Tx, id: string): Promise<Elevator> {
  const [row] = await elevatorsOf(db, await elevatorRows(db, eq(elevators.id, id)));
  if (!row) throw new Refusal('notFound');
  return row;
}

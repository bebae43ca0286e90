import { elevatorCalls, type DoorSide, type Input } from '@sweepline/contract';
import { and, eq, ilike, isNull, ne, or } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { elevatorRides } from '../../../entities/places/elevator-ride-table.ts';
import {
  elevatorFloors,
  elevatorModules,
  elevatorProjects,
  elevators,
  type ElevatorProjectRow,
} from '../../../entities/places/elevator-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { floors } from '../../../entities/places/site-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { announceModules } from './elevator-channel-service.ts';
import { elevatorRows, elevatorsOf, readElevator } from './elevator-rows.ts';

type Fields = Omit<Input<typeof elevatorCalls.add>, 'projectId'>;
type Project = Pick<ElevatorProjectRow, 'id' | 'companyId' | 'siteId'>;

const twice = (values: readonly (string | null)[]) =>
  values.find((value, index) => value !== null && values.indexOf(value) < index);

/** Refuses floors that are named twice, of another site, with a map of another floor, or behind a door that no car has. */
async function checkFloors(db: Tx, { siteId }: Project, { cars, floors: stops }: Fields): Promise<void> {
  const label = twice(stops.map((stop) => stop.label));
  if (label) throw wrongField('floors', 'FLOOR_TWICE', { label });
  const own = await db.select().from(floors).where(eq(floors.siteId, siteId));
  const sameFloor = twice(stops.map(({ floorId }) => floorId));
  if (sameFloor)
    throw wrongField('floors', 'FLOOR_TWICE', {
      label: own.find(({ id }) => id === sameFloor)?.name ?? stops[0]!.label,
    });
  const doors = new Set<DoorSide>(cars.flatMap((car) => car.doors));
  const ownMaps = await db
    .select({ id: maps.id, floorId: maps.floorId })
    .from(maps)
    .where(eq(maps.siteId, siteId));
  for (const stop of stops) {
    if (stop.floorId !== null && !own.some(({ id }) => id === stop.floorId))
      throw wrongField('floors', 'FLOOR_OF_OTHER_SITE', { label: stop.label });
    const map = ownMaps.find(({ id }) => id === stop.mapId);
    if (stop.mapId !== null && (!map || map.floorId !== stop.floorId))
      throw wrongField('floors', 'MAP_OF_OTHER_FLOOR');
    if (!stop.doors.every((side) => doors.has(side)))
      throw wrongField('floors', 'DOOR_OF_NO_CAR', { label: stop.label });
  }
}

/** Refuses the number of another elevator of the site, and a controller of another project or another elevator. */
async function checkElevator(db: Tx, project: Project, fields: Fields, exceptId?: string): Promise<void> {
  const others = exceptId === undefined ? undefined : ne(elevators.id, exceptId);
  const [same] = await db
    .select({ id: elevators.id })
    .from(elevators)
    .where(and(eq(elevators.siteId, project.siteId), eq(elevators.number, fields.number), others));
  if (same) throw wrongField('number', 'NUMBER_TAKEN');
  const carId = twice(fields.cars.map(({ id }) => id));
  if (carId) throw wrongField('cars', 'CAR_TWICE', { id: carId });
  if (fields.moduleId !== null) {
    const module = await find(db, elevatorModules, fields.moduleId, { lock: true });
    if (module.projectId !== project.id) throw wrongField('moduleId', 'MODULE_OF_OTHER_PROJECT');
    const [served] = await db
      .select({ name: elevators.name })
      .from(elevators)
      .where(and(eq(elevators.moduleId, module.id), others));
    if (served && module.type === 'CONTROLLER')
      throw wrongField('moduleId', 'MODULE_HAS_ELEVATOR', { name: served.name });
  }
  await checkFloors(db, project, fields);
}

async function storeFloors(db: Tx, { companyId }: Project, elevatorId: string, stops: Fields['floors']) {
  await db.delete(elevatorFloors).where(eq(elevatorFloors.elevatorId, elevatorId));
  if (stops.length === 0) return;
  await db
    .insert(elevatorFloors)
    .values(stops.map((stop, position) => ({ id: newId(), companyId, elevatorId, position, ...stop })));
}

const stampOf = ({ now, account }: Ctx) => ({ updatedAt: now().toISOString(), updatedBy: account.username });

/** Refuses an elevator that has rides, or a car that a failed ride holds. */
async function checkNoRides(db: Tx, elevatorId: string): Promise<void> {
  const rows = await db
    .select({ robot: devices.nickname })
    .from(elevatorRides)
    .leftJoin(devices, and(eq(devices.id, elevatorRides.deviceId), visible(db, devices)))
    .where(
      and(
        eq(elevatorRides.elevatorId, elevatorId),
        eq(elevatorRides.isTwin, false),
        or(isNull(elevatorRides.endedAt), eq(elevatorRides.holdsCar, true)),
      ),
    );
  if (rows.length === 0) return;
  const names = rows.map(({ robot }) => robot ?? '—').join(' · ');
  throw new Refusal('elevatorHasRides', { words: { names } });
}

export const elevatorAnswers = answer(elevatorCalls, {
  list: async ({ db }, { keyword, projectId, siteId, ...page }) => {
    const pattern = keyword ? contains(keyword) : undefined;
    const where = and(
      pattern ? or(ilike(elevators.number, pattern), ilike(elevators.name, pattern)) : undefined,
      projectId ? eq(elevators.projectId, projectId) : undefined,
      siteId ? eq(elevators.siteId, siteId) : undefined,
    );
    const { list, total } = await paginate(
      page,
      elevatorRows(db, where),
      counted(db, elevators, and(visible(db, elevators), where)),
    );
    return { total, list: await elevatorsOf(db, list) };
  },

  detail: ({ db }, { id }) => readElevator(db, id),

  add: async (ctx, { projectId, ...fields }) => {
    const { db } = ctx;
    // The lock serialises elevators of a project, so that two cannot take one controller.
    const project = await find(db, elevatorProjects, projectId, { lock: true });
    await checkElevator(db, project, fields);
    const id = newId();
    const stamp = stampOf(ctx);
    const { floors: stops, ...columns } = fields;
    const { companyId, siteId } = project;
    await db
      .insert(elevators)
      .values({ id, companyId, siteId, projectId, ...columns, createdAt: stamp.updatedAt, ...stamp });
    await storeFloors(db, project, id, stops);
    db.afterCommit(() => announceModules(ctx.services.bus, [fields.moduleId]));
    return await readElevator(db, id);
  },

  update: async (ctx, { id, version, ...fields }) => {
    const { db } = ctx;
    const { projectId, moduleId } = await find(db, elevators, id);
    const project = await find(db, elevatorProjects, projectId, { lock: true });
    checkVersion(await find(db, elevators, id, { lock: true }), version);
    await checkElevator(db, project, fields, id);
    const { floors: stops, ...columns } = fields;
    await db
      .update(elevators)
      .set({ ...columns, ...stampOf(ctx), version: version + 1 })
      .where(eq(elevators.id, id));
    await storeFloors(db, project, id, stops);
    db.afterCommit(() => announceModules(ctx.services.bus, [moduleId, fields.moduleId]));
    return await readElevator(db, id);
  },

  remove: async ({ db, services }, { id }) => {
    const { moduleId } = await find(db, elevators, id, { lock: true });
    await checkNoRides(db, id);
    db.afterCommit(() => announceModules(services.bus, [moduleId]));
    await db.delete(elevators).where(eq(elevators.id, id));
    return {};
  },
});

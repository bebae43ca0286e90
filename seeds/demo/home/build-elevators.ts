import { and, eq, inArray } from 'drizzle-orm';
import { builtInWorld } from '../../../apps/robot-sim/src/world/built-in.ts';
import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import { elevatorDevices } from '../../../apps/server/src/entities/devices/elevator-device-table.ts';
import {
  elevatorFloors,
  elevatorModules,
  elevatorProjects,
  elevators,
} from '../../../apps/server/src/entities/places/elevator-table.ts';
import { maps } from '../../../apps/server/src/entities/places/map-table.ts';
import { floors } from '../../../apps/server/src/entities/places/site-table.ts';
import { newCredential } from '../../../apps/server/src/platform/runtime/credentials.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import type { FileStore } from '../../../apps/server/src/platform/files/files.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import type { BuiltSite } from '../build-companies.ts';
import { buildMap, localWorld } from '../build-maps.ts';
import { liftPoints, lowerFloors, shafts, topLabel, type DemoShaft } from './elevator-shafts.ts';

/** A controller for the simulator. Its password is stored nowhere else outside the module. */
export interface LiftEntry {
  serial: string;
  manufacturer: string;
  password: string;
  cars: { elevatorId: string; carId: string; floors: string[]; doors: 'FRONT'[] }[];
  /** The numbers of its doors. */
  doors: string[];
}

const manufacturer = 'RHEIN';

interface Stop {
  label: string;
  floorId: string;
  mapId: string | null;
}

/** The floors and maps below that of the robots, and all stops from the lowest. */
async function buildFloors(
  db: Tx,
  files: FileStore,
  now: () => Date,
  companyId: string,
  { siteId, floorId: topFloorId }: BuiltSite,
): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (const [position, { floor, map, seed, label }] of lowerFloors.entries()) {
    const world = localWorld(builtInWorld('office', seed), 'de');
    const floorId = newId();
    await db.insert(floors).values({ id: floorId, companyId, siteId, name: floor, position });
    const place = { siteId, floorId };
    await buildMap(db, files, now, { world, companyId, name: map, place, points: liftPoints(label) });
    stops.push({ label, floorId, mapId: world.mapId });
  }
  await db.update(floors).set({ position: lowerFloors.length }).where(eq(floors.id, topFloorId));
  const [top] = await db.select({ id: maps.id }).from(maps).where(eq(maps.floorId, topFloorId));
  return [...stops, { label: topLabel, floorId: topFloorId, mapId: top?.id ?? null }];
}

type Project = Pick<typeof elevatorProjects.$inferSelect, 'id' | 'companyId' | 'siteId'>;
type Stamp = { createdAt: string; updatedAt: string; updatedBy: string };

async function buildShaft(
  db: Tx,
  { id: projectId, companyId, siteId }: Project,
  { number, name, serial }: DemoShaft,
  stops: readonly Stop[],
  stamp: Stamp,
): Promise<LiftEntry> {
  const { secret: password, secretHash } = newCredential();
  const [moduleId, elevatorId] = [newId(), newId()];
  const own = { companyId, projectId, ...stamp };
  await db.insert(elevatorModules).values({
    ...own,
    id: moduleId,
    number: `M-${number}`,
    serial,
    manufacturer,
    type: 'CONTROLLER',
    secretHash,
  });
  const cars = [{ id: number, name: '', doors: ['FRONT' as const] }];
  await db.insert(elevators).values({ ...own, id: elevatorId, siteId, number, name, moduleId, cars });
  await db.insert(elevatorFloors).values(
    stops.map((stop, position) => ({
      companyId,
      elevatorId,
      position,
      doors: ['FRONT' as const],
      ...stop,
    })),
  );
  const car = { elevatorId: number, carId: number, floors: stops.map(({ label }) => label) };
  return { serial, manufacturer, password, cars: [{ ...car, doors: ['FRONT'] }], doors: [] };
}

/** Two elevators over three floors. The points of the second on the map of the robots’ own floor are still to be drawn. */
export async function buildElevators(
  db: Tx,
  files: FileStore,
  now: () => Date,
  companyId: string,
  site: BuiltSite,
): Promise<LiftEntry[]> {
  const at = now().toISOString();
  const stamp = { createdAt: at, updatedAt: at, updatedBy: 'system' };
  const stops = await buildFloors(db, files, now, companyId, site);
  const project = { id: newId(), companyId, siteId: site.siteId };
  await db.insert(elevatorProjects).values({
    ...project,
    number: 'RT-01',
    name: 'Rheinturm, Aufzüge Büroetagen',
    scene: 'OFFICE',
    property: 'Rheinturm Hausverwaltung GmbH',
    ...stamp,
  });
  const lifts: LiftEntry[] = [];
  for (const shaft of shafts) lifts.push(await buildShaft(db, project, shaft, stops, stamp));
  const riders = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.siteId, site.siteId), inArray(devices.model, ['J30', 'J40'])));
  await db
    .insert(elevatorDevices)
    .values(riders.map(({ id: deviceId }) => ({ companyId, projectId: project.id, deviceId })));
  return lifts;
}

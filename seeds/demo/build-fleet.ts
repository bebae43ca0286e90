import { modelOf, type RobotModel } from '@sweepline/contract/robot';
import { polygonArea, type Point } from '@sweepline/map-core';
import type { World } from '../../apps/robot-sim/src/world/world.ts';
import { devices } from '../../apps/server/src/entities/devices/device-table.ts';
import { tasks } from '../../apps/server/src/entities/work/task-table.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newCredential } from '../../apps/server/src/features/devices/identity/credential-service.ts';
import type { BuiltSite } from './build-companies.ts';
import { worldOf } from './build-maps.ts';
import { ridesOf, shafts } from './home/elevator-shafts.ts';
import type { CompanyKey } from './people.ts';
import { dailyTaskName, localName } from './local-names.ts';
import { fleet, places, type PlaceKey, type Robot } from './places.ts';

/** Data for the simulator to run one robot. Device secrets are stored nowhere else outside the robot. */
export interface FleetEntry {
  sn: string;
  model: string;
  password: string;
  name: string;
  world: string;
  worldSeed: number;
  dock: string;
  soc: number;
  /** Simulates a local operator who starts runs at the screen; other robots get runs from the console only. */
  habit: boolean;
  /** Mean working time between faults. */
  mtbf: string;
  /** The elevator that its local operator uses. */
  rides?: ReturnType<typeof ridesOf>;
}

/** A task with the data from which a year of reports is computed. */
export interface BuiltTask {
  id: string;
  name: string;
  /** The simulator's name of the zone: the history depends on it, not on the language of the place. */
  key: string;
  companyId: string;
  deviceId: string;
  robot: Robot;
  model: RobotModel;
  world: World;
  zone: { id: string; name: string; points: Point[] };
  areaM2: number;
  cleaningMode: string;
  strength: string;
}

const preferredMode = { J20: 'SWEEP', J30: 'SWEEP_MOP', J40: 'SCRUB' } as const;
const dayMs = 86_400_000;

export async function buildFleet(
  db: Tx,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
  sites: ReadonlyMap<PlaceKey, BuiltSite>,
) {
  const entries: FleetEntry[] = [];
  const built: BuiltTask[] = [];
  for (const robot of fleet) {
    const place = places.find(({ key }) => key === robot.place)!;
    const companyId = companyIds[place.company];
    const { secret, secretHash } = newCredential();
    const deviceId = newId();
    const activated = new Date(now().getTime() - 370 * dayMs).toISOString();
    await db.insert(devices).values({
      id: deviceId,
      companyId,
      sn: robot.sn,
      manufacturer: 'JBOT',
      model: robot.model,
      protocol: 'v3',
      nickname: robot.name,
      siteId: sites.get(robot.place)?.siteId ?? null,
      binding: 'ACTIVATED',
      activatedAt: activated,
      inventory: 'OUTBOUND',
      inventoryAt: activated,
      warrantyFrom: activated,
      warrantyUntil: new Date(now().getTime() + 360 * dayMs).toISOString(),
      secretHash,
      createdAt: activated,
      updatedAt: activated,
      updatedBy: 'system',
    });
    const { sn, model, name, soc, dock } = robot;
    const where = { world: place.world, worldSeed: place.worldSeed, dock: `dock-${dock}` };
    // The first robot of each place has no local operator: it is controlled from the console only.
    const alone = { habit: dock > 1, mtbf: dock > 1 ? '3h' : 'off' };
    const isRider = robot.place === 'tower' && model !== 'J20';
    const rides = isRider && { rides: ridesOf(shafts[0], place) };
    entries.push({ sn, model, password: secret, name, ...where, ...alone, soc, ...rides });
    for (const key of robot.tasks) built.push(await buildTask(db, now, companyId, deviceId, robot, key));
  }
  return { entries, tasks: built };
}

/** How every task of the demo cleans. */
export const usualWay = {
  repetitions: 1,
  strategy: 'FULL',
  pattern: 'EDGE_THEN_FILL',
  finish: 'CHARGE',
} as const;

const cleanZone = ({ elements }: World, name: string) =>
  elements.polygons.find((polygon) => polygon.type === 'CLEAN' && polygon.name === name);

async function buildTask(
  db: Tx,
  now: () => Date,
  companyId: string,
  deviceId: string,
  robot: Robot,
  key: string,
): Promise<BuiltTask> {
  const { language } = places.find((place) => place.key === robot.place)!;
  const world = worldOf(robot.place);
  const zone = cleanZone(world, localName(language, key));
  const model = modelOf(robot.model);
  if (!zone || !model) throw new Error(`${robot.sn} has no zone ${key}`);
  const areaM2 = polygonArea(zone.points);
  const cleaningMode = preferredMode[robot.model];
  const strength = model.strengths[model.strengths.length > 2 ? 1 : 0]!;
  const name = dailyTaskName(language, zone.name);
  const id = newId();
  const at = new Date(now().getTime() - 366 * dayMs).toISOString();
  const stamp = { createdAt: at, createdBy: 'system', updatedAt: at, updatedBy: 'system' };
  await db.insert(tasks).values({
    id,
    companyId,
    name,
    deviceId,
    mapId: world.mapId,
    zoneIds: [zone.id],
    cleaningMode,
    strength,
    ...usualWay,
    state: 'SYNCHRONIZED',
    plannedM2: areaM2,
    ...stamp,
  });
  return {
    id,
    name,
    key,
    companyId,
    deviceId,
    robot,
    model,
    world,
    zone,
    areaM2,
    cleaningMode,
    strength,
  };
}

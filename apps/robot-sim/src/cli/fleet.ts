import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pose } from '@sweepline/map-core';
import { z } from 'zod';
import { between, randomFrom, seedFor } from '../random.ts';
import type { RideStops } from '../robot/drive/ride-stops.ts';
import { modelNames, type SimModel } from '../robot/spec.ts';
import { folderDisk, memoryDisk } from '../wire/connection/disk.ts';
import type { NetProfile } from '../wire/connection/net-profile.ts';
import { builtInWorld, isWorldName, worldNames } from '../world/built-in.ts';
import { BadMap, loadMap } from '../world/load-map.ts';
import type { MapPoint, World } from '../world/world.ts';
import type { Options } from './args.ts';
import { ridesEntry, ridesOf } from './fleet-rides.ts';
import { mtbfOf, netOf, UsageError } from './option-values.ts';

/** Metres and degrees. */
const place = z.tuple([z.number(), z.number(), z.number()]);
type Place = z.infer<typeof place>;

export const entry = z.strictObject({
  sn: z.string().regex(/^[A-Za-z0-9_.:-]{1,32}$/),
  model: z.enum(modelNames),
  user: z.string().optional(),
  password: z.string().optional(),
  manufacturer: z.string().optional(),
  /** A built-in floor, or the YAML of a ROS map. */
  world: z.enum(worldNames).optional(),
  worldSeed: z.number().int().min(0).optional(),
  map: z.string().optional(),
  /** The server's id of this floor, if it differs from the id of the built-in map. */
  mapId: z.string().max(64).optional(),
  name: z.string().optional(),
  /** Id of its CHARGING point, or the place of one on the floor of a ROS map. */
  dock: z.union([z.string(), place]).optional(),
  start: z.union([z.literal('dock'), place]).optional(),
  soc: z.number().min(0).max(100).optional(),
  mtbf: z.string().optional(),
  net: z.string().optional(),
  habit: z.boolean().optional(),
  rides: ridesEntry.optional(),
});
export type Entry = z.infer<typeof entry>;

/** One robot to simulate, with all defaults resolved. */
export interface Member {
  sn: string;
  model: SimModel;
  user: string;
  password: string | undefined;
  manufacturer: string;
  world: World;
  start: Pose;
  dock: MapPoint | undefined;
  socPct: number;
  mtbfH: number | undefined;
  net: NetProfile;
  habit: boolean;
  rides: RideStops | undefined;
}

/** The robots to simulate: from the fleet file, else from the options. */
export async function membersOf(options: Options): Promise<Member[]> {
  const entries =
    options.entries ?? (options.fleet === undefined ? entriesFrom(options) : readFleet(options.fleet));
  if (entries.length === 0) throw new UsageError('no robots: give --sn, --count or --fleet');
  const taken = new Map<World, Set<string>>();
  const worlds = new Map<string, World>();
  const members: Member[] = [];
  // One after the other: robots share floors, and docks are given out in this order.
  for (const fleetEntry of entries) {
    const world = await worldOf(fleetEntry, options, worlds);
    const used = taken.get(world) ?? new Set<string>();
    taken.set(world, used);
    members.push(memberOf(fleetEntry, options, world, dockFor(fleetEntry, world, used)));
  }
  return members;
}

const entriesFrom = (options: Options): Entry[] =>
  options.serials.map((sn) => ({
    sn,
    model: options.model,
    ...(options.map === undefined ? {} : { map: options.map }),
    ...(options.dock === undefined ? {} : { dock: placeIn(options.dock, 'dock') }),
  }));

function readFleet(file: string): Entry[] {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--fleet ${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
  const parsed = z.array(entry).safeParse(document);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UsageError(`--fleet ${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`);
}

async function worldOf(
  { world, map, mapId, worldSeed, dock, sn }: Entry,
  options: Options,
  worlds: Map<string, World>,
): Promise<World> {
  const name = world ?? options.world;
  const seed = worldSeed ?? options.seed;
  const placed = typeof dock === 'string' ? undefined : dock;
  if (placed && map === undefined) throw new UsageError(`${sn}: ${name} has docks of its own; name one`);
  const key = `${map ?? `${name}:${seed}`} ${mapId ?? ''} ${placed?.join() ?? ''}`;
  const shared = worlds.get(key) ?? withDock(await createWorld(name, seed, map, mapId), placed);
  worlds.set(key, shared);
  return shared;
}

async function createWorld(
  name: string,
  seed: number,
  map: string | undefined,
  mapId: string | undefined,
): Promise<World> {
  try {
    const world =
      map === undefined && isWorldName(name) ? builtInWorld(name, seed) : await loadMap(map ?? name);
    return mapId === undefined ? world : { ...world, mapId };
  } catch (error) {
    if (error instanceof BadMap) throw new UsageError(error.message);
    throw error;
  }
}

/** A floor with a charger; a ROS map has no named places. */
function withDock(world: World, placed: Place | undefined): World {
  if (!placed) return world;
  const [x, y, degrees] = placed;
  const dock = { id: 'dock-1', type: 'CHARGING', name: 'Dock', x, y, theta: (degrees * Math.PI) / 180 };
  return { ...world, elements: { ...world.elements, points: [...world.elements.points, dock] } };
}

/** The named dock, else the first free dock of the floor. Robots share docks when none is free. */
function dockFor({ dock, model, sn }: Entry, world: World, used: Set<string>) {
  if (model === 'PLAIN') return undefined;
  const docks = world.elements.points.filter(({ type }) => type === 'CHARGING');
  if (typeof dock === 'string') {
    const named = docks.find(({ id }) => id === dock);
    if (!named) throw new UsageError(`${sn}: ${world.name} has no dock ${dock}`);
    used.add(named.id);
    return named;
  }
  const free = docks.find(({ id }) => !used.has(id)) ?? docks[used.size % Math.max(1, docks.length)];
  if (free) used.add(free.id);
  return free;
}

function memberOf(fleetEntry: Entry, options: Options, world: World, dock: MapPoint | undefined): Member {
  const random = randomFrom(seedFor(`${fleetEntry.sn} start`, options.seed));
  return {
    sn: fleetEntry.sn,
    model: fleetEntry.model,
    user: fleetEntry.user ?? options.user ?? fleetEntry.sn,
    password: fleetEntry.password ?? options.password,
    manufacturer: fleetEntry.manufacturer ?? options.manufacturer,
    world,
    dock,
    start: startOf(fleetEntry, options, world, dock),
    socPct: fleetEntry.soc ?? options.soc ?? Math.round(between(random, 55, 95)),
    mtbfH: fleetEntry.mtbf === undefined ? options.mtbfH : mtbfOf(fleetEntry.mtbf),
    net: fleetEntry.net === undefined ? options.net : netOf(fleetEntry.net),
    habit: fleetEntry.habit ?? options.habit,
    rides: ridesOf(fleetEntry.rides),
  };
}

function startOf({ start }: Entry, options: Options, world: World, dock: MapPoint | undefined): Pose {
  const values = Array.isArray(start) ? start : placeIn(options.start, 'start');
  if (values) return { x: values[0]!, y: values[1]!, theta: (values[2]! * Math.PI) / 180 };
  if (dock) return { x: dock.x, y: dock.y, theta: dock.theta };
  return anywhereOpen(world);
}

function placeIn(text: string | undefined, option: 'start' | 'dock'): Place | undefined {
  if (text === undefined || text === 'dock') return undefined;
  const [x = Number.NaN, y = Number.NaN, degrees = Number.NaN, ...more] = text.split(',').map(Number);
  if ([x, y, degrees].some(Number.isNaN) || more.length > 0)
    throw new UsageError(`--${option} ${text}: as 1.5,2,90${option === 'start' ? ' or dock' : ''}`);
  return [x, y, degrees];
}

/** The first NAVIGATION point of a floor, else the open place nearest to its middle. */
function anywhereOpen(world: World): Pose {
  const named = world.elements.points.find(({ type }) => type === 'NAVIGATION');
  if (named) return named;
  const spot = roomiest(world);
  return { ...spot, theta: 0 };
}

function roomiest({ grid }: World) {
  const [cx, cy] = [grid.width >> 1, grid.height >> 1];
  let [best, bestAway] = [cy * grid.width + cx, Infinity];
  const reach = 12;
  for (let row = reach; row < grid.height - reach; row += 4) {
    for (let column = reach; column < grid.width - reach; column += 4) {
      const away = Math.hypot(column - cx, row - cy);
      if (away < bestAway && isOpen(grid, column, row, reach))
        [best, bestAway] = [row * grid.width + column, away];
    }
  }
  const [column, row] = [best % grid.width, Math.floor(best / grid.width)];
  return {
    x: grid.originX + (column + 0.5) * grid.resolution,
    y: grid.originY + (grid.height - row - 0.5) * grid.resolution,
  };
}

function isOpen(grid: World['grid'], column: number, row: number, reach: number) {
  for (let r = row - reach; r <= row + reach; r++) {
    for (let c = column - reach; c <= column + reach; c++) {
      if (grid.cells[r * grid.width + c] !== 254) return false;
    }
  }
  return true;
}

/** A robot's disk: its own folder under --state, or memory that lasts as long as the process. */
export const diskOf = (state: string | undefined, sn: string) =>
  state === undefined ? memoryDisk() : folderDisk(join(state, sn.replaceAll(':', '_')));

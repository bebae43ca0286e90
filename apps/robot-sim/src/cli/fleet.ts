import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pose } from '@sweepline/map-core';
import { z } from 'zod';
import { between, randomFrom, seedFor } from '../random.ts';
import { modelNames, type SimModel } from '../robot/spec.ts';
import { folderDisk, memoryDisk } from '../wire/connection/disk.ts';
import type { NetProfile } from '../wire/connection/net-profile.ts';
import { builtInWorld, isWorldName, worldNames } from '../world/built-in.ts';
import { BadMap, loadMap } from '../world/load-map.ts';
import type { MapPoint, World } from '../world/world.ts';
import type { Options } from './args.ts';
import { mtbfOf, netOf, UsageError } from './option-values.ts';

const entry = z.strictObject({
  sn: z.string().regex(/^[A-Za-z0-9_.:-]{1,32}$/),
  model: z.enum(modelNames),
  user: z.string().optional(),
  password: z.string().optional(),
  manufacturer: z.string().optional(),
  /** A built-in floor, or the YAML of a ROS map. */
  world: z.enum(worldNames).optional(),
  worldSeed: z.number().int().min(0).optional(),
  map: z.string().optional(),
  /** What the server calls this floor, when it has an id of its own for it. */
  mapId: z.string().max(64).optional(),
  name: z.string().optional(),
  /** Id of its CHARGING point. */
  dock: z.string().optional(),
  start: z.union([z.literal('dock'), z.tuple([z.number(), z.number(), z.number()])]).optional(),
  soc: z.number().min(0).max(100).optional(),
  mtbf: z.string().optional(),
  net: z.string().optional(),
  habit: z.boolean().optional(),
});
type Entry = z.infer<typeof entry>;

/** One robot to be simulated, everything about it decided. */
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
}

/** The robots asked for: from the fleet file, else from the options. */
export function membersOf(options: Options): Member[] {
  const entries = options.fleet === undefined ? entriesFrom(options) : readFleet(options.fleet);
  if (entries.length === 0) throw new UsageError('no robots: give --sn, --count or --fleet');
  const taken = new Map<World, Set<string>>();
  const worlds = new Map<string, World>();
  return entries.map((it) => {
    const world = worldOf(it, options, worlds);
    const used = taken.get(world) ?? new Set<string>();
    taken.set(world, used);
    return memberOf(it, options, world, dockFor(it, world, used));
  });
}

const entriesFrom = (options: Options): Entry[] =>
  options.serials.map((sn) => ({
    sn,
    model: options.model,
    ...(options.map === undefined ? {} : { map: options.map }),
  }));

function readFleet(file: string): Entry[] {
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--fleet ${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
  const read = z.array(entry).safeParse(document);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UsageError(`--fleet ${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`);
}

function worldOf(
  { world, map, mapId, worldSeed }: Entry,
  options: Options,
  known: Map<string, World>,
): World {
  const name = world ?? options.world;
  const seed = worldSeed ?? options.seed;
  const key = `${map ?? `${name}:${seed}`} ${mapId ?? ''}`;
  const found = known.get(key) ?? madeWorld(name, seed, map, mapId);
  known.set(key, found);
  return found;
}

function madeWorld(name: string, seed: number, map: string | undefined, mapId: string | undefined): World {
  try {
    const world = map === undefined && isWorldName(name) ? builtInWorld(name, seed) : loadMap(map ?? name);
    return mapId === undefined ? world : { ...world, mapId };
  } catch (error) {
    if (error instanceof BadMap) throw new UsageError(error.message);
    throw error;
  }
}

/** The dock named, else the first of the floor no other robot has; when all are taken they are shared. */
function dockFor({ dock, model, sn }: Entry, world: World, used: Set<string>) {
  if (model === 'PLAIN') return undefined;
  const docks = world.elements.points.filter(({ type }) => type === 'CHARGING');
  if (dock !== undefined) {
    const found = docks.find(({ id }) => id === dock);
    if (!found) throw new UsageError(`${sn}: ${world.name} has no dock ${dock}`);
    used.add(found.id);
    return found;
  }
  const free = docks.find(({ id }) => !used.has(id)) ?? docks[used.size % Math.max(1, docks.length)];
  if (free) used.add(free.id);
  return free;
}

function memberOf(it: Entry, options: Options, world: World, dock: MapPoint | undefined): Member {
  const random = randomFrom(seedFor(`${it.sn} start`, options.seed));
  return {
    sn: it.sn,
    model: it.model,
    user: it.user ?? options.user ?? it.sn,
    password: it.password ?? options.password,
    manufacturer: it.manufacturer ?? options.manufacturer,
    world,
    dock,
    start: startOf(it, options, world, dock),
    socPct: it.soc ?? options.soc ?? Math.round(between(random, 55, 95)),
    mtbfH: it.mtbf === undefined ? options.mtbfH : mtbfOf(it.mtbf),
    net: it.net === undefined ? options.net : netOf(it.net),
    habit: it.habit ?? options.habit,
  };
}

function startOf({ start }: Entry, options: Options, world: World, dock: MapPoint | undefined): Pose {
  const given = Array.isArray(start) ? start : poseIn(options.start);
  if (given) return { x: given[0]!, y: given[1]!, theta: (given[2]! * Math.PI) / 180 };
  if (dock) return { x: dock.x, y: dock.y, theta: dock.theta };
  return anywhereOpen(world);
}

function poseIn(text: string | undefined) {
  if (text === undefined || text === 'dock') return undefined;
  const numbers = text.split(',').map(Number);
  if (numbers.length !== 3 || numbers.some(Number.isNaN))
    throw new UsageError(`--start ${text}: as 1.5,2,90 or dock`);
  return numbers;
}

/** The named point of a floor to begin at, else the open place nearest to its middle. */
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

/** A robot's disk: a folder of its own under --state, or one that lasts as long as the process. */
export const diskOf = (state: string | undefined, sn: string) =>
  state === undefined ? memoryDisk() : folderDisk(join(state, sn.replaceAll(':', '_')));

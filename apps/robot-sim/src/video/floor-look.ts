import { FREE, valueAt, type Grid, type Point } from '@sweepline/map-core';
import type { Robot } from '../robot/robot.ts';
import { between, pick, randomFrom, seedFor, type Random } from '../random.ts';
import type { World } from '../world/world.ts';
import type { Colour } from './picture.ts';

const dayMs = 86_400_000;
const kinds = ['LIQUID', 'STAIN', 'PAPER', 'CABLE'] as const;
/** What lies on the floor. A cable stays when the robot cleans over it. */
export interface Dirt extends Point {
  kind: (typeof kinds)[number];
  radiusM: number;
  /** Of its longer axis. */
  theta: number;
}

/** Freely reachable floor has about one of them on so many square metres. */
const dirtEveryM2 = 18;
const maxDirt = 400;
/** Nothing farther away is drawn. */
const seenM = 9;

/** Every floor looks different: its material and colours follow from the id of the map. */
export interface FloorStyle {
  material: (typeof materials)[number];
  light: Colour;
  dark: Colour;
}
const materials = ['WOOD', 'STONE', 'CARPET', 'LINES'] as const;

export function styleOf({ mapId }: World): FloorStyle {
  const random = randomFrom(seedFor(mapId, 11));
  const material = pick(random, materials)!;
  const [warm, bright] = [between(random, -14, 18), between(random, 105, 165)];
  const light: Colour = [bright + warm, bright, bright - warm];
  const dark: Colour = [light[0] * 0.86, light[1] * 0.86, light[2] * 0.86];
  return { material, light, dark };
}

const hash = (x: number, y: number) => {
  const mixed = Math.imul(x * 374_761_393 + y * 668_265_263, 1_274_126_177);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
};

/** The colour of clean floor. */
function materialAt({ material, light, dark }: FloorStyle, x: number, y: number): Colour {
  if (material === 'STONE') return (Math.floor(x * 2) + Math.floor(y * 2)) & 1 ? dark : light;
  if (material === 'LINES') return x - Math.floor(x) < 0.04 || y - Math.floor(y) < 0.04 ? dark : light;
  if (material === 'WOOD') return hash(Math.floor(x * 6), Math.floor(y * 0.8)) > 0.5 ? dark : light;
  return hash(Math.floor(x * 60), Math.floor(y * 60)) > 0.5 ? dark : light;
}

const colours: Record<Dirt['kind'], Colour> = {
  LIQUID: [96, 128, 150],
  STAIN: [72, 52, 34],
  PAPER: [236, 234, 226],
  CABLE: [24, 24, 28],
};
const shares: Record<Dirt['kind'], number> = { LIQUID: 0.55, STAIN: 0.8, PAPER: 1, CABLE: 1 };

/** Whether a place is on a piece of dirt: round, or long and thin. */
function isOn(dirt: Dirt, x: number, y: number): boolean {
  const { kind, radiusM, theta } = dirt;
  const dx = x - dirt.x;
  const dy = y - dirt.y;
  // Most places are far from it, and a picture has many thousand.
  const reach = radiusM * 3;
  if (dx > reach || dx < -reach || dy > reach || dy < -reach) return false;
  const along = dx * Math.cos(theta) + dy * Math.sin(theta);
  const across = -dx * Math.sin(theta) + dy * Math.cos(theta);
  if (kind === 'CABLE')
    return Math.abs(along) < radiusM * 3 && Math.abs(across - 0.05 * Math.sin(along * 9)) < 0.02;
  if (kind === 'PAPER') return Math.abs(along) < radiusM && Math.abs(across) < radiusM * 0.7;
  const wobble = 1 + 0.25 * Math.sin(3 * Math.atan2(across, along));
  return Math.hypot(along, across * 1.4) < radiusM * wobble;
}

function placeIn(grid: Grid, random: Random): Point | undefined {
  for (let tries = 0; tries < 20; tries++) {
    const x = grid.originX + random() * grid.width * grid.resolution;
    const y = grid.originY + random() * grid.height * grid.resolution;
    if (valueAt(grid, x, y) === FREE) return { x, y };
  }
  return undefined;
}

/** The dirt of a day: the same for every robot on the floor. */
export function dirtOfDay({ mapId, grid }: World, day: number): Dirt[] {
  const random = randomFrom(seedFor(`${mapId} ${day}`, 5));
  const m2 = grid.width * grid.height * grid.resolution ** 2;
  const dirt: Dirt[] = [];
  for (let n = Math.min(maxDirt, Math.ceil(m2 / dirtEveryM2)); n > 0; n--) {
    const place = placeIn(grid, random);
    const kind = pick(random, kinds)!;
    const radiusM = between(random, 0.06, kind === 'LIQUID' ? 0.4 : 0.22);
    if (place) dirt.push({ ...place, kind, radiusM, theta: between(random, 0, Math.PI) });
  }
  return dirt;
}

/** The colour of a place of a floor with what lies on it. */
export const colouring =
  (style: FloorStyle, dirt: readonly Dirt[]) =>
  (x: number, y: number): Colour => {
    const floor = materialAt(style, x, y);
    const over = dirt.find((it) => isOn(it, x, y));
    if (!over) return floor;
    const [colour, share] = [colours[over.kind], shares[over.kind]];
    const mixed = (n: 0 | 1 | 2) => floor[n] * (1 - share) + colour[n] * share;
    return [mixed(0), mixed(1), mixed(2)];
  };

/** The floor that a robot drives over, as its cameras see it. */
export class FloorLook {
  readonly #robot: Robot;
  #mapId = '';
  #day = -1;
  #style: FloorStyle | undefined;
  #dirt: Dirt[] = [];

  constructor(robot: Robot) {
    this.#robot = robot;
  }

  /** Brings the dirt of a new day, and cleans what lies under a robot that cleans. */
  #renew(nowMs: number) {
    const { world, run, drive, spec } = this.#robot;
    const day = Math.floor(nowMs / dayMs);
    if (world.mapId !== this.#mapId || day !== this.#day) {
      [this.#mapId, this.#day, this.#style] = [world.mapId, day, styleOf(world)];
      this.#dirt = dirtOfDay(world, day);
    }
    if (!run?.cleans || run.state !== 'IN_PROGRESS') return;
    const { x, y } = drive.pose;
    const reachM = spec.cleaningWidthM / 2;
    this.#dirt = this.#dirt.filter((it) => it.kind === 'CABLE' || Math.hypot(it.x - x, it.y - y) > reachM);
  }

  /** What lies near the robot: the truth, for tests. */
  near(nowMs: number): readonly Dirt[] {
    this.#renew(nowMs);
    const { x, y } = this.#robot.drive.pose;
    return this.#dirt.filter((it) => Math.hypot(it.x - x, it.y - y) < seenM);
  }

  /** The colours of the floor around the robot at a moment. */
  coloursAt(nowMs: number): (x: number, y: number) => Colour {
    const dirt = this.near(nowMs);
    return colouring(this.#style!, dirt);
  }
}

const looks = new WeakMap<Robot, FloorLook>();
/** The floor as this robot has cleaned it. */
export function floorLookOf(robot: Robot): FloorLook {
  const look = looks.get(robot) ?? new FloorLook(robot);
  looks.set(robot, look);
  return look;
}

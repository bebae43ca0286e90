import {
  boxOfRaster,
  brushPath,
  closedAreas,
  coverageOver,
  drivingFigures,
  floorFigures,
  rasterOver,
  type DrivingFigures,
  type FloorFigures,
  type Point,
} from '@sweepline/map-core';
import { gridGround, type Ground, type Work } from '../../apps/robot-sim/src/robot/world/ground.ts';
import { specOf } from '../../apps/robot-sim/src/robot/spec.ts';
import { cleaningFlag, Trail, type TrailPoint } from '../../apps/robot-sim/src/robot/world/trail.ts';
import { randomFrom, seedFor } from '../../apps/robot-sim/src/random.ts';
import { coverageCellM, coverageAlong } from '../../apps/server/src/entities/work/floor/plan-floor.ts';
import type { BuiltTask } from './build-fleet.ts';

/** One way in which the lanes of a task were driven, with the floor that it cleaned. */
export interface DrivenWay {
  points: readonly TrailPoint[];
  /** From the first lane to the last, at the speed of the model. */
  ms: number;
  metres: number;
  floor: FloorFigures;
  driving: DrivingFigures;
}

/** A task with the ways in which its runs were driven. */
export interface DrivenTask {
  task: BuiltTask;
  /** The complete drive: the lanes with their passes. */
  work: Work;
  complete: DrivenWay;
  /** Complete drives with a small part left out, mostly at the same place. */
  whole: readonly DrivenWay[];
  /** Drives that end early. */
  stopped: readonly DrivenWay[];
  /** The planned floor without a pass. */
  untouched: FloorFigures;
}

/** Extra time per stroke for turning and settling. */
const turnMs = 1500;
/** Variants of one task. More look livelier and take longer to build. */
const wholeCount = 8;
const stoppedShares = [0.28, 0.45, 0.61, 0.8];

type Measure = (points: readonly TrailPoint[]) => FloorFigures;

/** Drives a task with the planner of the simulator, and measures each way like the server measures a report. */
export function driveTask(task: BuiltTask): DrivenTask {
  const spec = specOf(task.robot.model);
  const { polygons, points } = task.world.elements;
  const forbidden = polygons.filter(({ type }) => type === 'NO_GO').map(({ points: corners }) => corners);
  const ground = gridGround(task.world, forbidden, spec);
  const dock = points.find(({ id }) => id === `dock-${task.robot.dock}`)!;
  const entry = ground.route(dock, centre(task.zone.points))?.slice(-2);
  const from = entry ? { x: entry[0]!, y: entry[1]! } : dock;
  const work = ground.plan({ polygon: task.zone.points, pattern: 'EDGE_THEN_FILL', overlapM: 0.05, from });
  const drive = driveOver(work, ground, from, spec.cruiseMps);
  const measure = measureOn(task, spec.cleaningWidthM);
  const way = (share: number, trail: readonly TrailPoint[]): DrivenWay => ({
    points: trail,
    ms: drive.ms * share,
    metres: drive.metres * share,
    floor: measure(trail),
    driving: drivingFigures(brushPath(trail.map(centimetres))),
  });
  return {
    task,
    work,
    complete: way(1, drive.points),
    whole: leftOut(task, drive).map((trail) => way(1, trail)),
    stopped: stoppedShares.map((share) => way(share, stoppedAt(drive, share))),
    untouched: measure([]),
  };
}

function measureOn({ world, zone }: BuiltTask, toolWidthM: number): Measure {
  const floor = {
    areas: [zone.points],
    closed: closedAreas(world.elements.polygons),
    ground: world.grid,
    toolWidthM,
  };
  const bare = coverageOver(rasterOver(boxOfRaster(world.grid), coverageCellM));
  return (points) => {
    const path = points.map(centimetres);
    return floorFigures({
      ...floor,
      coverage: coverageAlong({ raster: world.grid, path, tool: { toolWidthM } }) ?? bare,
    });
  };
}

const hundredth = (value: number) => Math.round(value * 100) / 100;
/** A point with the accuracy of a trajectory file. */
const centimetres = ([ms, x, y, theta, flags]: TrailPoint): [number, number, number, number, 0 | 1] => [
  ms,
  hundredth(x),
  hundredth(y),
  theta,
  flags === cleaningFlag ? 1 : 0,
];

type Drive = ReturnType<typeof driveOver>;

/** The drive with the brush lifted over a small part. */
function leftOut(task: BuiltTask, drive: Drive): TrailPoint[][] {
  const random = randomFrom(seedFor(`${task.robot.sn} ${task.key} daily`, 2));
  const usual = random() * 0.9;
  return Array.from({ length: wholeCount }, (_, n) => {
    const missedMs = drive.cleaningMs * (0.002 + 0.018 * random());
    const from = drive.cleaningMs * (n < wholeCount * 0.6 ? usual : 0.9 * random());
    return whileCleaning(drive, (ms) => ms < from || ms > from + missedMs);
  });
}

/** The trail up to a share of the drive. */
const stoppedAt = ({ points, ms }: Drive, share: number) => points.filter(([at]) => at <= ms * share);

/** The trail with the brush lifted wherever `isCleaned` is false; its argument is the cleaning time so far. */
function whileCleaning({ points }: Drive, isCleaned: (cleaningMs: number) => boolean): TrailPoint[] {
  let cleaningMs = 0;
  return points.map((point, n) => {
    const [ms, x, y, theta, flags] = point;
    if (flags !== cleaningFlag) return point;
    cleaningMs += ms - (points[n - 1]?.[0] ?? ms);
    return isCleaned(cleaningMs) ? point : [ms, x, y, theta, 0];
  });
}

function driveOver(work: Work, ground: Ground, from: Point, speed: number) {
  const trail = new Trail();
  const brush = work.canvas;
  let [ms, cleaningMs, metres, theta] = [0, 0, 0, 0];
  let at = from;
  const go = (to: Point, cleaning: boolean) => {
    const far = Math.hypot(to.x - at.x, to.y - at.y);
    if (far > 0) theta = Math.atan2(to.y - at.y, to.x - at.x);
    const stepMs = (far / speed) * 1000;
    ms += stepMs;
    if (cleaning) cleaningMs += stepMs;
    metres += far;
    const pose = { ...to, theta };
    if (cleaning) brush.paintTo(pose);
    else brush.liftTo(pose);
    trail.keep(ms, pose, cleaning ? cleaningFlag : 0);
    at = to;
  };
  for (const stroke of work.strokes) {
    const start = { x: stroke[0]!, y: stroke[1]! };
    const path = ground.route(at, start) ?? Float64Array.of(start.x, start.y);
    for (let i = 0; i < path.length; i += 2) go({ x: path[i]!, y: path[i + 1]! }, false);
    ms += turnMs;
    for (let i = 0; i < stroke.length; i += 2) go({ x: stroke[i]!, y: stroke[i + 1]! }, true);
  }
  return { points: trail.points, ms, cleaningMs, metres };
}

const centre = (corners: readonly Point[]): Point => ({
  x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
  y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
});

import { gzipSync } from 'node:zlib';
import { rasterOf, type Point } from '@sweepline/map-core';
import { gridGround, type Ground, type Work } from '../../apps/robot-sim/src/robot/world/ground.ts';
import { CoveragePicture } from '../../apps/robot-sim/src/robot/picture.ts';
import { specOf } from '../../apps/robot-sim/src/robot/spec.ts';
import {
  cleaningFlag,
  Trail,
  trajectoryLines,
  type TrailPoint,
} from '../../apps/robot-sim/src/robot/world/trail.ts';
import { randomFrom, seedFor } from '../../apps/robot-sim/src/random.ts';
import type { BuiltTask } from './build-fleet.ts';
import { round, type PastRun } from './history.ts';

/** Files uploaded with a report; older runs have no coverage picture. */
export interface RunFiles {
  run: PastRun;
  trajectory: Uint8Array;
  coverage?: Uint8Array;
}

/** Extra time per stroke for turning and settling. */
const turnMs = 1500;

/** Drives a task once with the planner and brush of the simulator; all runs of the task use the same lanes. */
export function driveTask(task: BuiltTask) {
  const spec = specOf(task.robot.model);
  const forbidden = task.world.elements.polygons
    .filter(({ type }) => type === 'NO_GO')
    .map(({ points }) => points);
  const ground = gridGround(task.world, forbidden, spec);
  const dock = task.world.elements.points.find(({ id }) => id === `dock-${task.robot.dock}`)!;
  const entry = ground.route(dock, centre(task.zone.points))?.slice(-2);
  const from = entry ? { x: entry[0]!, y: entry[1]! } : dock;
  const work = ground.plan({ polygon: task.zone.points, pattern: 'EDGE_THEN_FILL', overlapM: 0.05, from });
  return { work, ...driveOver(work, ground, from, spec.cruiseMps) };
}
export type Drive = ReturnType<typeof driveTask>;

/** A past run with the figures, path and coverage picture of its drive, so that they agree. */
export function recordRun(run: PastRun, drive: Drive): RunFiles {
  const { work, trail } = drive;
  const picture = new CoveragePicture(rasterOf(run.task.world.grid));
  if (work.canvas.coverage) picture.add(work.canvas.coverage);
  const recorded = { ...withFigures(run, drive, 1), result: 'SUCCESS' as const, code: '' };
  return { run: recorded, trajectory: trajectoryFile(recorded, trail.points), coverage: picture.png() };
}

/**
 * An older run along the same lanes without a picture. A stopped run ends early; other runs leave out a part, mostly at the
 * same place. Undefined for a failed run.
 */
export function recallRun(run: PastRun, drive: Drive): RunFiles | undefined {
  const share = run.cleanedM2 / run.plannedM2;
  if (run.result === 'FAILED' || share === 0) return undefined;
  const recalled = withFigures(run, drive, share);
  const missedMs = drive.cleaningMs * (1 - share);
  const random = randomFrom(seedFor(`${run.task.robot.sn} ${run.startedAt.toISOString()}`, 1));
  const usual = (seedFor(`${run.task.robot.sn} ${run.task.name}`, 1) % 97) / 97;
  const from = drive.cleaningMs * share * (random() < 0.6 ? usual : random());
  const points =
    run.result === 'PARTIAL'
      ? stoppedAfter(drive, drive.cleaningMs * share)
      : whileCleaning(drive, (ms) => ms < from || ms > from + missedMs);
  return { run: recalled, trajectory: trajectoryFile(recalled, points) };
}

/** The trail with the brush lifted wherever `isCleaned` is false; its argument is the cleaning time so far. */
function whileCleaning({ trail }: Drive, isCleaned: (cleaningMs: number) => boolean): TrailPoint[] {
  let cleaningMs = 0;
  return trail.points.map((point, n) => {
    const [ms, x, y, theta, flags] = point;
    if (flags !== cleaningFlag) return point;
    cleaningMs += ms - (trail.points[n - 1]?.[0] ?? ms);
    return isCleaned(cleaningMs) ? point : [ms, x, y, theta, 0];
  });
}

/** The trail up to a cleaning time. */
function stoppedAfter(drive: Drive, cleaningMs: number): TrailPoint[] {
  const points = whileCleaning(drive, (ms) => ms <= cleaningMs);
  return points.slice(0, points.findLastIndex(([, , , , flags]) => flags === cleaningFlag) + 1);
}

/** A run with the figures of its drive when it cleaned a share of it. */
function withFigures(run: PastRun, drive: Drive, share: number): PastRun {
  const { work } = drive;
  const drivenShare = run.result === 'PARTIAL' ? share : 1;
  const phases = run.phases.map((phase) =>
    phase.phase === 'CLEANING' ? { ...phase, seconds: Math.round((drive.ms * drivenShare) / 1000) } : phase,
  );
  const seconds = phases.reduce((sum, phase) => sum + phase.seconds, 0);
  return {
    ...run,
    plannedM2: round(work.plannedM2, 2),
    cleanedM2: round(Math.min(work.plannedM2, work.canvas.cleanedM2()) * share, 2),
    cleaningSeconds: Math.round((drive.cleaningMs * share) / 1000),
    seconds,
    endedAt: new Date(run.startedAt.getTime() + seconds * 1000),
    distanceM: round(drive.metres * drivenShare, 1),
    phases,
  };
}

const trajectoryFile = ({ id, task, startedAt }: PastRun, points: readonly TrailPoint[]) =>
  gzipSync(trajectoryLines(id, task.world.mapId, startedAt.toISOString(), points).join('\n'));

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
    if (cleaning) brush.paintTo(to.x, to.y);
    else brush.liftTo(to.x, to.y);
    trail.keep(ms, { ...to, theta }, cleaning ? cleaningFlag : 0);
    at = to;
  };
  for (const stroke of work.strokes) {
    const start = { x: stroke[0]!, y: stroke[1]! };
    const path = ground.route(at, start) ?? Float64Array.of(start.x, start.y);
    for (let i = 0; i < path.length; i += 2) go({ x: path[i]!, y: path[i + 1]! }, false);
    ms += turnMs;
    for (let i = 0; i < stroke.length; i += 2) go({ x: stroke[i]!, y: stroke[i + 1]! }, true);
  }
  return { trail, ms, cleaningMs, metres };
}

const centre = (corners: readonly Point[]): Point => ({
  x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
  y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
});

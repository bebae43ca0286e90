import { gzipSync } from 'node:zlib';
import { rasterOf, type Point } from '@sweepline/map-core';
import { gridGround, type Ground, type Work } from '../../apps/robot-sim/src/robot/ground.ts';
import { CoveragePicture } from '../../apps/robot-sim/src/robot/picture.ts';
import { specOf } from '../../apps/robot-sim/src/robot/spec.ts';
import { cleaningFlag, Trail, trajectoryLines } from '../../apps/robot-sim/src/robot/trail.ts';
import { round, type PastRun } from './history.ts';

/** What a robot uploads beside its report. */
export interface RunFiles {
  run: PastRun;
  trajectory: Uint8Array;
  coverage: Uint8Array;
}

/** Driving between two places of a plan, seconds for settling included. */
const turnMs = 1500;

/**
 * Drives a past run again with the simulator's own planner and brush, and takes its figures from what was really painted:
 * coverage, distance and times of the record are those of the picture beside it.
 */
export function recordRun(run: PastRun): RunFiles {
  const { task } = run;
  const spec = specOf(task.robot.model);
  const forbidden = task.world.elements.polygons
    .filter(({ type }) => type === 'NO_GO')
    .map(({ points }) => points);
  const ground = gridGround(task.world, forbidden, spec);
  const dock = task.world.elements.points.find(({ id }) => id === `dock-${task.robot.dock}`)!;
  const entry = ground.route(dock, centre(task.zone.points))?.slice(-2);
  const from = entry ? { x: entry[0]!, y: entry[1]! } : dock;
  const work = ground.plan({ polygon: task.zone.points, pattern: 'EDGE_THEN_FILL', overlapM: 0.05, from });
  const drive = driveOver(work, ground, from, spec.cruiseMps);
  const picture = new CoveragePicture(rasterOf(task.world.grid));
  if (work.canvas.coverage) picture.add(work.canvas.coverage);

  const cleaningSeconds = Math.round(drive.cleaningMs / 1000);
  const phases = run.phases.map((phase) =>
    phase.phase === 'CLEANING' ? { ...phase, seconds: Math.round(drive.ms / 1000) } : phase,
  );
  const seconds = phases.reduce((sum, phase) => sum + phase.seconds, 0);
  const recorded: PastRun = {
    ...run,
    result: 'SUCCESS',
    code: '',
    plannedM2: round(work.plannedM2, 2),
    cleanedM2: round(Math.min(work.plannedM2, work.canvas.cleanedM2()), 2),
    cleaningSeconds,
    seconds,
    endedAt: new Date(run.startedAt.getTime() + seconds * 1000),
    distanceM: round(drive.metres, 1),
    phases,
  };
  const t0 = run.startedAt.toISOString();
  const lines = trajectoryLines(run.id, task.world.mapId, t0, drive.trail.points);
  return { run: recorded, trajectory: gzipSync(lines.join('\n')), coverage: picture.png() };
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
    if (cleaning) brush.paintTo(to.x, to.y);
    else brush.liftTo(to.x, to.y);
    trail.keep(ms, { ...to, theta }, cleaning ? cleaningFlag : 0);
    at = to;
  };
  for (const stroke of work.strokes) {
    const start = { x: stroke[0]!, y: stroke[1]! };
    const way = ground.route(at, start) ?? Float64Array.of(start.x, start.y);
    for (let i = 0; i < way.length; i += 2) go({ x: way[i]!, y: way[i + 1]! }, false);
    ms += turnMs;
    for (let i = 0; i < stroke.length; i += 2) go({ x: stroke[i]!, y: stroke[i + 1]! }, true);
  }
  return { trail, ms, cleaningMs, metres };
}

const centre = (corners: readonly Point[]): Point => ({
  x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
  y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
});

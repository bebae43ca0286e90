import { gzipSync } from 'node:zlib';
import {
  boxOfRaster,
  closedAreas,
  coverageFromPasses,
  floorFigures,
  rasterOf,
  rasterOver,
} from '@sweepline/map-core';
import { CoveragePicture } from '../../apps/robot-sim/src/robot/picture.ts';
import { trajectoryLines, type TrailPoint } from '../../apps/robot-sim/src/robot/world/trail.ts';
import { coverageCellM } from '../../apps/server/src/entities/work/floor/plan-floor.ts';
import type { DrivenTask, DrivenWay } from './driven-task.ts';
import type { PastRun } from './history.ts';

/** Files uploaded with a report; older runs have no coverage picture. */
export interface RunFiles {
  run: PastRun;
  trajectory: Uint8Array;
  coverage?: Uint8Array;
}

/** A past run as the complete drive, with its coverage picture. The figures are measured from the picture. */
export function recordRun(run: PastRun, { task, work, complete }: DrivenTask): RunFiles {
  const { world, zone, model } = task;
  const picture = new CoveragePicture(rasterOf(world.grid));
  if (work.canvas.coverage) picture.add(work.canvas.coverage);
  const png = picture.png();
  const toolWidthM = model.cleaningWidthM;
  const coverage = coverageFromPasses(rasterOver(boxOfRaster(world.grid), coverageCellM), picture.pixels);
  const closed = closedAreas(world.elements.polygons);
  const floor = { coverage, ground: world.grid, closed, toolWidthM };
  const recorded = { ...run, ...floorFigures({ ...floor, areas: [zone.points] }), way: complete };
  return { run: recorded, trajectory: trajectoryFile(recorded, complete), coverage: png };
}

/** A past run with its path and without a picture; undefined if it never cleaned. */
export const recallRun = (run: PastRun): RunFiles | undefined =>
  run.way && { run, trajectory: trajectoryFile(run, run.way) };

/** The path of the phase CLEANING; the file counts time from the start of the run. */
function trajectoryFile({ id, task, startedAt, phases, slowness }: PastRun, way: DrivenWay) {
  const before = phases.slice(
    0,
    phases.findIndex(({ phase }) => phase === 'CLEANING'),
  );
  const beforeMs = before.reduce((sum, { seconds }) => sum + seconds, 0) * 1000;
  const points = way.points.map(([ms, x, y, theta, flags]): TrailPoint => {
    return [Math.round(beforeMs + ms * slowness), x, y, theta, flags];
  });
  return gzipSync(trajectoryLines(id, task.world.mapId, startedAt.toISOString(), points).join('\n'));
}

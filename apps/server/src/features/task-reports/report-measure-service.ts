import type { TrailPoint } from '@sweepline/contract';
import {
  boxOfRaster,
  brushPath,
  coverageOver,
  coverageShare,
  floorFigures,
  paintTrajectory,
  rasterOver,
  type Coverage,
  type FloorFigures,
  type FloorInput,
  type Raster,
} from '@sweepline/map-core';
import { eq, sql } from 'drizzle-orm';
import { sizeOfPng } from '../../platform/files/png.ts';
import type { Tx } from '../../platform/db/db.ts';
import { taskReports, type MeasuredArea } from '../../entities/work/report-table.ts';
import { runs, type RunPlan } from '../../entities/work/run-table.ts';
import { passesOf } from './report-floor.ts';

/** Cell size of a coverage in metres, as in the pictures of robots (docs/protocol/files.md#coverage-file). */
export const coverageCellM = 0.1;

/** What a robot left of a run on one map. */
export interface RunTraces {
  /** Grid of the map. */
  raster: Raster;
  path: readonly TrailPoint[];
  picture?: Uint8Array | undefined;
  toolWidthM: number;
}

/** The passes of a run over its map: the robot's picture, else painted along the path; undefined without both. */
export async function coverageOfRun({ picture, ...traces }: RunTraces): Promise<Coverage | undefined> {
  const own = picture && (await pictureOn(picture, wholeOf(traces.raster)));
  return own ?? coverageAlong(traces);
}

const wholeOf = (raster: Raster) => rasterOver(boxOfRaster(raster), coverageCellM);

/** The passes of a run painted along its path; undefined if it never cleaned. */
export function coverageAlong({
  raster,
  path,
  toolWidthM,
}: Omit<RunTraces, 'picture'>): Coverage | undefined {
  if (!path.some(([, , , , cleaning]) => cleaning === 1)) return undefined;
  const coverage = coverageOver(wholeOf(raster));
  paintTrajectory(coverage, brushPath(path), toolWidthM);
  return coverage;
}

/** A picture of another size belongs to another map; a damaged one is ignored. */
async function pictureOn(png: Uint8Array, raster: Raster): Promise<Coverage | undefined> {
  const size = sizeOfPng(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  if (size?.width !== raster.width || size.height !== raster.height) return undefined;
  try {
    return await passesOf(png, raster);
  } catch {
    return undefined;
  }
}

/** A floor with its passes. */
export type DrivenFloor = Omit<FloorInput, 'areas'>;

export interface MeasuredFloor {
  whole: FloorFigures;
  areas: MeasuredArea[];
}

/** Patterns that clean only a line of an area: the polygon is not their plan. */
const linePatterns = new Set(['EDGE_ONLY', 'PATH']);

/** The floor figures of a run and its areas; undefined if its plan is not known as areas. */
export function measurePlan(floor: DrivenFloor, plan: RunPlan): MeasuredFloor | undefined {
  if (plan.areas.length === 0 || linePatterns.has(plan.pattern)) return undefined;
  const polygons = plan.areas.map(({ polygon }) => polygon.map(([x, y]) => ({ x, y })));
  const whole = floorFigures({ ...floor, areas: polygons });
  if (whole.plannedM2 === 0) return undefined;
  const areas = plan.areas.map(({ areaId }, index) => ({
    areaId,
    ...floorFigures({ ...floor, areas: [polygons[index]!] }),
  }));
  return { whole, areas };
}

/** Stores the measured figures of a report and its run. The robot's own figures stay in the report. */
export async function storeMeasured(tx: Tx, id: string, { whole, areas }: MeasuredFloor): Promise<void> {
  const { plannedM2, noGoM2, reachableM2, cleanedM2, notCleanedM2 } = whole;
  const coverage = coverageShare(cleanedM2, plannedM2 - noGoM2);
  await tx
    .update(taskReports)
    .set({
      plannedM2,
      noGoM2,
      reachableM2,
      cleanedM2,
      uncleanedM2: notCleanedM2,
      coverage,
      measured: areas,
      reportedFloor: sql`coalesce(reported_floor, jsonb_build_object('plannedM2', planned_m2, 'cleanedM2', cleaned_m2,
        'uncleanedM2', uncleaned_m2, 'coverage', ${taskReports.coverage}))`,
    })
    .where(eq(taskReports.id, id));
  await tx
    .update(runs)
    .set({ plannedM2: plannedM2 - noGoM2, cleanedM2, coverage })
    .where(eq(runs.id, id));
}

import { coverageShare, type Coverage, type Raster } from '@sweepline/map-core';
import { eq, sql } from 'drizzle-orm';
import { sizeOfPng } from '../../../platform/files/png.ts';
import type { Tx } from '../../../platform/db/db.ts';
import {
  coverageAlong,
  coverageRaster,
  type MeasuredFloor,
  type RunTraces,
} from '../../../entities/work/floor/plan-floor.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { passesOf } from './report-floor.ts';

/** The passes of a run over its map: the robot's picture, else painted along the path; undefined without both. */
export async function coverageOfRun({
  picture,
  ...traces
}: RunTraces & { picture: Uint8Array | undefined }): Promise<Coverage | undefined> {
  const own = picture && (await pictureOn(picture, coverageRaster(traces.raster)));
  return own ?? coverageAlong(traces);
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

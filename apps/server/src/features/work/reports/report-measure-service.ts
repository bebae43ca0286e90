import type { pictureFaults } from '@sweepline/contract';
import { coverageShare, type Coverage, type DrivingFigures, type Raster } from '@sweepline/map-core';
import { eq, sql } from 'drizzle-orm';
import { isPng, sizeOfPng } from '../../../platform/files/png.ts';
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

/** Why a coverage picture is not used, with the sizes in words for the maker of the robot. */
export interface PictureFault {
  fault: (typeof pictureFaults)[number];
  detail: string;
}

/** The passes of a run over its map: the robot's picture, else painted along the path; undefined without both. */
export async function coverageOfRun({
  picture,
  ...traces
}: RunTraces & { picture: Uint8Array | undefined }): Promise<{
  coverage: Coverage | undefined;
  fault: PictureFault | undefined;
}> {
  const own = picture && (await pictureOn(picture, coverageRaster(traces.raster)));
  if (own && 'passes' in own) return { coverage: own, fault: undefined };
  return { coverage: coverageAlong(traces), fault: own };
}

/** A picture of another size belongs to another map. */
async function pictureOn(png: Uint8Array, raster: Raster): Promise<Coverage | PictureFault> {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const size = isPng(bytes) ? sizeOfPng(bytes) : undefined;
  if (!size) return { fault: 'UNREADABLE', detail: 'coverage picture: no PNG' };
  if (size.width !== raster.width || size.height !== raster.height) {
    const own = `${size.width} × ${size.height}`;
    const needed = `${raster.width} × ${raster.height}`;
    return { fault: 'SIZE', detail: `coverage picture: ${own} pixels, the map needs ${needed}` };
  }
  try {
    return await passesOf(bytes, raster);
  } catch {
    return { fault: 'UNREADABLE', detail: 'coverage picture: a damaged PNG' };
  }
}

/** Stores how the robot drove and whether its picture is used. Returns whether the fault of the picture is new. */
export async function storeTraces(
  tx: Tx,
  id: string,
  { driving, fault }: { driving: DrivingFigures | null; fault: PictureFault | undefined },
): Promise<boolean> {
  const pictureFault = fault?.fault ?? null;
  const [before] = await tx
    .select({ pictureFault: taskReports.pictureFault })
    .from(taskReports)
    .where(eq(taskReports.id, id));
  if (!before) return false;
  await tx.update(taskReports).set({ driving, pictureFault }).where(eq(taskReports.id, id));
  return pictureFault !== null && before.pictureFault !== pictureFault;
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

import { buffer } from 'node:stream/consumers';
import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { MapElements, ReportDetail, TrailPoint, Zone } from '@sweepline/contract';
import { closedAreas, decodeTrajectory, type Trajectory } from '@sweepline/map-core';
import { and, asc, eq, sql } from 'drizzle-orm';
import { Refusal } from '../../platform/calls/ctx.ts';
import type { Tx } from '../../platform/db/db.ts';
import { findFile, type FileStore } from '../../platform/files/files.ts';
import { visible, inValues } from '../../platform/db/page.ts';
import { alarms } from '../alarms/alarm-table.ts';
import { batteryDuring } from '../../robots/sessions/history-service.ts';
import { maps } from '../maps/map-table.ts';
import { mapVersions } from '../maps/drafts/map-version-table.ts';
import { readRunPath } from '../tasks/run-path-service.ts';
import { reportOf, reportRows, type FullReport } from './report-service.ts';
import { taskReports } from './report-table.ts';

/** Cell size of a coverage picture, protocol 2.7. */
const coverageResolution = 0.1;
/** A trajectory file of a long day unpacks to a few megabytes. */
const maxUnpackedBytes = 64 * 1024 * 1024;

/** One report of the caller's companies. */
export async function findReport(db: Tx, id: string): Promise<FullReport> {
  const [found] = await reportRows(db).where(and(eq(taskReports.id, id), visible(db, taskReports)));
  if (!found) throw new Refusal('notFound');
  return found;
}

/** The zones as they were when the run began. */
const zonesOf = ({ run }: FullReport): Zone[] =>
  run.plan.areas.map(({ areaId, name, polygon }) => ({
    id: areaId,
    type: 'CLEAN',
    name,
    points: polygon.map(([x, y]) => ({ x, y })),
  }));

function areasOf({ report, run }: FullReport): ReportDetail['areas'] {
  const names = new Map(run.plan.areas.map(({ areaId, name }) => [areaId, name]));
  return report.areas.map(({ areaId, plannedM2, cleanedM2, coverage, seconds, ...how }) => ({
    areaId,
    name: names.get(areaId) ?? areaId,
    plannedM2,
    cleanedM2,
    coverage: coverage ?? (plannedM2 > 0 ? Math.min(1, cleanedM2 / plannedM2) : null),
    seconds: seconds ?? null,
    cleaningMode: how.cleaningMode ?? null,
    strength: how.strength ?? null,
    repetitions: how.repetitions ?? null,
  }));
}

/** The device's battery while it worked; where its history is gone, what the report itself says of start and end. */
async function batteryOf(db: Tx, { report }: FullReport): Promise<ReportDetail['battery']> {
  const known = await batteryDuring(db, report.deviceId, report.startedAt, report.endedAt);
  if (known.length > 1) return known;
  return [
    { at: report.startedAt, soc: report.socStart },
    { at: report.endedAt, soc: report.socEnd },
  ].filter((point): point is { at: string; soc: number } => point.soc !== null);
}

/** Where robots were not to clean, as it stood on the version that was driven on; where that is gone, as it stands now. */
async function closedIn(db: Tx, { report: { mapId }, run }: FullReport, now: MapElements | undefined) {
  const [driven] =
    mapId && run.mapVersion !== null
      ? await db
          .select({ elements: mapVersions.elements })
          .from(mapVersions)
          .where(and(sql`${mapVersions.mapId}::text = ${mapId}`, eq(mapVersions.version, run.mapVersion)))
      : [];
  return closedAreas((driven?.elements ?? now)?.zones ?? []).map((area) => [...area]);
}

/** The whole record of one run. */
export async function readReport(db: Tx, id: string): Promise<ReportDetail> {
  const found = await findReport(db, id);
  const { report, run, map } = found;
  const [grounds, raised, battery] = await Promise.all([
    map ? db.select().from(maps).where(eq(maps.id, map.id)) : [],
    db.select().from(alarms).where(inValues(alarms.id, report.alarmIds)).orderBy(asc(alarms.raisedAt)),
    batteryOf(db, found),
  ]);
  const [ground] = grounds;
  const coverageFile = report.coverageFiles.find(({ mapId }) => mapId === report.mapId);
  return {
    ...reportOf(found),
    told: { startedAt: report.toldStartedAt, endedAt: report.toldEndedAt },
    repetitions: run.plan.repetitions,
    areas: areasOf(found),
    phases: report.phases,
    timeline: run.phases,
    pauses: report.pauses,
    battery,
    consumables: report.consumables,
    missed: report.missed,
    alarms: raised.map(({ id: alarmId, code, level, text, raisedAt }) => ({
      id: alarmId,
      code,
      level,
      text,
      raisedAt,
    })),
    ground: ground
      ? {
          file: ground.gridFileId,
          width: ground.width,
          height: ground.height,
          resolution: ground.resolution,
          originX: ground.originX,
          originY: ground.originY,
        }
      : null,
    zones: zonesOf(found),
    closed: await closedIn(db, found, ground?.elements),
    coverage:
      coverageFile && ground
        ? {
            file: coverageFile.fileId,
            resolution: coverageResolution,
            originX: ground.originX,
            originY: ground.originY,
          }
        : null,
    toolWidthM: run.plan.toolWidthM,
  };
}

const unzip = promisify(gunzip);

/** The robot's own trajectory where it sent one, else the path the stream told. */
export async function readReportPath(db: Tx, files: FileStore, id: string) {
  const { report } = await findReport(db, id);
  const file = report.trajectoryFileId ? await findFile(db, report.trajectoryFileId) : undefined;
  const own = file && (await readOwnPath(files, file.sha256, report));
  if (!own) return { source: 'STREAM' as const, points: await readRunPath(db, id) };
  return { source: 'ROBOT' as const, points: own };
}

/** The way a robot told in a file, on the map of its report; undefined where nobody can read it. Needs no database. */
export async function readOwnPath(
  files: FileStore,
  sha256: string,
  report: { mapId: string | null; startedAt: string },
): Promise<TrailPoint[] | undefined> {
  const own = await trajectoryIn(files, sha256);
  // The trajectory begins with the run, by the robot's clock; the report's times may have been put right since.
  const startMs = Date.parse(own?.[0]?.t0 ?? report.startedAt);
  return own?.filter(({ mapId }) => mapId === report.mapId).flatMap((way) => trailOf(way, startMs));
}

async function trajectoryIn(files: FileStore, sha256: string): Promise<Trajectory[] | undefined> {
  const packed = await buffer(files.open(sha256));
  try {
    const text = await unzip(packed, { maxOutputLength: maxUnpackedBytes });
    const reading = decodeTrajectory(text.toString('utf8'));
    return reading.ok ? reading.value : undefined;
  } catch {
    // A file no one can unpack is as good as none: the stream's path is shown and says that it is the stream's.
    return undefined;
  }
}

const trailOf = ({ t0, points }: Trajectory, startMs: number): TrailPoint[] => {
  const shift = Date.parse(t0) - startMs;
  return points.map(({ t, x, y, theta, cleaning }) => [t + shift, x, y, theta, cleaning ? 1 : 0]);
};

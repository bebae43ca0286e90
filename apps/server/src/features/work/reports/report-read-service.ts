import { buffer } from 'node:stream/consumers';
import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { ReportDetail, TrailPoint, Zone } from '@sweepline/contract';
import {
  boundM2PerHour,
  cleanableM2,
  coverageShare,
  decodeTrajectory,
  notCleanedM2,
  overlapShare,
  phaseTimes,
  type Trajectory,
} from '@sweepline/map-core';
import { and, asc, eq } from 'drizzle-orm';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { FileFault } from '../../../platform/files/file-fault.ts';
import { findFile, type FileStore } from '../../../platform/files/files.ts';
import { visible, inValues } from '../../../platform/db/page.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { readRunPath } from '../tasks/run-path-service.ts';
import { bytesOf } from './report-stored.ts';
import { reportOf, reportRows, type FullReport } from './report-service.ts';
import { closedIn } from '../../../entities/work/floor/closed-areas.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { batteryDuring } from '../../../entities/devices/device-history.ts';

type MapRow = typeof maps.$inferSelect;

/** Cell size of a coverage picture in metres (docs/protocol/files.md#coverage-file). */
const coverageResolution = 0.1;
/** Far above the few megabytes of a trajectory file of a long day. */
const maxUnpackedBytes = 64 * 1024 * 1024;

/** One visible report. */
export async function findReport(db: Tx, id: string): Promise<FullReport> {
  const [row] = await reportRows(db).where(and(eq(taskReports.id, id), visible(db, taskReports)));
  if (!row) throw new Refusal('notFound');
  return row;
}

/** The zones of the run's plan, as they were at its start. */
const zonesOf = ({ run }: FullReport): Zone[] =>
  run.plan.areas.map(({ areaId, name, polygon }) => ({
    id: areaId,
    type: 'CLEAN',
    name,
    points: polygon.map(([x, y]) => ({ x, y })),
  }));

/** The areas of the run's plan as measured, else those that the robot reported, with the robot's times. */
function areasOf({ report, run }: FullReport): ReportDetail['areas'] {
  const names = new Map(run.plan.areas.map(({ areaId, name }) => [areaId, name]));
  const reported = new Map(report.areas.map((area) => [area.areaId, area]));
  const areas = report.measured ?? report.areas.map((area) => ({ ...unmeasured, ...area }));
  return areas.map(({ areaId, plannedM2, noGoM2, reachableM2, cleanedM2, passes }) => {
    const { seconds, cleaningMode, strength, repetitions } = reported.get(areaId) ?? {};
    return {
      areaId,
      name: names.get(areaId) ?? areaId,
      plannedM2,
      noGoM2,
      reachableM2,
      cleanedM2,
      notCleanedM2: notCleanedM2(plannedM2, noGoM2, cleanedM2),
      passes,
      coverage: coverageShare(cleanedM2, cleanableM2(plannedM2, noGoM2)),
      seconds: seconds ?? null,
      cleaningMode: cleaningMode ?? null,
      strength: strength ?? null,
      repetitions: repetitions ?? null,
    };
  });
}
/** How the robot drove, against what its tool could do. */
function drivingOf({ report, run: { plan } }: FullReport): ReportDetail['driving'] {
  const { driving, measured } = report;
  return {
    overlap: overlapShare((measured ?? []).map(({ passes }) => passes)),
    turns: driving?.turns ?? null,
    cleaningM: driving?.cleaningM ?? null,
    transitM: driving?.transitM ?? null,
    boundM2PerHour: boundM2PerHour(plan.toolWidthM, plan.maxSpeedMps ?? null),
  };
}

const unmeasured = { noGoM2: null, reachableM2: null, passes: null };

/** The device's battery during the run. Without history, the report's values at start and end. */
async function batteryOf(db: Tx, { report }: FullReport): Promise<ReportDetail['battery']> {
  const history = await batteryDuring(db, report.deviceId, report.startedAt, report.endedAt);
  if (history.length > 1) return history;
  return [
    { at: report.startedAt, soc: report.socStart },
    { at: report.endedAt, soc: report.socEnd },
  ].filter((point): point is { at: string; soc: number } => point.soc !== null);
}

const groundOf = ({ gridFileId: file, width, height, resolution, originX, originY }: MapRow) => ({
  file,
  width,
  height,
  resolution,
  originX,
  originY,
});

/** The coverage picture has the origin of its map. */
const coverageOf = (file: string, { originX, originY }: MapRow) => ({
  file,
  resolution: coverageResolution,
  originX,
  originY,
});

/** The full report of one run. */
export async function readReport(db: Tx, id: string): Promise<ReportDetail> {
  const fullReport = await findReport(db, id);
  const { report, run, map } = fullReport;
  const [grounds, raised, battery] = await Promise.all([
    map ? db.select().from(maps).where(eq(maps.id, map.id)) : [],
    db.select().from(alarms).where(inValues(alarms.id, report.alarmIds)).orderBy(asc(alarms.raisedAt)),
    batteryOf(db, fullReport),
  ]);
  const [ground] = grounds;
  const coverageFile = report.coverageFiles.find(({ mapId }) => mapId === report.mapId);
  return {
    ...reportOf(fullReport),
    told: { startedAt: report.toldStartedAt, endedAt: report.toldEndedAt },
    repetitions: run.plan.repetitions,
    areas: areasOf(fullReport),
    phases: phaseTimes(report.seconds, report.phases),
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
    ground: ground ? groundOf(ground) : null,
    zones: zonesOf(fullReport),
    closed: await closedIn(db, { mapId: report.mapId, mapVersion: run.mapVersion }, ground?.elements),
    coverage: coverageFile && ground && !report.pictureFault ? coverageOf(coverageFile.fileId, ground) : null,
    pictureFault: report.pictureFault,
    driving: drivingOf(fullReport),
    toolWidthM: run.plan.toolWidthM,
    toolOffsetM: run.plan.toolOffsetM ?? 0,
  };
}

/** The robot's coverage picture of the report's map; undefined if it is missing or unreadable. */
export const readReportPicture = (
  db: Tx,
  files: FileStore,
  { mapId, coverageFiles }: Pick<typeof taskReports.$inferSelect, 'mapId' | 'coverageFiles'>,
) => bytesOf(db, files, coverageFiles.find((file) => file.mapId === mapId)?.fileId);

const unzip = promisify(gunzip);

/** The path of the robot's trajectory file, else the path of the telemetry stream. */
export async function readReportPath(db: Tx, files: FileStore, id: string) {
  const { report } = await findReport(db, id);
  const file = report.trajectoryFileId ? await findFile(db, report.trajectoryFileId) : undefined;
  const own = file && (await readOwnPath(files, file.sha256, report));
  if (!own) return { source: 'STREAM' as const, points: await readRunPath(db, id) };
  return { source: 'ROBOT' as const, points: own };
}

/** The path of a trajectory file on the map of its report; undefined if the file is unreadable. Needs no database. */
export async function readOwnPath(
  files: FileStore,
  sha256: string,
  report: { mapId: string | null; startedAt: string },
): Promise<TrailPoint[] | undefined> {
  const trajectories = await trajectoryIn(files, sha256);
  // The trajectory starts with the run in the robot's clock. The times of the report may have been corrected.
  const startMs = Date.parse(trajectories?.[0]?.t0 ?? report.startedAt);
  return trajectories
    ?.filter(({ mapId }) => mapId === report.mapId)
    .flatMap((trajectory) => trailOf(trajectory, startMs));
}

async function trajectoryIn(files: FileStore, sha256: string): Promise<Trajectory[] | undefined> {
  const packed = await buffer(files.open(sha256)).catch((error: unknown) => {
    if (error instanceof FileFault) return undefined;
    throw error;
  });
  // A missing or unreadable file: the path of the stream is shown with its source.
  if (!packed) return undefined;
  try {
    const text = await unzip(packed, { maxOutputLength: maxUnpackedBytes });
    const reading = decodeTrajectory(text.toString('utf8'));
    return reading.ok ? reading.value : undefined;
  } catch {
    return undefined;
  }
}

const trailOf = ({ t0, points }: Trajectory, startMs: number): TrailPoint[] => {
  const shift = Date.parse(t0) - startMs;
  return points.map(({ t, x, y, theta, cleaning }) => [t + shift, x, y, theta, cleaning ? 1 : 0]);
};

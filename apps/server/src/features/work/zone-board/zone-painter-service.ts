import type { Zone } from '@sweepline/contract';
import type { RejectReason } from '@sweepline/contract/robot';
import { brushPath, drivingFigures } from '@sweepline/map-core';
import { getTableName, and, asc, eq, lt } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { gridOf, storedGridOf } from '../../places/maps/cells/map-cells-service.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { closedIn } from '../../../entities/work/floor/closed-areas.ts';
import { measurePlan } from '../../../entities/work/floor/plan-floor.ts';
import { coverageOfRun, storeMeasured, storeTraces } from '../reports/report-measure-service.ts';
import { readReportPath, readReportPicture } from '../reports/report-read-service.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { deadLetters } from '../../../entities/installation/dead-letter-table.ts';
import { zoneCleanings } from '../../../entities/work/floor/zone-cleaning-table.ts';
import { maxPaintAttempts, zoneWork } from '../../../entities/work/floor/zone-work-table.ts';
import { paintZones, type PaintedZone } from './zone-board-rules.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';

/** Longer than the ten seconds in which the last points of the stream are written after the report. */
const streamSettlesMs = 20_000;

interface Painter {
  db: Db;
  files: FileStore;
  now: Clock;
}

type Report = typeof taskReports.$inferSelect;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A report to paint, as it was read. A later change of the report increases the turn. */
interface PaintJob {
  turn: number;
  report: Report | undefined;
  input: Awaited<ReturnType<typeof readInput>>;
}

/** The path of a report with its map and plan; undefined if the map is missing or of another company. */
async function readInput(files: FileStore, tx: Tx, report: Report | undefined) {
  if (!report || !uuid.test(report.mapId ?? '')) return undefined;
  const [row] = await tx
    .select({ map: maps, plan: runs.plan, mapVersion: runs.mapVersion })
    .from(maps)
    .innerJoin(runs, eq(runs.id, report.id))
    .where(eq(maps.id, report.mapId ?? ''));
  if (!row || row.map.companyId !== report.companyId) return undefined;
  return {
    ...row,
    grid: await storedGridOf(tx, row.map, row.map.gridFileId),
    closed: await closedIn(tx, { mapId: report.mapId, mapVersion: row.mapVersion }, row.map.elements),
    picture: await readReportPicture(tx, files, report),
    ...(await readReportPath(tx, files, report.id)),
  };
}

const readJob = ({ db, files }: Painter, id: string) =>
  inScope(
    db,
    '*',
    async (tx): Promise<PaintJob | undefined> => {
      const [work] = await tx.select().from(zoneWork).where(eq(zoneWork.id, id));
      if (!work) return undefined;
      const [report] = await tx.select().from(taskReports).where(eq(taskReports.id, id));
      return { turn: work.turn, report, input: await readInput(files, tx, report) };
    },
    { readOnly: true },
  );

const isVersionNow = ({ map, mapVersion }: { map: typeof maps.$inferSelect; mapVersion: number | null }) =>
  mapVersion === null || mapVersion === map.version;

/** The painted zones and the floor figures of a report; undefined while its path may still be written. */
async function paint({ files, now }: Painter, { report, input }: PaintJob) {
  const nothing = {
    source: 'STREAM' as const,
    zones: [],
    measured: undefined,
    driving: null,
    fault: undefined,
  };
  if (!report || !input) return nothing;
  const { source, points: path, map, plan, grid, closed, picture } = input;
  const settled = now().getTime() - Date.parse(report.receivedAt) > streamSettlesMs;
  if (source === 'STREAM' && !settled) return undefined;
  const { toolWidthM, bodyWidthM } = plan;
  const { coverage, fault } = await coverageOfRun({ raster: grid, path, picture, tool: plan });
  const driving = path.length > 1 ? drivingFigures(brushPath(path)) : null;
  // A picture of an earlier version of the map may have another size and be right.
  const named = { driving, fault: isVersionNow(input) ? fault : undefined };
  if (!coverage) return { ...nothing, ...named };
  const floor = { coverage, closed, toolWidthM, bodyWidthM, ground: await gridOf(files, grid) };
  const zones = paintZones(map.elements.zones as readonly Zone[], floor);
  return { source, zones, measured: measurePlan(floor, plan), ...named };
}

const rowOf = (report: Report, source: 'ROBOT' | 'STREAM', zone: PaintedZone) => ({
  id: newId(),
  companyId: report.companyId,
  reportId: report.id,
  mapId: report.mapId ?? '',
  deviceId: report.deviceId,
  startedAt: report.startedAt,
  endedAt: report.endedAt,
  source,
  ...zone,
});

/**
 * Paints one report and replaces its cleanings, so that late and repeated reports lead to the same rows. Painting is slow and reads
 * the floor, so it runs outside a transaction.
 */
async function paintOne(painter: Painter, id: string): Promise<void> {
  const job = await readJob(painter, id);
  const result = job && (await paint(painter, job));
  if (!result) return;
  const { report, turn } = job;
  await inScope(painter.db, '*', async (tx) => {
    // A report that changed meanwhile has a higher turn and is painted again.
    const deleted = await tx
      .delete(zoneWork)
      .where(and(eq(zoneWork.id, id), eq(zoneWork.turn, turn)))
      .returning({ id: zoneWork.id });
    if (deleted.length === 0) return;
    if (result.measured) await storeMeasured(tx, id, result.measured);
    if (await storeTraces(tx, id, result)) await tellFault(tx, report!, result.fault!.detail, painter.now());
    await tx.delete(zoneCleanings).where(eq(zoneCleanings.reportId, id));
    const rows = report ? result.zones.map((zone) => rowOf(report, result.source, zone)) : [];
    if (rows.length > 0) await tx.insert(zoneCleanings).values(rows);
  });
}

/** The maker of the robot finds the fault of a picture among the rejected messages. */
async function tellFault(tx: Tx, { deviceId, companyId }: Report, detail: string, at: Date): Promise<void> {
  const [device] = await tx.select({ sn: devices.sn }).from(devices).where(eq(devices.id, deviceId));
  await tx.insert(deadLetters).values({
    companyId,
    deviceId,
    at: at.toISOString(),
    topic: 'COVERAGE',
    sn: device?.sn ?? '',
    reason: 'FILE' satisfies RejectReason,
    detail,
    bytes: 0,
    head: '',
  });
}

/** Paints all waiting reports, oldest first. A failure is passed to `onError` and tried again up to `maxPaintAttempts` times. */
export async function paintWaiting(painter: Painter, onError: (error: unknown) => void): Promise<void> {
  const waiting = await inScope(painter.db, '*', (tx) =>
    tx
      .select({ id: zoneWork.id })
      .from(zoneWork)
      .where(lt(zoneWork.attempts, maxPaintAttempts))
      .orderBy(asc(zoneWork.id))
      .limit(500),
  );
  for (const { id } of waiting) {
    try {
      await paintOne(painter, id);
    } catch (error) {
      onError(error);
      await inScope(painter.db, '*', (tx) =>
        tx.raw(`update ${getTableName(zoneWork)} set attempts = attempts + 1 where id = $1`, [id]),
      );
    }
  }
}

export const zonePaintJob = (painter: Painter, onError: (error: unknown) => void): Job => ({
  name: 'zones.paint',
  everySeconds: 5,
  run: () => paintWaiting(painter, onError),
});

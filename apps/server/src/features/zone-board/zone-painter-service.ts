import type { Zone } from '@sweepline/contract';
import { and, asc, eq, lt } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { repeatedly } from '../../platform/runtime/repeatedly.ts';
import { gridOf, storedGridOf } from '../maps/cells/map-cells-service.ts';
import { maps } from '../maps/map-table.ts';
import { readReportPath } from '../task-reports/report-read-service.ts';
import { taskReports } from '../task-reports/report-table.ts';
import { runs } from '../tasks/run-table.ts';
import { zoneCleanings, zoneWork } from './zone-board-table.ts';
import { paintZones, type PaintedZone } from './zone-board-rules.ts';

const everyMs = 5_000;
/** The stream's last points are written within ten seconds of the report. */
const streamSettlesMs = 20_000;
const maxAttempts = 5;

interface Painter {
  db: Db;
  files: FileStore;
  now: Clock;
}

type Report = typeof taskReports.$inferSelect;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A report that waits, as it was read: what changes it meanwhile raises the turn. */
interface Waiting {
  turn: number;
  report: Report | undefined;
  driven: Awaited<ReturnType<typeof drivenIn>>;
}

/** The path of a report and the map it is on; undefined where there is nothing to paint on. */
async function drivenIn(files: FileStore, tx: Tx, report: Report | undefined) {
  if (!report || !uuid.test(report.mapId ?? '')) return undefined;
  const [found] = await tx
    .select({ map: maps, plan: runs.plan })
    .from(maps)
    .innerJoin(runs, eq(runs.id, report.id))
    .where(eq(maps.id, report.mapId ?? ''));
  if (!found || found.map.companyId !== report.companyId) return undefined;
  const grid = await storedGridOf(tx, found.map, found.map.gridFileId);
  return { ...found, grid, ...(await readReportPath(tx, files, report.id)) };
}

const readWaiting = ({ db, files }: Painter, id: string) =>
  inScope(
    db,
    '*',
    async (tx): Promise<Waiting | undefined> => {
      const [work] = await tx.select().from(zoneWork).where(eq(zoneWork.id, id));
      if (!work) return undefined;
      const [report] = await tx.select().from(taskReports).where(eq(taskReports.id, id));
      return { turn: work.turn, report, driven: await drivenIn(files, tx, report) };
    },
    { readOnly: true },
  );

/** What a report's path reached on its map; undefined while the path is still being written. */
async function painted({ files, now }: Painter, { report, driven }: Waiting) {
  if (!report || !driven) return { source: 'STREAM' as const, zones: [] };
  const { source, points, map, plan, grid } = driven;
  const settled = now().getTime() - Date.parse(report.receivedAt) > streamSettlesMs;
  if (source === 'STREAM' && !settled) return undefined;
  const ground = points.length > 0 ? await gridOf(files, grid) : undefined;
  return {
    source,
    zones: paintZones(map.elements.zones as readonly Zone[], points, plan.toolWidthM, ground),
  };
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
 * Paints one report anew, whatever was painted of it before: late and doubled ones come to the same rows. Painting takes its time and
 * waits for the floor, so no transaction is open meanwhile.
 */
async function paintOne(painter: Painter, id: string): Promise<void> {
  const waiting = await readWaiting(painter, id);
  const result = waiting && (await painted(painter, waiting));
  if (!result) return;
  const { report, turn } = waiting;
  await inScope(painter.db, '*', async (tx) => {
    // One that changed meanwhile stands with a higher turn, and is painted once more.
    const done = await tx
      .delete(zoneWork)
      .where(and(eq(zoneWork.id, id), eq(zoneWork.turn, turn)))
      .returning({ id: zoneWork.id });
    if (done.length === 0) return;
    await tx.delete(zoneCleanings).where(eq(zoneCleanings.reportId, id));
    const rows = report ? result.zones.map((zone) => rowOf(report, result.source, zone)) : [];
    if (rows.length > 0) await tx.insert(zoneCleanings).values(rows);
  });
}

/** Paints every report that waits, the oldest first. What cannot be read is tried five times and told. */
export async function paintWaiting(painter: Painter, onError: (error: unknown) => void): Promise<void> {
  const waiting = await inScope(painter.db, '*', (tx) =>
    tx
      .select({ id: zoneWork.id })
      .from(zoneWork)
      .where(lt(zoneWork.attempts, maxAttempts))
      .orderBy(asc(zoneWork.id))
      .limit(500),
  );
  for (const { id } of waiting) {
    try {
      await paintOne(painter, id);
    } catch (error) {
      onError(error);
      await inScope(painter.db, '*', (tx) =>
        tx.raw('update zone_work set attempts = attempts + 1 where id = $1', [id]),
      );
    }
  }
}

/** Paints the reports that come until stopped; what came while the server was down is painted at its start. */
export const startZonePainter = (painter: Painter, onError: (error: unknown) => void) =>
  repeatedly(() => paintWaiting(painter, onError), { everyMs }, onError);

import { and, eq, gt, gte, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { runs, type RunArea, type RunRow } from '../../../entities/work/run-table.ts';
import { zoneCleanings } from '../../../entities/work/floor/zone-cleaning-table.ts';
import { areasLeft, minDoneShare } from './run-zone-rules.ts';

/** The areas of each cleaning run that it left and no later run has cleaned, by id of the run. */
export async function areasLeftOf(db: Tx, rows: readonly RunRow[]): Promise<Map<string, RunArea[]>> {
  const unfinished = rows.filter(
    ({ kind, state }) => kind === 'CLEANING' && state !== 'SUCCESS' && state !== 'COMPLETE',
  );
  if (unfinished.length === 0) return new Map();
  const ids = unfinished.map(({ id }) => id);
  const reports = await db
    .select({ id: taskReports.id, areas: taskReports.areas, measured: taskReports.measured })
    .from(taskReports)
    .where(inValues(taskReports.id, ids));
  const later = await db
    .selectDistinct({ runId: runs.id, zoneId: zoneCleanings.zoneId })
    .from(runs)
    .innerJoin(
      zoneCleanings,
      and(
        eq(zoneCleanings.companyId, runs.companyId),
        eq(sql`${zoneCleanings.mapId}::text`, runs.mapId),
        gt(zoneCleanings.endedAt, runs.endedAt),
        gte(zoneCleanings.coverage, minDoneShare),
      ),
    )
    .where(inValues(runs.id, ids));
  const cleanedLater = new Set(later.map(({ runId, zoneId }) => `${runId} ${zoneId}`));
  return new Map(
    unfinished.map((run) => {
      const report = reports.find(({ id }) => id === run.id);
      const left = areasLeft(run, report).filter(({ areaId }) => !cleanedLater.has(`${run.id} ${areaId}`));
      return [run.id, left];
    }),
  );
}

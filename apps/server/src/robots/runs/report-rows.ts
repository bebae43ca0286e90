import type { XReport } from '@sweepline/contract/robot';
import { and, eq, sql } from 'drizzle-orm';
import { reportTimes } from '../../features/task-reports/report-clock-service.ts';
import { taskReports } from '../../features/task-reports/report-table.ts';
import type { RunRow } from '../../features/tasks/run-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { counted, known, share } from './run-words.ts';
import type { OwnRefs } from '../intake/uplink-refs.ts';

type ReportRow = typeof taskReports.$inferInsert;

const measuredOf = (totals: XReport['totals']) => ({
  seconds: known(totals.seconds),
  cleaningSeconds: known(totals.cleaningSeconds),
  distanceM: known(totals.distanceM),
  waterL: known(totals.waterL),
  dirtyWaterL: known(totals.dirtyWaterL),
  energyWh: known(totals.energyWh),
  socStart: known(totals.socStart),
  socEnd: known(totals.socEnd),
  charges: counted(totals.charges),
  replenishes: counted(totals.replenishes),
  mopWashes: counted(totals.mopWashes),
});

/** The row of a report, with the references that its sender may make. */
export function reportRow(run: RunRow, report: XReport, refs: OwnRefs, at: string): ReportRow {
  const { totals, areas, phases = [], pauses = [], consumables = [], missed = [] } = report;
  const { plannedM2, cleanedM2, coverage } = totals;
  return {
    ...measuredOf(totals),
    id: run.id,
    companyId: run.companyId,
    deviceId: run.deviceId,
    taskId: run.taskId,
    mapId: areas[0]?.mapId ?? run.mapId,
    result: report.result,
    code: report.code ?? '',
    ...reportTimes(report.startTime, report.endTime, at),
    plannedM2: known(plannedM2),
    cleanedM2: known(cleanedM2),
    uncleanedM2: known(Math.max(0, plannedM2 - cleanedM2)),
    coverage: plannedM2 > 0 ? share(coverage ?? cleanedM2 / plannedM2) : null,
    areas,
    phases,
    pauses: pauses.map((it) => ({ ...it, by: it.by ?? '' })),
    alarmIds: refs.alarmIds,
    missed,
    consumables,
    trajectoryFileId: refs.trajectory,
    coverageFiles: refs.coverage,
    receivedAt: at,
  };
}

/**
 * A second report of the same run brings the files that could not be uploaded at first; nothing else of it counts. False
 * when the report of this id is another device's.
 */
export async function storeReport(tx: Tx, row: ReportRow): Promise<boolean> {
  const { deviceId, companyId } = row;
  const written = await tx
    .insert(taskReports)
    .values(row)
    .onConflictDoUpdate({
      target: taskReports.id,
      set: {
        receivedAt: sql`excluded.received_at`,
        ...(row.trajectoryFileId && { trajectoryFileId: row.trajectoryFileId }),
        ...(row.coverageFiles.length > 0 && { coverageFiles: row.coverageFiles }),
      },
      setWhere: and(eq(taskReports.deviceId, deviceId), eq(taskReports.companyId, companyId)),
    })
    .returning({ id: taskReports.id });
  return written.length > 0;
}

import type { XReport } from '@sweepline/contract/robot';
import { and, eq, sql } from 'drizzle-orm';
import { reportTimes } from '../../features/work/reports/report-clock-service.ts';
import { taskReports } from '../../entities/work/report-table.ts';
import type { RunRow } from '../../entities/work/run-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { usableCount, usableFigure, fraction } from './run-values.ts';
import type { OwnRefs } from '../intake/uplink-refs.ts';

type ReportRow = typeof taskReports.$inferInsert;

const measuredOf = (totals: XReport['totals']) => ({
  seconds: usableFigure(totals.seconds),
  cleaningSeconds: usableFigure(totals.cleaningSeconds),
  distanceM: usableFigure(totals.distanceM),
  waterL: usableFigure(totals.waterL),
  dirtyWaterL: usableFigure(totals.dirtyWaterL),
  energyWh: usableFigure(totals.energyWh),
  socStart: usableFigure(totals.socStart),
  socEnd: usableFigure(totals.socEnd),
  charges: usableCount(totals.charges),
  replenishes: usableCount(totals.replenishes),
  mopWashes: usableCount(totals.mopWashes),
});

/** The row of a report, with its permitted references. */
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
    plannedM2: usableFigure(plannedM2),
    cleanedM2: usableFigure(cleanedM2),
    uncleanedM2: usableFigure(Math.max(0, plannedM2 - cleanedM2)),
    coverage: plannedM2 > 0 ? fraction(coverage ?? cleanedM2 / plannedM2) : null,
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
 * Stores a report. A second report of the same run adds only files that could not be uploaded at first. False if the report
 * of this id belongs to another device.
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

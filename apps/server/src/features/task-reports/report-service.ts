import type { ReportRow, ReportTotals } from '@sweepline/contract';
import { and, eq, gte, ilike, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../platform/db.ts';
import { contains, visible, within } from '../../platform/page.ts';
import { companies } from '../companies/company-table.ts';
import { devices } from '../devices/device-table.ts';
import { maps } from '../maps/map-table.ts';
import { sites } from '../sites/site-table.ts';
import { runs } from '../tasks/run-table.ts';
import { taskReports } from './report-table.ts';

/** Reports with the run they are of and the names a row shows. */
export const reportRows = (db: Tx) =>
  db
    .select({
      report: taskReports,
      run: { name: runs.name, origin: runs.origin, plan: runs.plan, phases: runs.phases },
      device: { id: devices.id, sn: devices.sn, nickname: devices.nickname, model: devices.model },
      companyName: companies.name,
      site: sites.name,
      map: { id: maps.id, name: maps.name },
    })
    .from(taskReports)
    .innerJoin(runs, eq(runs.id, taskReports.id))
    .innerJoin(devices, eq(devices.id, taskReports.deviceId))
    .innerJoin(companies, eq(companies.id, taskReports.companyId))
    .leftJoin(maps, eq(sql`${maps.id}::text`, taskReports.mapId))
    .leftJoin(sites, eq(sites.id, maps.siteId))
    .$dynamic();

export type FullReport = Awaited<ReturnType<typeof reportRows>>[number];

/** Cleaned area over cleaning time; null without either, and without a time that is none. */
export const m2PerHour = (cleanedM2: number | null, cleaningSeconds: number | null): number | null =>
  cleanedM2 === null || !cleaningSeconds ? null : (cleanedM2 * 3600) / cleaningSeconds;

const totalsOf = (report: FullReport['report']): ReportTotals => ({
  plannedM2: report.plannedM2,
  cleanedM2: report.cleanedM2,
  uncleanedM2: report.uncleanedM2,
  coverage: report.coverage,
  seconds: report.seconds,
  cleaningSeconds: report.cleaningSeconds,
  m2PerHour: m2PerHour(report.cleanedM2, report.cleaningSeconds),
  distanceM: report.distanceM,
  waterL: report.waterL,
  dirtyWaterL: report.dirtyWaterL,
  energyWh: report.energyWh,
  socStart: report.socStart,
  socEnd: report.socEnd,
  charges: report.charges,
  replenishes: report.replenishes,
  mopWashes: report.mopWashes,
});

/** A report as the contract names it. */
export const reportOf = ({ report, run, device, companyName, site, map }: FullReport): ReportRow => ({
  id: report.id,
  name: run.name,
  taskId: report.taskId,
  device,
  companyName,
  site,
  map,
  origin: run.origin,
  result: report.result,
  code: report.code,
  cleaningMode: run.plan.cleaningMode,
  strength: run.plan.strength,
  startedAt: report.startedAt,
  endedAt: report.endedAt,
  totals: totalsOf(report),
});

export interface ReportFilters {
  keyword?: string | undefined;
  deviceId?: string | undefined;
  taskId?: string | undefined;
  mapId?: string | undefined;
  companyId?: string | undefined;
  result?: ('SUCCESS' | 'PARTIAL' | 'FAILED')[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** What a list, an export and a count have in common. Only columns of the report and sub-selects, so that a count needs no join. */
export function reportFilter(db: Tx, input: ReportFilters): SQL | undefined {
  const { keyword, result } = input;
  const runNamed = sql`${taskReports.id} in (select ${runs.id} from ${runs} where ${ilike(runs.name, contains(keyword ?? ''))})`;
  const ofDevice = sql`${taskReports.deviceId} in (select ${devices.id} from ${devices} where ${or(
    ilike(devices.nickname, contains(keyword ?? '')),
    ilike(devices.sn, contains(keyword ?? '')),
  )})`;
  return and(
    visible(db, taskReports),
    keyword ? or(runNamed, ofDevice) : undefined,
    input.deviceId ? eq(taskReports.deviceId, input.deviceId) : undefined,
    input.taskId ? eq(taskReports.taskId, input.taskId) : undefined,
    input.mapId ? eq(taskReports.mapId, input.mapId) : undefined,
    input.companyId ? eq(taskReports.companyId, input.companyId) : undefined,
    result && result.length > 0 ? within(taskReports.result, result) : undefined,
    input.from ? gte(taskReports.startedAt, input.from) : undefined,
    input.to ? lte(taskReports.startedAt, input.to) : undefined,
  );
}

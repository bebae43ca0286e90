import type { reportFilters, ReportRow, ReportTotals } from '@sweepline/contract';
import { efficiencyM2PerHour } from '@sweepline/map-core';
import { and, eq, gte, ilike, lte, or, sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Draft } from '../../../platform/db/paginate.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, visible, inValues } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import type { SiteDays } from '../../../entities/places/site-days.ts';
import { countsAt, countsIn } from './report-period-service.ts';
import { maxPaintAttempts, zoneWork } from '../../../entities/work/floor/zone-work-table.ts';

/** Whether the floor of a report waits to be measured from its path or picture. */
export const isMeasuring = sql<boolean>`exists (select from ${zoneWork} w
  where w.id = ${taskReports.id} and w.attempts < ${sql.raw(String(maxPaintAttempts))})`;

/** Reports with their run and the names for a row. */
export const reportRows = (db: Draft, from = taskReports) =>
  db
    .select({
      report: taskReports,
      isMeasuring,
      run: {
        name: runs.name,
        origin: runs.origin,
        by: runs.by,
        plan: runs.plan,
        phases: runs.phases,
        mapVersion: runs.mapVersion,
      },
      device: { id: devices.id, sn: devices.sn, nickname: devices.nickname, model: devices.model },
      companyName: companies.name,
      site: sites.name,
      map: { id: maps.id, name: maps.name },
    })
    .from(from)
    .innerJoin(runs, eq(runs.id, taskReports.id))
    .innerJoin(devices, eq(devices.id, taskReports.deviceId))
    .innerJoin(companies, eq(companies.id, taskReports.companyId))
    .leftJoin(maps, eq(sql`${maps.id}::text`, taskReports.mapId))
    .leftJoin(sites, eq(sites.id, maps.siteId))
    .$dynamic();

export type FullReport = Awaited<ReturnType<typeof reportRows>>[number];

const totalsOf = (report: FullReport['report']): ReportTotals => ({
  plannedM2: report.plannedM2,
  noGoM2: report.noGoM2,
  reachableM2: report.reachableM2,
  cleanedM2: report.cleanedM2,
  uncleanedM2: report.uncleanedM2,
  coverage: report.coverage,
  seconds: report.seconds,
  cleaningSeconds: report.cleaningSeconds,
  m2PerHour: efficiencyM2PerHour(report.cleanedM2, report.cleaningSeconds),
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

/** A report in the form of the contract. */
export const reportOf = ({
  report,
  isMeasuring: measuring,
  run,
  device,
  companyName,
  site,
  map,
}: FullReport): ReportRow => ({
  id: report.id,
  name: run.name,
  taskId: report.taskId,
  device,
  companyName,
  site,
  map,
  origin: run.origin,
  by: run.by,
  result: report.result,
  toldResult: report.toldResult,
  doneShare: report.doneShare,
  code: report.code,
  cleaningMode: run.plan.cleaningMode,
  strength: run.plan.strength,
  zones: run.plan.areas.map(({ name }) => name),
  startedAt: report.startedAt,
  endedAt: report.endedAt,
  flags: report.flags,
  isMeasuring: measuring,
  totals: totalsOf(report),
});

export type ReportFilters = Partial<z.output<z.ZodObject<typeof reportFilters>>> & {
  /** Robots of a subscription. */
  deviceIds?: readonly string[] | undefined;
  /** The days of `from` and `to` at each site. Without them these are moments. */
  days?: SiteDays | undefined;
};

/** Plausible reports: only these are part of totals and averages. */
export const isSound = sql`${taskReports.flags} = '{}'`;

const periodOf = ({ days, from, to }: ReportFilters) =>
  days
    ? [countsIn(days)]
    : [from ? gte(taskReports.startedAt, from) : undefined, to ? lte(taskReports.startedAt, to) : undefined];

/** Condition of lists, exports and counts. It uses columns of the report and sub-selects only, so that a count needs no join. */
export function reportFilter(db: Tx, input: ReportFilters): SQL | undefined {
  const { result, flagged } = input;
  return and(
    visible(db, taskReports),
    matchesKeyword(input.keyword),
    input.deviceId ? eq(taskReports.deviceId, input.deviceId) : undefined,
    input.deviceIds?.length ? inValues(taskReports.deviceId, input.deviceIds) : undefined,
    input.taskId ? eq(taskReports.taskId, input.taskId) : undefined,
    input.mapId ? eq(taskReports.mapId, input.mapId) : undefined,
    input.companyId ? eq(taskReports.companyId, input.companyId) : undefined,
    input.siteId ? countsAt(input.siteId) : undefined,
    input.zoneId
      ? sql`${taskReports.areas} @> ${JSON.stringify([{ areaId: input.zoneId }])}::text::jsonb`
      : undefined,
    cleanedAs(input.cleaningMode),
    result && result.length > 0 ? inValues(taskReports.result, result) : undefined,
    flagged === undefined ? undefined : flagged ? sql`not ${isSound}` : isSound,
    ...periodOf(input),
  );
}

/** Condition on the name of the run or the device. */
function matchesKeyword(keyword: string | undefined): SQL | undefined {
  if (!keyword) return undefined;
  const like = contains(keyword);
  return or(
    sql`${taskReports.id} in (select ${runs.id} from ${runs} where ${ilike(runs.name, like)})`,
    sql`${taskReports.deviceId} in (select ${devices.id} from ${devices} where ${or(
      ilike(devices.nickname, like),
      ilike(devices.sn, like),
    )})`,
  );
}

/** Condition on the cleaning mode of the run or of one of its areas. */
function cleanedAs(modes: readonly string[] | undefined): SQL | undefined {
  if (!modes || modes.length === 0) return undefined;
  return or(
    sql`${taskReports.id} in (select ${runs.id} from ${runs} where ${inValues(sql`${runs.plan} ->> 'cleaningMode'`, modes)})`,
    ...modes.map(
      (cleaningMode) => sql`${taskReports.areas} @> ${JSON.stringify([{ cleaningMode }])}::text::jsonb`,
    ),
  );
}

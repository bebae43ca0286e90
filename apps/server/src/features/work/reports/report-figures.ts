import {
  dayCount,
  type Days,
  type EarlierReport,
  type Input,
  type ReportFigures,
  type reportFigureCalls,
} from '@sweepline/contract';
import { laterDate } from '@sweepline/contract/robot';
import { efficiencyM2PerHour } from '@sweepline/map-core';
import { and, desc, eq, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import { findReport } from './report-read-service.ts';
import { isSound, reportFilter, type ReportFilters } from './report-service.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { siteDaysBefore, siteZonesOf, type SiteDays } from '../../../entities/places/site-days.ts';
import { reportFacts } from '../../../entities/figures/report-fact-table.ts';
import { sumReports } from './report-sums.ts';
import { withSiteDays } from './report-period-service.ts';

const dayMs = 86_400_000;
const defaultDays = 30;
const maxEarlierRuns = 10;

/** Figures of the reports within a filter. */
async function figuresOf(db: Tx, filters: ReportFilters): Promise<ReportFigures> {
  const { cleaningS: cleaningSeconds, ...totals } = await sumReports(db, reportFilter(db, filters));
  return { ...totals, cleaningSeconds };
}

type Unit = 'DAY' | 'WEEK' | 'MONTH';
const unitOf = (days: Days): Unit => {
  const count = dayCount(days);
  return count <= 62 ? 'DAY' : count <= 370 ? 'WEEK' : 'MONTH';
};

type SummaryInput = Input<typeof reportFigureCalls.summary> & Pick<ReportFilters, 'days' | 'deviceIds'>;

/** The reports of a period, and its first and last day. */
interface Span extends Days {
  filters: ReportFilters;
}

/** A period of days at each site, and the equally long one before. */
const spansOfDays = (filters: ReportFilters, days: SiteDays): [Span, Span] => {
  const spanOf = (ofSites: SiteDays) => ({
    from: ofSites.from,
    to: ofSites.to,
    filters: { ...filters, days: ofSites },
  });
  return [spanOf(days), spanOf(siteDaysBefore(days))];
};

/** A period of moments, with the days of UTC, and the equally long one before. */
function spansOfMoments(now: Date, { from: since, to: until, ...filters }: ReportFilters): [Span, Span] {
  const toMs = until ? Date.parse(until) : now.getTime();
  const fromMs = Math.min(toMs, since ? Date.parse(since) : toMs - defaultDays * dayMs);
  const spanOf = (firstMs: number, lastMs: number) => {
    const [from, to] = [firstMs, lastMs].map((ms) => new Date(ms).toISOString()) as [string, string];
    return { from: from.slice(0, 10), to: to.slice(0, 10), filters: { ...filters, from, to } };
  };
  return [spanOf(fromMs, toMs), spanOf(2 * fromMs - toMs - 1, fromMs - 1)];
}

async function spansOf(db: Tx, now: Date, input: SummaryInput): Promise<[Span, Span]> {
  const today = now.toISOString().slice(0, 10);
  const latest = { from: laterDate(today, 1 - defaultDays), to: today, current: 'days' as const };
  const isOpen = input.from === undefined && input.to === undefined;
  const { days, ...filters } = input.days
    ? input
    : await withSiteDays(db, now, { ...input, ...(isOpen && latest) });
  return days ? spansOfDays(filters, days) : spansOfMoments(now, filters);
}

/** Figures of a period and of the one before it, with the cleaned area per step of both. */
export async function summarise(db: Tx, now: Clock, input: SummaryInput) {
  const [present, earlier] = await spansOf(db, now(), input);
  const unit = unitOf(present);
  const [figures, before, cleaned, cleanedBefore, zones] = await Promise.all([
    figuresOf(db, present.filters),
    figuresOf(db, earlier.filters),
    cleanedBy(db, present, unit),
    cleanedBy(db, earlier, unit),
    siteZonesOf(db, input),
  ]);
  const days = await stepsOf(db, present, unit);
  const steps = days.map((day, step) => ({
    day,
    cleanedM2: cleaned.get(step)?.cleanedM2 ?? 0,
    beforeM2: cleanedBefore.get(step)?.cleanedM2 ?? 0,
    reports: cleaned.get(step)?.reports ?? 0,
  }));
  const { from, to } = present;
  return { from, to, beforeFrom: earlier.from, zones, now: figures, before, unit, steps };
}

const unitNames = { DAY: sql.raw(`'day'`), WEEK: sql.raw(`'week'`), MONTH: sql.raw(`'month'`) };
/** The first day of the step of a day. */
const stepAt = (day: SQL, unit: Unit) => sql`date_trunc(${unitNames[unit]}, ${day})::date`;

const stepsOf = async (db: Tx, { from, to }: Days, unit: Unit) => {
  const [first, last] = [from, to].map((day) => stepAt(sql`${day}::timestamp`, unit));
  const rows = await db.execute<{ day: string }>(
    sql`select to_char(day, 'YYYY-MM-DD') as day from generate_series(${first}::timestamp, ${last}::timestamp, ('1 ' || ${unitNames[unit]})::interval) day`,
  );
  return rows.map(({ day }) => day);
};

/** Cleaned area by the index of the step after the first, so that the steps of two periods can be compared. */
async function cleanedBy(db: Tx, { from, filters }: Span, unit: Unit) {
  const day = filters.days
    ? sql`${reportFacts.day}::timestamp`
    : sql`(${taskReports.startedAt} at time zone 'UTC')`;
  const ownStep = stepAt(day, unit);
  const first = stepAt(sql`${from}::timestamp`, unit);
  const step =
    unit === 'MONTH'
      ? sql`((extract(year from ${ownStep}) - extract(year from ${first})) * 12 + extract(month from ${ownStep}) - extract(month from ${first}))`
      : sql`((${ownStep} - ${first}) / ${sql.raw(unit === 'WEEK' ? '7' : '1')})`;
  const rows = await db
    .select({
      step: sql<number>`${step}::int`,
      cleanedM2: sql<number>`coalesce(sum(round(${taskReports.cleanedM2}::float8 * 1e4)), 0)::float8 / 1e4`,
      reports: sql<number>`count(*)::int`,
    })
    .from(taskReports)
    .innerJoin(reportFacts, eq(reportFacts.id, taskReports.id))
    .where(and(reportFilter(db, filters), isSound))
    .groupBy(sql`1`);
  return new Map(rows.map((row) => [row.step, row]));
}

/** Earlier runs of the same task. */
export async function readEarlier(db: Tx, id: string): Promise<{ list: EarlierReport[] }> {
  const { report } = await findReport(db, id);
  if (!report.taskId) return { list: [] };
  const rows = await db
    .select()
    .from(taskReports)
    .where(
      and(
        visible(db, taskReports),
        isNotNull(taskReports.taskId),
        eq(taskReports.taskId, report.taskId),
        lt(taskReports.startedAt, report.startedAt),
      ),
    )
    .orderBy(desc(taskReports.startedAt))
    .limit(maxEarlierRuns);
  return {
    list: rows.map(({ coverageFiles, flags, ...row }) => ({
      ...row,
      flagged: flags.length > 0,
      m2PerHour: efficiencyM2PerHour(row.cleanedM2, row.cleaningSeconds),
      coverageFile:
        row.mapId === report.mapId && row.pictureFault === null
          ? (coverageFiles.find(({ mapId }) => mapId === report.mapId)?.fileId ?? null)
          : null,
    })),
  };
}

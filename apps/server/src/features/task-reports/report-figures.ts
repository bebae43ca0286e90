import type { reportFigureCalls, EarlierReport, Input, ReportFigures } from '@sweepline/contract';
import { coverageShare, efficiencyM2PerHour } from '@sweepline/map-core';
import { and, desc, eq, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import { visible } from '../../platform/db/page.ts';
import { findReport } from './report-read-service.ts';
import { isSound, reportFilter, type ReportFilters } from './report-service.ts';
import { taskReports } from '../../entities/work/report-table.ts';

const dayMs = 86_400_000;
const defaultDays = 30;
const maxEarlierRuns = 10;

const figuresFrom = {
  reports: sql<number>`count(*) filter (where ${isSound})::int`,
  leftOut: sql<number>`count(*) filter (where not ${isSound})::int`,
  succeeded: sql<number>`count(*) filter (where ${isSound} and result = 'SUCCESS')::int`,
  cleanedM2: summed('cleaned_m2'),
  coveredM2: summed('cleaned_m2', 'cleanable_m2 > 0'),
  cleanableM2: summed('cleanable_m2', 'cleanable_m2 > 0 and cleaned_m2 is not null'),
  cleaningSeconds: summed('cleaning_seconds'),
  ratedM2: summed('cleaned_m2', 'cleaning_seconds > 0'),
  ratedSeconds: summed('cleaning_seconds', 'cleaning_seconds > 0 and cleaned_m2 is not null'),
  waterL: summed('water_l'),
  energyWh: summed('energy_wh'),
  distanceM: summed('distance_m'),
};

/** A sum over plausible reports; null if none of them has the figure. */
function summed(column: string, only = 'true') {
  return sql<number | null>`sum(${sql.raw(column)}::float8) filter (where ${isSound} and ${sql.raw(only)})`;
}

/** Figures of the reports within a filter. */
async function figuresOf(db: Tx, input: ReportFilters): Promise<ReportFigures> {
  const [sums] = await db.select(figuresFrom).from(taskReports).where(reportFilter(db, input));
  // An aggregate without groups always returns one row.
  const { coveredM2, cleanableM2, ratedM2, ratedSeconds, ...figures } = sums!;
  return {
    ...figures,
    coverage: coverageShare(coveredM2, cleanableM2),
    m2PerHour: efficiencyM2PerHour(ratedM2, ratedSeconds),
  };
}

type Unit = 'DAY' | 'WEEK' | 'MONTH';
const unitOf = (spanMs: number): Unit =>
  spanMs <= 62 * dayMs ? 'DAY' : spanMs <= 370 * dayMs ? 'WEEK' : 'MONTH';

/** Figures of a period and of the one before it, with the cleaned area per step of both. */
export async function summarise(db: Tx, now: Clock, input: Input<typeof reportFigureCalls.summary>) {
  const { timezone = 'UTC', from: since, to: until, ...filters } = input;
  const toMs = until ? Date.parse(until) : now().getTime();
  const fromMs = Math.min(toMs, since ? Date.parse(since) : toMs - defaultDays * dayMs);
  const iso = (ms: number) => new Date(ms).toISOString();
  const span = { from: iso(fromMs), to: iso(toMs) };
  const earlier = { from: iso(2 * fromMs - toMs - 1), to: iso(fromMs - 1) };
  const unit = unitOf(toMs - fromMs);
  const [present, before, cleaned, cleanedBefore] = await Promise.all([
    figuresOf(db, { ...filters, ...span }),
    figuresOf(db, { ...filters, ...earlier }),
    cleanedBy(db, { ...filters, ...span }, unit, timezone, iso(fromMs)),
    cleanedBy(db, { ...filters, ...earlier }, unit, timezone, earlier.from),
  ]);
  const days = await stepsOf(db, span, unit, timezone);
  const steps = days.map((day, step) => ({
    day,
    cleanedM2: cleaned.get(step)?.cleanedM2 ?? 0,
    beforeM2: cleanedBefore.get(step)?.cleanedM2 ?? 0,
    reports: cleaned.get(step)?.reports ?? 0,
  }));
  return { ...span, beforeFrom: earlier.from, now: present, before, unit, steps };
}

const unitNames = { DAY: sql.raw(`'day'`), WEEK: sql.raw(`'week'`), MONTH: sql.raw(`'month'`) };
/** The first day of the step of a moment, in the reader's time zone. */
const stepAt = (moment: SQL, unit: Unit, zone: string) =>
  sql`date_trunc(${unitNames[unit]}, ${moment} at time zone ${zone})::date`;

const stepsOf = async (db: Tx, { from, to }: { from: string; to: string }, unit: Unit, zone: string) => {
  const [first, last] = [from, to].map((at) => stepAt(sql`${at}::timestamptz`, unit, zone));
  const rows = await db.execute<{ day: string }>(
    sql`select to_char(day, 'YYYY-MM-DD') as day from generate_series(${first}::timestamp, ${last}::timestamp, ('1 ' || ${unitNames[unit]})::interval) day`,
  );
  return rows.map(({ day }) => day);
};

/** Cleaned area by the index of the step after the first, so that the steps of two periods can be compared. */
async function cleanedBy(db: Tx, input: ReportFilters, unit: Unit, zone: string, firstAt: string) {
  const ownStep = stepAt(sql`${taskReports.startedAt}`, unit, zone);
  const first = stepAt(sql`${firstAt}::timestamptz`, unit, zone);
  const step =
    unit === 'MONTH'
      ? sql`((extract(year from ${ownStep}) - extract(year from ${first})) * 12 + extract(month from ${ownStep}) - extract(month from ${first}))`
      : sql`((${ownStep} - ${first}) / ${sql.raw(unit === 'WEEK' ? '7' : '1')})`;
  const rows = await db
    .select({
      step: sql<number>`${step}::int`,
      cleanedM2: sql<number>`coalesce(sum(cleaned_m2::float8), 0)`,
      reports: sql<number>`count(*)::int`,
    })
    .from(taskReports)
    .where(and(reportFilter(db, input), isSound))
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
        row.mapId === report.mapId
          ? (coverageFiles.find(({ mapId }) => mapId === report.mapId)?.fileId ?? null)
          : null,
    })),
  };
}

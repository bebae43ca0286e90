import type { OtaTaskDetail } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { otaRecords, type OtaTaskRow } from '../../../../entities/updates/ota-task-table.ts';
import { taskReports } from '../../../../entities/work/report-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';

interface Sums {
  isUpdated: boolean;
  robots: number;
  hours: number;
  alarms: number;
  runs: number;
  coverage: number | null;
  areaM2: number;
  workHours: number;
}

/**
 * SQL: the work of the updated robots since their own update ($1: task), and of the others since the beginning ($2) until now ($3).
 * Robots with a failed update are in neither.
 */
const sumsSql = `with robots as (
    select r.device_id, r.company_id, r.state = 'SUCCESSFUL' as updated,
      case when r.state = 'SUCCESSFUL' then r.ended_at else $2::timestamptz end as since
    from ${getTableName(otaRecords)} r
    where r.task_id = $1 and (r.state = 'SUCCESSFUL' or r.step = 'READY'))
  select updated as "isUpdated", count(*)::int as robots,
    coalesce(sum(extract(epoch from $3::timestamptz - since)) / 3600, 0)::float as hours,
    coalesce(sum((select count(*) from ${getTableName(alarms)} a where a.device_id = robots.device_id
      and a.company_id = robots.company_id and a.raised_at >= since and a.raised_at <= $3)), 0)::int as alarms,
    coalesce(sum(w.runs), 0)::int as runs, avg(w.coverage)::float as coverage, coalesce(sum(w.area), 0)::float as "areaM2",
    coalesce(sum(w.seconds) / 3600, 0)::float as "workHours"
  from robots left join lateral (
    select count(*) as runs, avg(t.coverage) as coverage, sum(t.cleaned_m2) as area, sum(coalesce(t.cleaning_seconds, t.seconds)) as seconds
    from ${getTableName(taskReports)} t
    where t.device_id = robots.device_id and t.company_id = robots.company_id and t.started_at >= since and t.ended_at <= $3) w on true
  group by updated`;

const nothing = { robots: 0, alarmsPerHour: null, coveragePct: null, areaPerHour: null };

async function sumsOf(db: Tx, task: OtaTaskRow, since: string, now: Date): Promise<Sums[]> {
  return await db.raw<Sums>(sumsSql, [task.id, since, now.toISOString()]);
}

const figuresOf = (sums: Sums | undefined) =>
  sums
    ? {
        robots: sums.robots,
        alarmsPerHour: sums.hours > 0 ? sums.alarms / sums.hours : null,
        coveragePct: sums.coverage === null ? null : Math.min(100, sums.coverage * 100),
        areaPerHour: sums.workHours > 0 ? sums.areaM2 / sums.workHours : null,
      }
    : nothing;

/** How updated robots work beside the others since the start of a task. */
export async function workOf(db: Tx, task: OtaTaskRow, now: Date): Promise<OtaTaskDetail['work']> {
  if (task.startedAt === null) return { updated: nothing, others: nothing };
  const sums = await sumsOf(db, task, task.startedAt, now);
  return {
    updated: figuresOf(sums.find(({ isUpdated }) => isUpdated)),
    others: figuresOf(sums.find(({ isUpdated }) => !isUpdated)),
  };
}

/** One alarm in a short time, or one run, says nothing yet. */
const minAlarms = 2;
const minRuns = 3;

const moreAlarms = (updated: Sums, others: Sums, factor: number): boolean =>
  updated.alarms >= minAlarms &&
  updated.hours > 0 &&
  others.hours > 0 &&
  updated.alarms / updated.hours > (others.alarms / others.hours) * factor;

function worksWorse(updated: Sums, others: Sums, factor: number): boolean {
  if (updated.runs < minRuns || others.runs < minRuns) return false;
  const [theirs, usual] = [figuresOf(updated), figuresOf(others)];
  const isLess = (value: number | null, than: number | null) =>
    value !== null && than !== null && value * factor < than;
  return isLess(theirs.coveragePct, usual.coveragePct) || isLess(theirs.areaPerHour, usual.areaPerHour);
}

/**
 * Whether the updated robots work worse than the others by more than the plan allows: more alarms per hour, less coverage, or
 * less area per hour.
 */
export async function isCanaryWorse(db: Tx, task: OtaTaskRow, since: string, now: Date): Promise<boolean> {
  const { canaryWorsePct } = task.plan;
  if (canaryWorsePct === null) return false;
  const sums = await sumsOf(db, task, since, now);
  const updated = sums.find(({ isUpdated }) => isUpdated);
  const others = sums.find(({ isUpdated }) => !isUpdated);
  if (!updated || !others) return false;
  const factor = 1 + canaryWorsePct / 100;
  return moreAlarms(updated, others, factor) || worksWorse(updated, others, factor);
}

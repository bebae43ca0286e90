import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import type { PastRun } from './history.ts';

/** Checks the written reports against the runs; throws when counts or sums differ. */
export async function verifyReports(db: Tx, runs: readonly PastRun[]) {
  const [sums] = await db.raw<{ reports: number; cleaned: number; wrong: number; orphans: number }>(
    `select count(*)::int as reports, coalesce(sum(cleaned_m2::numeric), 0)::float8 as cleaned,
       count(*) filter (where abs(uncleaned_m2 - (planned_m2 - no_go_m2 - cleaned_m2)) > 0.05 or ended_at <= started_at
         or abs(seconds - extract(epoch from ended_at - started_at)) > 1
         or abs(seconds - (select sum((p ->> 'seconds')::float8) from jsonb_array_elements(phases) p)) > 1
         or cleaning_seconds <> coalesce((select sum((p ->> 'seconds')::float8) from jsonb_array_elements(phases) p
           where p ->> 'phase' = 'CLEANING'), 0))::int as wrong,
       count(*) filter (where not exists (select from runs where runs.id = task_reports.id))::int as orphans
     from task_reports`,
  );
  const cleaned = runs.reduce((sum, run) => sum + run.cleanedM2, 0);
  const faults = [
    sums?.reports === runs.length ? '' : `${sums?.reports} reports instead of ${runs.length}`,
    Math.abs((sums?.cleaned ?? 0) - cleaned) / cleaned < 1e-4
      ? ''
      : `${sums?.cleaned} m² instead of ${cleaned}`,
    sums?.wrong === 0 ? '' : `${sums?.wrong} reports do not add up`,
    sums?.orphans === 0 ? '' : `${sums?.orphans} reports have no run`,
  ].filter((fault) => fault !== '');
  if (faults.length > 0) throw new Error(`The demo world is not right: ${faults.join('; ')}.`);
}

const alarmFigures = `
  select (select array_agg(effective_level order by effective_level) from standing where cause_id is null and effective_level >= 4) as levels,
    (select count(*)::int from standing f join standing c on c.id = f.cause_id) as followers,
    (select count(*)::int from alarm_deliveries d join standing a on a.id = d.alarm_id) as deliveries,
    (select count(*)::int from notices n join standing a on a.id = n.alarm_id) as notices,
    (select array_agg(code || case when push_off_reason <> '' then ' with a reason' else '' end order by code)
       from alarm_settings where push = 'OFF' and push_off_until - push_changed_at = interval '30 days') as suppressed`;

/** Severe alarms stand, one went through its escalation, and codes are suppressed for 30 days. Throws otherwise. */
export async function verifyAlarms(db: Tx): Promise<void> {
  const [row] = await db.raw<object>(
    `with standing as (select * from alarms where cleared_at is null) ${alarmFigures}`,
  );
  const expected = {
    levels: [4, 5],
    followers: 2,
    deliveries: 4,
    notices: 3,
    suppressed: ['20103', '60102 with a reason'],
  };
  if (JSON.stringify(row) !== JSON.stringify(expected))
    throw new Error(`alarms of the demo world: ${JSON.stringify(row)}`);
}

const lateness = `
  select distinct state = 'RESOLVED' as resolved, coalesce(resolved_late = 1, resolve_by < $1::timestamptz) as late
  from work_orders where resolved_late is not null or resolve_by is not null`;

/** Open and resolved orders are both in time and late. Throws otherwise. */
export async function verifyServiceLevels(db: Tx, now: () => Date): Promise<void> {
  const kinds = await db.raw<object>(lateness, [now().toISOString()]);
  if (kinds.length !== 4) throw new Error(`service levels of the demo world: ${JSON.stringify(kinds)}`);
}

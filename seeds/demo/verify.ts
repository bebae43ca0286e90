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

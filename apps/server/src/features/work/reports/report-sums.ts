import type { StatisticsTotals } from '@sweepline/contract';
import { sql, type SQL } from 'drizzle-orm';
import { taskReports } from '../../../entities/work/report-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { sumsOf, totalsOf, type Sums } from '../../../entities/figures/figure-sums.ts';

/** The figures of these reports, summed as those of the days: the same whole numbers in small units. */
export async function sumReports(
  db: Tx,
  where: SQL | undefined,
): Promise<StatisticsTotals & { cleaningS: number | null }> {
  const [row] = await db.execute<Sums & { cleaningTimeMs: number | null } & Record<string, unknown>>(sql`
    select ${sql.raw(sumsOf)},
      sum(round(${taskReports.cleaningSeconds}::float8 * 1e3)) filter (where ${taskReports.flags} = '{}') as "cleaningTimeMs"
    from ${taskReports}, lateral report_figures(${taskReports}, ${taskReports.flags} = '{}') d
    where ${where ?? sql`true`}`);
  // An aggregate without groups always returns one row.
  const { cleaningTimeMs, ...sums } = row!;
  return { ...totalsOf(sums), cleaningS: cleaningTimeMs === null ? null : cleaningTimeMs / 1e3 };
}

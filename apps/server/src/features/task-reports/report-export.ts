import { Readable } from 'node:stream';
import { and, asc, sql } from 'drizzle-orm';
import type { BytesAnswer } from '../../platform/bytes.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Ctx } from '../../platform/ctx.ts';
import { inScope } from '../../platform/db.ts';
import { reportFilter, reportOf, reportRows, type ReportFilters } from './report-service.ts';
import { taskReports } from './report-table.ts';

const batch = 500;

const columns = [
  'id',
  'task',
  'device',
  'sn',
  'company',
  'site',
  'map',
  'result',
  'code',
  'cleaningMode',
  'strength',
  'startedAt',
  'endedAt',
] as const;
const totals = [
  'plannedM2',
  'cleanedM2',
  'uncleanedM2',
  'coverage',
  'seconds',
  'cleaningSeconds',
  'm2PerHour',
  'distanceM',
  'waterL',
  'dirtyWaterL',
  'energyWh',
  'socStart',
  'socEnd',
  'charges',
  'replenishes',
  'mopWashes',
] as const;

/** Batch after batch in a scope of its own: no transaction stays open while somebody downloads slowly. */
async function* lines({ services, account }: Ctx, input: ReportFilters) {
  // Excel reads UTF-8 only behind this mark.
  yield `\ufeff${csvLine([...columns, ...totals])}`;
  let after: { startedAt: string; id: string } | undefined;
  for (;;) {
    const rows = await inScope(
      services.db,
      account.scope,
      (db) => {
        const beyond =
          after && sql`(${taskReports.startedAt}, ${taskReports.id}) > (${after.startedAt}, ${after.id})`;
        return reportRows(db)
          .where(and(reportFilter(db, input), beyond))
          .orderBy(asc(taskReports.startedAt), asc(taskReports.id))
          .limit(batch);
      },
      { readOnly: true },
    );
    for (const row of rows) {
      const report = reportOf(row);
      const { device, map, totals: figures } = report;
      const words = [
        report.id,
        report.name,
        device.nickname,
        device.sn,
        report.companyName,
        report.site,
        map?.name ?? null,
      ];
      const rest = [
        report.result,
        report.code,
        report.cleaningMode,
        report.strength,
        report.startedAt,
        report.endedAt,
      ];
      yield csvLine([...words, ...rest, ...totals.map((name) => figures[name])]);
    }
    const last = rows.at(-1)?.report;
    if (!last || rows.length < batch) return;
    after = { startedAt: last.startedAt, id: last.id };
  }
}

/** The filtered reports as CSV, oldest first, streamed. */
export const exportReports = (
  ctx: Ctx,
  input: ReportFilters & { from: string; to: string },
): BytesAnswer => ({
  mediaType: 'text/csv; charset=utf-8',
  fileName: `task-reports-${input.from.slice(0, 10)}-${input.to.slice(0, 10)}.csv`,
  open: () => Readable.from(lines(ctx, input)),
});

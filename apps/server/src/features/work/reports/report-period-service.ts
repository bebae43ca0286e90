import { dayCount, isPeriodOfDays, type CurrentPeriod } from '@sweepline/contract';
import { sql, type SQL } from 'drizzle-orm';
import { boundsOf, inSiteDays, siteDaysOf, type SiteDays } from '../../../entities/places/site-days.ts';
import { reportFacts } from '../../../entities/figures/report-fact-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { checkExportPeriod } from '../../../platform/documents/export-period.ts';

/** Before the first report. */
const firstDay = '2000-01-01';

interface Period {
  from?: string | undefined;
  to?: string | undefined;
  current?: CurrentPeriod | undefined;
  companyId?: string | undefined;
  siteId?: string | undefined;
}

/** A filter whose period of days is that of each site, as in the sums. One of moments stays as it is. */
export async function withSiteDays<F extends Period>(
  db: Tx,
  now: Date,
  { current, ...filter }: F,
): Promise<Omit<F, 'current'> & { days?: SiteDays }> {
  const { from, to, companyId, siteId } = filter;
  if ((from === undefined && to === undefined) || !isPeriodOfDays({ from, to })) return filter;
  const owner = { companyId, siteId };
  const start = from ?? firstDay;
  const period =
    to === undefined ? ({ from: start, to: start, current: 'since' } as const) : { from: start, to, current };
  const days = await siteDaysOf(db, now, { ...period, ...owner });
  return { ...filter, days };
}

const maxDays = 31;

/** Refuses files of more than a month. */
export function checkFilePeriod(period: { from: string; to: string }): void {
  if (!isPeriodOfDays(period)) checkExportPeriod(period);
  else if (dayCount(period) > maxDays) throw new Refusal('exportTooLong');
}

/** SQL text with `$1` places, as a part of a query. */
const filled = (text: string, values: readonly unknown[]): SQL =>
  sql.join(
    text.split(/\$(\d+)/).map((part, n) => (n % 2 ? sql`${values[Number(part) - 1]}` : sql.raw(part))),
  );

/** An array as one value, because a query takes a list apart. Time zones have no signs that need quotes. */
const valueOf = (value: unknown) =>
  Array.isArray(value) ? `{${value.map((each) => `"${each}"`).join(',')}}` : value;

/** The condition that a report counts in these days: those of the sums. */
export function countsIn(days: SiteDays): SQL {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(valueOf(value))}`;
  const { from, to } = boundsOf(days);
  const conditions = [
    `d.day between ${place(from)}::date and ${place(to)}::date`,
    ...inSiteDays(days, place),
  ];
  return sql`${taskReports.id} in (select d.id from ${reportFacts} d where ${filled(conditions.join(' and '), values)})`;
}

/** The condition that a report counts at a site: that of its map, else that of its robot when it came. */
export const countsAt = (siteId: string): SQL =>
  sql`${taskReports.id} in (select d.id from ${reportFacts} d where d.site_id = ${siteId})`;

import {
  dayCount,
  type StatisticsFilter,
  type StatisticsPart,
  type StatisticsStep,
  type StatisticsTotals,
} from '@sweepline/contract';
import { wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { boundsOf, inSiteDays, siteDaysOf, type SiteDays } from '../../../entities/places/site-days.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { daySums, sumsOf, totalsOf, type Sums } from '../../../entities/figures/figure-sums.ts';
import { getTableName } from 'drizzle-orm';
import { companies } from '../../../entities/people/company-table.ts';

/** Maximum period of one page: three years including a leap day. */
const maxDays = 3 * 366;

/** A filter with the days of its period at each site. */
export type OnSiteDays<F> = Omit<F, 'current'> & SiteDays;

/**
 * The filter with the days of its period at each site. Refuses an invalid period; a record that the caller may not see is answered as
 * missing.
 */
export async function checkFilter<F extends StatisticsFilter>(
  db: Tx,
  filter: F,
  now: Date,
): Promise<OnSiteDays<F>> {
  if (dayCount(filter) > maxDays) throw wrongField('from', 'TOO_MANY_DAYS', { days: maxDays });
  if (filter.companyId) await findCompany(db, filter.companyId);
  if (filter.siteId) await find(db, sites, filter.siteId);
  if (filter.deviceId) await find(db, devices, filter.deviceId);
  const { current: _current, ...others } = filter;
  return { ...others, ...(await siteDaysOf(db, now, filter)) };
}

/** The filter of a page names one robot or all; the filter of a letter may name several. */
export type StatisticsQuery = OnSiteDays<StatisticsFilter> & { deviceIds?: readonly string[] };

/** Table, condition and parameters of every query. The first six parameters are days, tenant scope and filters. */
export function queryOf(db: Tx, filter: StatisticsQuery, by: 'device' | 'site' = 'site') {
  const chosen = filter.deviceIds ?? (filter.deviceId ? [filter.deviceId] : undefined);
  const ofDevice = by === 'device' || chosen !== undefined;
  const { from, to } = boundsOf(filter);
  const parameters: unknown[] = [
    from,
    to,
    db.scope === '*' ? null : db.scope,
    filter.companyId ?? null,
    filter.siteId ?? null,
    filter.mode ?? null,
    ...(chosen ? [chosen] : []),
  ];
  const where = [
    'd.day between $1::date and $2::date',
    db.scope === '*' ? '$3::uuid[] is null' : 'd.company_id = any($3::uuid[])',
    filter.companyId ? 'd.company_id = $4::uuid' : '$4::uuid is null',
    filter.siteId ? 'd.site_id = $5::uuid' : '$5::uuid is null',
    filter.mode === undefined ? '$6::text is null' : 'd.mode = $6::text',
    ...(chosen ? ['d.device_id = any($7::uuid[])'] : []),
    ...inSiteDays(filter, (value) => `$${parameters.push(value)}`),
  ].join(' and ');
  return { table: ofDevice ? 'device_days' : 'site_days', where, parameters };
}

/** Totals of no reports. */
export const noTotals = totalsOf(new Proxy({} as Sums, { get: () => 0 }));

/** Sums of a period. */
export async function readTotals(db: Tx, filter: StatisticsQuery): Promise<StatisticsTotals> {
  const { table, where, parameters } = queryOf(db, filter);
  const [row] = await db.raw<Sums>(`select ${sumsOf} from ${table} d where ${where}`, parameters);
  return totalsOf(row!);
}

/**
 * Sums per time step. `bucket` is an SQL expression over `d.day` for the first day of a step. Rows are summed by day first, so that
 * the expression runs once per day and not once per row of a large fleet.
 */
export async function readSteps(db: Tx, filter: StatisticsQuery, bucket: string) {
  const { table, where, parameters } = queryOf(db, filter);
  const rows = await db.raw<Sums & { step: string }>(
    `select (${bucket})::text as step, ${sumsOf} from (
       select d.day, ${daySums} from ${table} d where ${where} group by d.day
     ) d group by 1 order by 1`,
    parameters,
  );
  return rows.map((row) => ({ step: row.step, totals: totalsOf(row) }));
}

/** The first day of the step of `d.day`, as SQL. */
export const bucketOf = (step: StatisticsStep, weekStart: number): string =>
  ({
    day: 'd.day',
    week: `d.day - ((extract(isodow from d.day)::int - ${weekStart} + 7) % 7)`,
    month: `date_trunc('month', d.day)::date`,
  })[step];

const splits = {
  company: {
    key: 'd.company_id',
    name: `(select name from ${getTableName(companies)} c where c.id = s.key)`,
  },
  site: { key: 'd.site_id', name: `(select name from ${getTableName(sites)} c where c.id = s.key)` },
  device: {
    key: 'd.device_id',
    name: `(select coalesce(nullif(c.nickname, ''), c.sn) from ${getTableName(devices)} c where c.id = s.key)`,
  },
  mode: { key: 'd.mode', name: 's.key' },
} as const;
const maxParts = 200;

/** Sums by company, site, device or mode, ordered by cleaned area in descending order. */
export async function readParts(
  db: Tx,
  filter: StatisticsQuery,
  by: keyof typeof splits,
  /** Null for all parts. */
  max: number | null = maxParts,
): Promise<StatisticsPart[]> {
  const { table, where, parameters } = queryOf(db, filter, by === 'device' ? 'device' : 'site');
  const { key, name } = splits[by];
  const rows = await db.raw<Sums & { key: string | null; name: string | null }>(
    `select s.*, ${name} as name from (
       select ${key} as key, ${sumsOf} from ${table} d where ${where} group by 1
     ) s order by s."cleanedCm2" desc, s.reports desc, s.key limit ${max ?? 'all'}`,
    parameters,
  );
  return rows.map((row) => ({ key: row.key ?? '', name: row.name, totals: totalsOf(row) }));
}

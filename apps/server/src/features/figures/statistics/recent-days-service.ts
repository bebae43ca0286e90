import { getTableName } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { sumsOf, totalsOf, type Sums } from '../../../entities/figures/figure-sums.ts';
import { deviceDays, siteDays } from './statistics-table.ts';

/** Days of the week that ends today. */
export const recentDays = 7;

interface RecentFilter {
  siteId: string | null;
  /** The current time. */
  at: Date;
}

/** Each site has its own current day, computed once per site: a screen over several time zones counts today as each of them does. */
const siteDaysNow = `with s as materialized (
  select id, name, day_in($1::timestamptz, timezone) as today from ${getTableName(sites)})`;
const daysAgo = `(coalesce(s.today, day_in($1::timestamptz, null)) - d.day)`;

/** Rows of the last seven days. The outer bounds of the days let the query use the index. */
const recent = (table: typeof deviceDays | typeof siteDays) => `${getTableName(table)} d
  left join s on s.id = d.site_id
  where d.day between $1::timestamptz::date - ${recentDays + 1} and $1::timestamptz::date + 2
    and ${daysAgo} between 0 and ${recentDays - 1}
    and ($2::uuid[] is null or d.company_id = any($2::uuid[])) and ($3::uuid is null or d.site_id = $3::uuid)`;

const parametersOf = (db: Tx, { siteId, at }: RecentFilter) => [
  at.toISOString(),
  db.scope === '*' ? null : db.scope,
  siteId,
];

/** Totals of each of the last seven days with reports; 0 is today. */
export async function readRecentDays(db: Tx, filter: RecentFilter) {
  const rows = await db.raw<Sums & { daysAgo: number }>(
    `${siteDaysNow} select ${daysAgo} as "daysAgo", ${sumsOf} from ${recent(siteDays)} group by 1`,
    parametersOf(db, filter),
  );
  return rows.map((row) => ({ daysAgo: row.daysAgo, totals: totalsOf(row) }));
}

/** The current day of most sites. Without sites it is the day in UTC. */
export async function readToday(db: Tx, filter: RecentFilter): Promise<string> {
  const [row] = await db.raw<{ day: string }>(
    `select day_in($1::timestamptz, s.timezone)::text as day from ${getTableName(sites)} s
     where ($2::uuid[] is null or s.company_id = any($2::uuid[])) and ($3::uuid is null or s.id = $3::uuid)
     group by 1 order by count(*) desc, 1 limit 1`,
    parametersOf(db, filter),
  );
  return row?.day ?? filter.at.toISOString().slice(0, 10);
}

/** The sites with the largest cleaned area of the last seven days. */
export async function readTopSites(db: Tx, filter: RecentFilter, top: number) {
  const rows = await db.raw<Sums & { key: string; name: string | null }>(
    `${siteDaysNow} select d.site_id as key, s.name, ${sumsOf} from ${recent(siteDays)} and d.site_id is not null
     group by 1, 2 having sum(d.cleaned_known) > 0 order by sum(d.cleaned_cm2) desc, 1 limit ${top}`,
    parametersOf(db, filter),
  );
  return rows.map((row) => ({ key: row.key, name: row.name, totals: totalsOf(row) }));
}

/** The robots with the largest cleaned area of the last seven days. */
export async function readTopRobots(db: Tx, filter: RecentFilter, top: number) {
  const rows = await db.raw<Sums & { key: string; sn: string; nickname: string; model: string }>(
    `${siteDaysNow} select t.*, v.sn, v.nickname, v.model from (
       select d.device_id as key, ${sumsOf} from ${recent(deviceDays)}
       group by 1 having sum(d.cleaned_known) > 0 order by sum(d.cleaned_cm2) desc, 1 limit ${top}
     ) t join ${getTableName(devices)} v on v.id = t.key order by t."cleanedCm2" desc, t.key`,
    parametersOf(db, filter),
  );
  return rows.map(({ key, sn, nickname, model, ...sums }) => ({
    key,
    robot: { sn, nickname, model },
    totals: totalsOf(sums),
  }));
}

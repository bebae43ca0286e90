import type { Tx } from '../../../../platform/db/db.ts';
import { boundsOf, inSiteDays, type SiteDays } from '../../../../entities/places/site-days.ts';
import { getTableName } from 'drizzle-orm';
import { deviceDays, siteDays } from '../statistics-table.ts';
import { sumsOf } from '../../../../entities/figures/figure-sums.ts';
import { alarmDays, onlineDays, onlineStates, runDays, startDays } from './board-sums-table.ts';

/** The days, companies, sites and robots of a query of the board. */
export interface BoardFilter extends SiteDays {
  companyId?: string | undefined;
  /** A company and those below it. */
  companyIds?: readonly string[] | undefined;
  siteId?: string | undefined;
  deviceId?: string | undefined;
  deviceIds?: readonly string[] | undefined;
}

export type BoardSource = 'reports' | 'starts' | 'runs' | 'online' | 'bound' | 'alarms';

/** The days of the period in each time zone, up to now (`$3`), in which robots are. */
const zoneDays = `with zone_days as materialized (
  select zone, day::date as day, day at time zone zone as starts,
    least((day + interval '1 day') at time zone zone, $3::timestamptz) as ends
  from (select distinct zone from ${getTableName(onlineStates)}) z, generate_series($1::date::timestamp, $2::date, interval '1 day') day
  where day at time zone zone < $3::timestamptz) `;

const msFrom = (starts: string, ends: string) => `(1000 * date_part('epoch', ${ends} - ${starts}))::bigint`;
const times = (span: string) => `case when state = 'ONLINE' then ms else 0 end as online_ms,
    case when state = 'SLEEP' then ms else 0 end as sleep_ms, ms as bound_ms from (${span}) spans`;

/**
 * Stored milliseconds, and those of the present spans. A span may have begun a year ago: its days are joined, because computing them
 * for each robot takes longer than all the rest.
 */
const onlineRowsByDay = `(select company_id, site_id, device_id, day, online_ms, sleep_ms, bound_ms from ${getTableName(onlineDays)}
  union all
  select company_id, site_id, id, day, ${times(`select s.company_id, s.site_id, s.id, s.state, z.day,
      ${msFrom('greatest(s.since, z.starts)', 'z.ends')} as ms
    from ${getTableName(onlineStates)} s join zone_days z on z.zone = s.zone and z.ends > s.since where s.bound`)})`;

/** Without days, the present span is cut to the period at once. */
const onlineRows = `(select company_id, site_id, device_id, day, online_ms, sleep_ms, bound_ms from ${getTableName(onlineDays)}
  union all
  select company_id, site_id, id, $1::date, ${times(`select s.company_id, s.site_id, s.id, s.state, greatest(0, ${msFrom(
    'greatest(s.since, $1::date::timestamp at time zone s.zone)',
    'least($3::timestamptz, ($2::date + 1)::timestamp at time zone s.zone)',
  )}) as ms
    from ${getTableName(onlineStates)} s where s.bound and s.since < least($3::timestamptz, $2::date + interval '3 days')`)})`;

const sum = (column: string, name: string) => `coalesce(sum(d.${column}), 0)::float8 as "${name}"`;
const counts = ['due', 'done', 'partial', 'failed', 'missed', 'open'].map((name) => sum(name, name));
const ends = ['succeeded', 'interrupted', 'failed'].map((name) => sum(name, name));
const connections = [sum('online_ms', 'onlineMs'), sum('sleep_ms', 'sleepMs'), sum('bound_ms', 'boundMs')];

/** The sums of each source. */
const sourceSums: Record<BoardSource, string> = {
  reports: sumsOf,
  starts: counts.join(', '),
  runs: ends.join(', '),
  online: connections.join(', '),
  bound: sum('bound_ms', 'boundMs'),
  alarms: sum('alarms', 'count'),
};

/** What a query groups by: some sources have other rows for it. */
interface Grouping {
  byRobot?: boolean;
  byDay?: boolean;
}

const rowsOf = (source: BoardSource, { byRobot, byDay }: Grouping): string =>
  ({
    reports: getTableName(byRobot ? deviceDays : siteDays),
    starts: getTableName(startDays),
    runs: getTableName(runDays),
    online: byDay ? onlineRowsByDay : onlineRows,
    bound: byDay ? onlineRowsByDay : onlineRows,
    alarms: getTableName(alarmDays),
  })[source];

/**
 * The rows of a source (`d`) that a filter leaves, as the end of a query. The first three parameters are the days and now.
 * `grouping` is what the query groups by.
 */
export function boardRows(db: Tx, now: Date, source: BoardSource, filter: BoardFilter, grouping: Grouping) {
  const { from, to } = boundsOf(filter);
  const parameters: unknown[] = [from, to, now.toISOString()];
  const where = ['d.day between $1::date and $2::date', '$3::timestamptz is not null'];
  const only = (column: string, type: string, value: unknown) => {
    if (value === undefined || value === '*') return;
    parameters.push(value);
    const place = `$${parameters.length}::${type}`;
    where.push(type.endsWith('[]') ? `d.${column} = any(${place})` : `d.${column} = ${place}`);
  };
  only('company_id', 'uuid[]', db.scope);
  only('company_id', 'uuid', filter.companyId);
  only('company_id', 'uuid[]', filter.companyIds);
  only('site_id', 'uuid', filter.siteId);
  only('device_id', 'uuid', filter.deviceId);
  only('device_id', 'uuid[]', filter.deviceIds);
  where.push(...inSiteDays(filter, (value) => `$${parameters.push(value)}`));
  // The present span of a robot is cut to the days of its site.
  const byDay = grouping.byDay || filter.spans !== undefined;
  const byRobot = grouping.byRobot || filter.deviceId !== undefined || filter.deviceIds !== undefined;
  return {
    /** Before the query. */
    head: byDay && (source === 'online' || source === 'bound') ? zoneDays : '',
    from: `from ${rowsOf(source, { byDay, byRobot })} d where ${where.join(' and ')}`,
    parameters,
  };
}

/** The sums of a source, one row for each value of `key`; without a key one row. */
export function readSource<R>(
  db: Tx,
  now: Date,
  source: BoardSource,
  filter: BoardFilter,
  key?: string,
): Promise<(R & { key: string | null })[]> {
  const grouping = { byRobot: key === 'd.device_id', byDay: key?.includes('d.day') ?? false };
  const { head, from, parameters } = boardRows(db, now, source, filter, grouping);
  // Grouped by the value itself: a text of each of millions of rows takes longer than their sums.
  return db.raw(
    `${head}select ${key ? `(${key})::text` : 'null'} as key, ${sourceSums[source]} ${from}${key ? ` group by ${key} order by 1` : ''}`,
    parameters,
  );
}

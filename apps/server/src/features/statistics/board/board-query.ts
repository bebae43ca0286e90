import type { Tx } from '../../../platform/db/db.ts';
import { getTableName } from 'drizzle-orm';
import { alarms } from '../../../entities/devices/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { zonesDuring } from '../../../entities/places/site-days.ts';
import { deviceDays, siteDays } from '../statistics-table.ts';
import { sumsOf } from '../statistics-sums.ts';
import { onlineDays, onlineStates, startDays } from './board-sums-table.ts';

/** The days, companies, sites and robots of a query of the board. */
export interface BoardFilter {
  from: string;
  to: string;
  companyId?: string | undefined;
  /** A company and those below it. */
  companyIds?: readonly string[] | undefined;
  siteId?: string | undefined;
  deviceId?: string | undefined;
  deviceIds?: readonly string[] | undefined;
}

export type BoardSource = 'reports' | 'starts' | 'online' | 'bound' | 'alarms';

const boundTime = (state: string) => `case when s.state = '${state}' then p.ms else 0 end`;

/**
 * Stored milliseconds, and those of the present spans up to now (`$3`). A span is cut to a day around the period, because a robot may
 * have been silent for a year.
 */
const onlineRows = `(select company_id, site_id, device_id, day, online_ms, sleep_ms, bound_ms from ${getTableName(onlineDays)}
  union all
  select s.company_id, s.site_id, s.id, p.day, ${boundTime('ONLINE')}, ${boundTime('SLEEP')}, p.ms
  from ${getTableName(onlineStates)} s, lateral online_parts(greatest(s.since, $1::date - interval '2 days'),
    least($3::timestamptz, $2::date + interval '3 days'), s.zone) p
  where s.bound and s.since < least($3::timestamptz, $2::date + interval '3 days'))`;

/** The activated time alone needs no days: the present span is cut to the period at once, also after a year of silence. */
const boundRows = `(select company_id, site_id, device_id, day, bound_ms from ${getTableName(onlineDays)}
  union all
  select s.company_id, s.site_id, s.id, $1::date, greatest(0, 1000 * extract(epoch from
    least($3::timestamptz, ($2::date + 1)::timestamp at time zone s.zone) - greatest(s.since, $1::date::timestamp at time zone s.zone)))
  from ${getTableName(onlineStates)} s where s.bound and s.since < least($3::timestamptz, $2::date + interval '3 days'))`;

/** Alarms on the days of the sites at which their robots are; `day` is in the period. */
const alarmRows = `(select a.company_id, v.site_id, a.device_id, $1::date as day
  from ${getTableName(alarms)} a left join ${getTableName(devices)} v on v.id = a.device_id left join ${getTableName(sites)} s on s.id = v.site_id
    join zones z on z.timezone = coalesce(s.timezone, '')
  where a.level > 0 and a.raised_at >= z.starts and a.raised_at < z.ends
    and a.raised_at >= $1::date - interval '1 day' and a.raised_at < $2::date + interval '2 days' and $3::timestamptz is not null)`;

const sum = (column: string, name: string) => `coalesce(sum(d.${column}), 0)::float8 as "${name}"`;
const counts = ['due', 'done', 'partial', 'failed', 'missed', 'open'].map((name) => sum(name, name));
const times = [sum('online_ms', 'onlineMs'), sum('sleep_ms', 'sleepMs'), sum('bound_ms', 'boundMs')];

/** The sums of each source. */
const sourceSums: Record<BoardSource, string> = {
  reports: sumsOf,
  starts: counts.join(', '),
  online: times.join(', '),
  bound: sum('bound_ms', 'boundMs'),
  alarms: 'count(*)::int as count',
};

const rowsOf = (source: BoardSource, ofRobots: boolean): string =>
  ({
    reports: getTableName(ofRobots ? deviceDays : siteDays),
    starts: getTableName(startDays),
    online: onlineRows,
    bound: boundRows,
    alarms: alarmRows,
  })[source];

/**
 * The rows of a source (`d`) that a filter leaves, as the end of a query. The first three parameters are the days and now. `ofRobots`
 * is needed to group by robot.
 */
export function boardRows(db: Tx, now: Date, source: BoardSource, filter: BoardFilter, ofRobots = false) {
  const parameters: unknown[] = [filter.from, filter.to, now.toISOString()];
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
  const byRobot = ofRobots || filter.deviceId !== undefined || filter.deviceIds !== undefined;
  return {
    /** Before the query. */
    head: source === 'alarms' ? `with ${zonesDuring('$1', '$2')} ` : '',
    from: `from ${rowsOf(source, byRobot)} d where ${where.join(' and ')}`,
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
  const { head, from, parameters } = boardRows(db, now, source, filter, key === 'd.device_id');
  // Grouped by the value itself: a text of each of millions of rows takes longer than their sums.
  return db.raw(
    `${head}select ${key ? `(${key})::text` : 'null'} as key, ${sourceSums[source]} ${from}${key ? ` group by ${key} order by 1` : ''}`,
    parameters,
  );
}

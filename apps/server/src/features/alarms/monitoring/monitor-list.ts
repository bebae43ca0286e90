import {
  monitorSeverities,
  type Input,
  type monitorCalls,
  type MonitoredDevice,
  type Output,
} from '@sweepline/contract';
import { getTableName, sql } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { dialect } from '../../../platform/db/transaction-client.ts';
import {
  isMatch,
  monitorValueCount,
  monitorValues,
  openAlarms,
  servedDevice,
  severityColumns,
  type MonitorFilters,
} from './monitor-sql.ts';

const { SERIOUS } = monitorSeverities;
const [severities, onlyUnprocessed] = [`$${monitorValueCount + 1}`, `$${monitorValueCount + 2}`];

/** One row per robot with counted open alarms. */
const robots = `with counted as (${openAlarms}), sums as (
    select c.device_id, c.company_id, ${severityColumns('c.effective_level')},
      count(*) filter (where c.processed_at is null)::int as unprocessed,
      max(c.effective_level) as level, min(c.raised_at) as since,
      (array_agg(c.id order by c.effective_level desc, c.raised_at, c.id))[1] as worst_id
    from counted c group by c.device_id, c.company_id
  ), found as (
    select s.*, v.sn, v.nickname, v.model, v.site_id from sums s ${servedDevice('s')}
    where ${isMatch}
      and (${severities}::text[] is null or (s.serious > 0 and 'SERIOUS' = any(${severities}::text[]))
        or (s."verySerious" > 0 and 'VERY_SERIOUS' = any(${severities}::text[])))
      and (not ${onlyUnprocessed}::boolean or s.unprocessed > 0)
  )`;

const sortable = {
  severity: sql`f.level`,
  since: sql`f.since`,
  unprocessed: sql`f.unprocessed`,
  name: sql`lower(f.nickname)`,
};

/** The state of a robot that sent no message yet is offline. */
const liveColumns = `jsonb_build_object('state', coalesce(l.state, 'OFFLINE'), 'mode', l.mode, 'paused', coalesce(l.paused, false),
  'soc', l.soc, 'alarmLevel', coalesce(l.alarm_level, 0)) as live, l.since as "liveSince", l.last_seen_at as "lastSeenAt"`;

const columns = `f.device_id as id, f.sn, f.nickname, f.model, f.level, f.serious, f."verySerious", f.unprocessed, f.since,
  coalesce(o.name, '') as "companyName",
  case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name) end as site,
  ${liveColumns}, jsonb_build_object('id', w.id, 'code', w.code, 'type', w.type, 'text', w.text, 'level', w.effective_level) as worst,
  w.raised_at as "worstAt",
  case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name, 'state', r.state, 'coverage', r.coverage) end as run`;

const joined = `join ${getTableName(alarms)} w on w.id = f.worst_id
  left join ${getTableName(companies)} o on o.id = f.company_id
  left join ${getTableName(sites)} t on t.id = f.site_id
  left join ${getTableName(deviceLives)} l on l.id = f.device_id
  left join ${getTableName(runs)} r on r.id = l.run_id and r.device_id = f.device_id and r.ended_at is null`;

type Row = Omit<MonitoredDevice, 'severity' | 'live' | 'worst'> & {
  level: number;
  live: Omit<MonitoredDevice['live'], 'since' | 'lastSeenAt'>;
  liveSince: string | null;
  lastSeenAt: string | null;
  worst: Omit<MonitoredDevice['worst'], 'raisedAt'>;
  worstAt: string;
};

const deviceOf = ({ level, live, liveSince, lastSeenAt, worst, worstAt, ...row }: Row): MonitoredDevice => ({
  ...row,
  severity: level > SERIOUS ? 'VERY_SERIOUS' : 'SERIOUS',
  live: { ...live, since: liveSince, lastSeenAt },
  worst: { ...worst, raisedAt: worstAt },
});

/** One page of the robots with severe alarms, by default the worst first and then the longest standing. */
export async function monitoredDevices(db: Tx, input: Input<typeof monitorCalls.list>, now: Date) {
  const { severity, unprocessed = false, sort = '-severity' } = input;
  const values = [...monitorValues(db, input, now), severity?.length ? severity : null, unprocessed];
  const order = [...orderBy(sortable, sort, sql`f.device_id`)];
  // Robots of one severity are in the order of their oldest alarm.
  if (sort === '-severity') order.splice(1, 0, sql`f.since`);
  const orderSql = dialect.sqlToQuery(sql.join(order, sql`, `)).sql;
  const rows = (limit: number, offset: number) =>
    db.raw<Row>(
      `${robots} select ${columns} from (select * from found f order by ${orderSql} limit ${limit} offset ${offset}) f
       ${joined} order by ${orderSql}`,
      values,
    );
  const total = db
    .raw<{ total: number }>(`${robots} select count(*)::int as total from found`, values)
    .then(([row]) => row?.total ?? 0);
  const page = await paginate(input, rows, total);
  return { ...page, list: page.list.map(deviceOf) };
}

/** Numbers of alarms and robots over all pages of the list. */
export async function countEvents(
  db: Tx,
  filters: MonitorFilters,
  now: Date,
): Promise<Output<typeof monitorCalls.countEventInfo>> {
  const [sums] = await db.raw<Output<typeof monitorCalls.countEventInfo>>(
    `with counted as (${openAlarms})
     select ${severityColumns('c.effective_level')}, count(*) filter (where c.processed_at is null)::int as unprocessed,
       count(distinct c.device_id)::int as robots,
       count(distinct c.device_id) filter (where coalesce(l.state, 'OFFLINE') = 'OFFLINE')::int as offline
     from counted c ${servedDevice('c')} left join ${getTableName(deviceLives)} l on l.id = c.device_id
     where ${isMatch}`,
    monitorValues(db, filters, now),
  );
  return sums!;
}

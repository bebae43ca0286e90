import {
  assistCodes,
  type Assist,
  type assistCalls,
  type AssistOutcome,
  type Input,
} from '@sweepline/contract';
import { sql } from 'drizzle-orm';
import { dialect } from '../../../platform/db/transaction-client.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { paginate, type PageInput } from '../../../platform/db/paginate.ts';
import { contains } from '../../../platform/db/page.ts';
import { getTableName } from 'drizzle-orm';
import { driveSessions } from '../../../entities/devices/control-table.ts';
import { commands } from '../../../entities/devices/command-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { boundsOf, zonesDuring, type SiteDays } from '../../../entities/places/site-days.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { assistNotes } from './assist-table.ts';
import { maps } from '../../../entities/places/map-table.ts';

type ListInput = Input<(typeof assistCalls)['list']>;

export interface AssistFilters {
  keyword?: string | undefined;
  companyId?: string | undefined;
  siteId?: string | undefined;
  mapId?: string | undefined;
  deviceId?: string | undefined;
  runId?: string | undefined;
  code?: string[] | undefined;
  outcome?: AssistOutcome[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  id?: string | undefined;
}

/** The alarms of a stop may begin before the requested period. */
const lookBack = `interval '1 day'`;

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Assists, computed from the alarms that need help on site and were raised in a run. Alarms of one robot and run that
 * overlap are one stop. The outcome is WENT_ON if all of them were cleared before the run ended. See
 * docs/decisions/0014-assists-from-alarms.md.
 */
const assists = `
  with raised as (
    select a.*, max(coalesce(a.cleared_at, 'infinity')) over (
      partition by a.device_id, a.run_id order by a.raised_at, a.id rows between unbounded preceding and 1 preceding) as stood_until
    from ${getTableName(alarms)} a
    where a.run_id is not null and a.code = any($1::text[]) and ($2::uuid[] is null or a.company_id = any($2::uuid[]))
      and ($3::uuid is null or a.company_id = $3::uuid) and ($4::uuid is null or a.device_id = $4::uuid)
      and ($5::timestamptz is null or a.raised_at >= $5::timestamptz - ${lookBack})
      and ($6::timestamptz is null or a.raised_at <= $6::timestamptz)
      and ($13::uuid is null or a.run_id = $13::uuid)
      and ($10::uuid is null or a.run_id = (select x.run_id from ${getTableName(alarms)} x where x.id = $10::uuid))
  ), numbered as (
    select r.*, count(*) filter (where r.stood_until is null or r.raised_at > r.stood_until)
      over (partition by r.device_id, r.run_id order by r.raised_at, r.id) as stop
    from raised r
  ), stops as (
    select (array_agg(n.id order by n.raised_at, n.id))[1] as id, n.company_id, n.device_id, n.run_id, min(n.raised_at) as at,
      case when bool_and(n.cleared_at is not null) then max(n.cleared_at) end as ended_at, max(n.level) as level,
      array_agg(distinct n.code) as codes,
      array_agg(n.code order by n.level desc, n.raised_at, n.id) as ordered,
      (array_agg(n.refs order by n.raised_at, n.id) filter (where n.refs ? 'x' and n.refs ? 'y'))[1] as refs
    from numbered n group by n.company_id, n.device_id, n.run_id, n.stop
  ), rated as (
    select s.*, r.name as run_name, r.ended_at as run_ended_at, t.dismissed, t.helper, t.note, t.version as note_version,
      coalesce(s.refs ->> 'mapId', r.map_id) as map_id,
      case
        when r.ended_at is not null and (s.ended_at is null or r.ended_at <= s.ended_at) then 'GAVE_UP'
        when s.ended_at is null then 'OPEN'
        else 'WENT_ON' end as outcome
    from stops s join ${getTableName(runs)} r on r.id = s.run_id and r.kind <> 'NAVIGATION'
      left join ${getTableName(assistNotes)} t on t.id = s.id
    where ($5::timestamptz is null or s.at >= $5::timestamptz) and ($10::uuid is null or s.id = $10::uuid)
  ), found as (
    select d.*, case when d.outcome = 'WENT_ON' then extract(epoch from d.ended_at - d.at)::float8 end as seconds,
      m.id as our_map, m.name as map_name, m.site_id
    from rated d left join ${getTableName(maps)} m on m.id::text = d.map_id
    where ($7::uuid is null or d.map_id = $7::uuid::text) and ($8::uuid is null or m.site_id = $8::uuid)
      and ($9::text is null or d.run_name ilike $9::text or exists (
        select from ${getTableName(devices)} v where v.id = d.device_id and (v.nickname ilike $9::text or v.sn ilike $9::text)))
      and ($11::text[] is null or d.codes && $11::text[]) and ($12::text[] is null or d.outcome = any($12::text[]))
  )`;

const parametersOf = (db: Tx, filters: AssistFilters) => [
  assistCodes,
  db.scope === '*' ? null : db.scope,
  filters.companyId ?? null,
  filters.deviceId ?? null,
  filters.from ?? null,
  filters.to ?? null,
  filters.mapId ?? null,
  filters.siteId ?? null,
  filters.keyword ? contains(filters.keyword) : null,
  filters.id ?? null,
  filters.code?.length ? filters.code : null,
  filters.outcome?.length ? filters.outcome : null,
  filters.runId ?? null,
];

/** The account that drove the robot by hand or sent it a command during the stop. */
const byWhom = `coalesce(
  (select w.account_name from ${getTableName(driveSessions)} w where w.device_id = f.device_id and w.opened_at <= coalesce(f.ended_at, 'infinity')
    and coalesce(w.ended_at, 'infinity') >= f.at order by w.opened_at limit 1),
  (select c.by from ${getTableName(commands)} c where c.device_id = f.device_id and c.created_at between f.at and coalesce(f.ended_at, 'infinity')
    and c.by not in ('', 'system') and exists (select from ${getTableName(accounts)} u where u.username = c.by) order by c.created_at limit 1))`;

const numberIn = (field: string) =>
  `case when jsonb_typeof(f.refs -> '${field}') = 'number' then (f.refs ->> '${field}')::float8 end`;

const assistColumns = `f.id, (select array_agg(c order by first) from (
    select c, min(o) as first from unnest(f.ordered) with ordinality u(c, o) group by c) x) as codes,
  f.level, f.outcome, f.at, f.ended_at as "endedAt", f.seconds,
  jsonb_build_object('id', f.run_id, 'name', f.run_name, 'reported', exists (select from ${getTableName(taskReports)} q where q.id = f.run_id)) as run,
  (select jsonb_build_object('id', v.id, 'sn', v.sn, 'nickname', v.nickname) from ${getTableName(devices)} v where v.id = f.device_id) as device,
  coalesce((select o.name from ${getTableName(companies)} o where o.id = f.company_id), '') as "companyName",
  (select s.name from ${getTableName(sites)} s where s.id = f.site_id) as site,
  case when f.our_map is not null then jsonb_build_object('id', f.our_map, 'name', f.map_name) end as map,
  ${numberIn('x')} as x, ${numberIn('y')} as y, ${byWhom} as by,
  jsonb_build_object('helper', coalesce(f.helper, ''), 'text', coalesce(f.note, ''), 'dismissed', coalesce(f.dismissed, false),
    'version', coalesce(f.note_version, 0)) as note`;

const sortable = { at: sql`f.at`, seconds: sql`f.seconds` };

/** One page of assists, by default the newest first. */
export async function readAssists(
  db: Tx,
  filters: AssistFilters & Pick<ListInput, 'sort'>,
  input: PageInput,
): Promise<{ list: Assist[]; total: number }> {
  const parameters = parametersOf(db, filters);
  const order = dialect.sqlToQuery(
    sql.join(orderBy(sortable, filters.sort ?? '-at', sql`f.id`), sql`, `),
  ).sql;
  const rows = (limit: number, offset: number) =>
    db.raw<Assist>(
      `${assists} select ${assistColumns} from (
         select * from found f order by ${order} limit ${limit} offset ${offset}
       ) f order by ${order}`,
      parameters,
    );
  const total = db
    .raw<{ total: number }>(`${assists} select count(*)::int as total from found`, parameters)
    .then(([row]) => row?.total ?? 0);
  return await paginate(input, rows, total);
}

const genuine = 'not coalesce(f.dismissed, false)';

/** Number, duration, causes and maps of assists, without the dismissed ones. */
export async function countAssists(db: Tx, filters: AssistFilters) {
  const parameters = parametersOf(db, filters);
  const query = <R>(what: string) => db.raw<R>(`${assists} ${what}`, parameters);
  const [[sums], causes, maps] = await Promise.all([
    query<{ count: number; open: number; medianS: number | null; totalS: number }>(
      `select count(*)::int as count, count(*) filter (where outcome = 'OPEN')::int as open,
         percentile_cont(0.5) within group (order by seconds) as "medianS", coalesce(sum(seconds), 0) as "totalS"
       from found f where ${genuine}`,
    ),
    query<{ code: Assist['codes'][number]; count: number; seconds: number }>(
      `select f.ordered[1] as code, count(*)::int as count, coalesce(sum(seconds), 0) as seconds
       from found f where ${genuine} group by 1 order by 2 desc, 1`,
    ),
    query<{ id: string; name: string; count: number }>(
      `select f.our_map as id, f.map_name as name, count(*)::int as count from found f
       where ${genuine} and f.our_map is not null group by 1, 2 order by 3 desc, 2 limit 100`,
    ),
  ]);
  return { ...sums!, causes, maps };
}

/** The maximum number of places on a map. */
const maxPlaces = 2_000;

export const readPlaces = (db: Tx, filters: AssistFilters & { mapId: string }) =>
  db.raw<{
    id: string;
    x: number;
    y: number;
    code: Assist['codes'][number];
    at: string;
    seconds: number | null;
  }>(
    `${assists} select * from (
       select f.id, ${numberIn('x')} as x, ${numberIn('y')} as y, f.ordered[1] as code, ${iso('f.at')} as at, f.seconds
       from found f where ${genuine} order by f.at desc limit ${maxPlaces}
     ) p where x is not null and y is not null`,
    parametersOf(db, filters),
  );

/** Days of the calendar of the site at which the robot is. */
interface DayFilter extends SiteDays {
  companyId?: string | undefined;
  companyIds?: readonly string[] | undefined;
  siteId?: string | undefined;
  deviceId?: string | undefined;
  deviceIds?: readonly string[] | undefined;
}

const dayMs = 86_400_000;
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString();

/** The number of assists of each robot on the days of its site, without the dismissed ones. */
export function countAssistsOnDays(db: Tx, { siteId, companyIds, deviceIds, ...filter }: DayFilter) {
  const { from, to } = boundsOf(filter);
  const parameters: unknown[] = parametersOf(db, {
    ...filter,
    from: dayAfter(from, -1),
    to: dayAfter(to, 2),
  });
  const place = (value: unknown) => `$${parameters.push(value)}`;
  return db.raw<{ companyId: string; siteId: string | null; deviceId: string; count: number }>(
    `${assists}, ${zonesDuring(filter, place)}
     select f.company_id as "companyId", v.site_id as "siteId", f.device_id as "deviceId", count(*)::int as count
     from found f left join ${getTableName(devices)} v on v.id = f.device_id left join ${getTableName(sites)} s on s.id = v.site_id
       join zones z on z.timezone = coalesce(s.timezone, '')
     where ${genuine} and f.at >= z.starts and f.at < z.ends 
       and (${place(siteId ?? null)}::uuid is null or v.site_id = $${parameters.length}::uuid)
       and (${place(companyIds ?? null)}::uuid[] is null or f.company_id = any($${parameters.length}::uuid[]))
       and (${place(deviceIds ?? null)}::uuid[] is null or f.device_id = any($${parameters.length}::uuid[]))
     group by 1, 2, 3`,
    parameters,
  );
}

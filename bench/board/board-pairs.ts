import { boardFigureCalls, boardKindCalls, statisticsCalls, type Call } from '@sweepline/contract';
import type { Sql } from 'postgres';

/** A call of the board, and the bare queries that it is compared with. */
export interface Pair {
  what: string;
  /** On the home page. */
  home?: true;
  theirs(): Promise<unknown>;
  ours(): Promise<unknown>;
}
export type Ask = (call: Call, input: Record<string, unknown>) => Promise<unknown>;
export interface Days {
  from: string;
  to: string;
}

const dayMs = 86_400_000;
const shifted = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const sums = `sum(reports)::int as reports, sum(cleaned_cm2)::float8 as cleaned, sum(covered_cm2)::float8 as covered,
  sum(planned_cm2)::float8 as planned, sum(worked_ms)::float8 as worked, sum(water_ml)::float8 as water, sum(energy_mwh)::float8 as energy`;
const onlineSums = `sum(online_ms)::float8 as online, sum(sleep_ms)::float8 as sleep, sum(bound_ms)::float8 as bound`;
const startSums = `sum(due)::float8 as due, sum(done)::float8 as done, sum(partial)::float8 as partial, sum(failed)::float8 as failed,
  sum(missed)::float8 as missed, sum(open)::float8 as open`;
const runSums = `sum(succeeded)::float8 as succeeded, sum(interrupted)::float8 as interrupted, sum(failed)::float8 as failed`;
const tables = {
  run_days: runSums,
  site_days: sums,
  device_days: sums,
  online_days: onlineSums,
  start_days: startSums,
};

/** The roll-up query over a table of sums, one row for each value of `key`. */
const rollUp = (table: keyof typeof tables, key?: string) =>
  `select ${key ? `${key} as key, ` : ''}${tables[table]} from ${table} where day between $1 and $2${key ? ' group by 1' : ''}`;
const batteryBands = `select hour, percentile_cont(array[0.1, 0.5, 0.9]) within group (order by used),
  percentile_cont(array[0.1, 0.5, 0.9]) within group (order by taken) from battery_hours where hour > now() - interval '24 hours' group by 1`;
const robotsNow = `select v.model, count(*), count(*) filter (where l.state = 'ONLINE'),
  count(*) filter (where exists (select from device_days w where w.device_id = v.id and w.day between $1 and $2))
  from devices v left join device_live l on l.id = v.id group by 1`;
const places = `select s.id, s.name, s.latitude, s.longitude, count(v.id), count(v.id) filter (where l.state = 'ONLINE')
  from sites s left join devices v on v.site_id = s.id left join device_live l on l.id = v.id group by 1 order by 5 desc limit 2000`;
const largest = (limit: number) =>
  `${rollUp('device_days', 'device_id')} order by cleaned desc limit ${limit}`;
const ofRobots = (table: 'online_days' | 'start_days') =>
  rollUp(table, 'device_id').replace(
    ' group by',
    ' and device_id in (select id from devices order by id limit 20) group by',
  );

const { index, chart, split, devices, regions, times, details, ranking } = statisticsCalls;
const { completion, online, battery, electricity, companies, robots, changes } = boardFigureCalls;

type Query = readonly [text: string, parameters: readonly string[]];
interface Row {
  what: string;
  home?: true;
  call: Call;
  input: Record<string, unknown>;
  bare: readonly Query[];
}

/** A period, its last month and week, and the same queries over the period before. */
function daysOf({ from, to }: Days) {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const now = [from, to];
  const before = [shifted(from, -days), shifted(from, -1)];
  return {
    now,
    before,
    month: { from: shifted(to, -29), to },
    week: [shifted(to, -6), to],
    both: (text: string): Query[] => [
      [text, now],
      [text, before],
    ],
  };
}

const byMonth = `date_trunc('month', day)::date`;

/** The calls of the home page. The page shows the change to the period before, so both sides read two periods. */
function homeRows(period: Days, name: string): Row[] {
  const { now, before, month, week, both } = daysOf(period);
  const row = (what: string, call: Call, input: object, ...bare: Query[]): Row => ({
    what,
    home: true,
    call,
    input: { ...input },
    bare,
  });
  return [
    row(`figures of ${name} and of the one before`, index, period, ...both(rollUp('site_days'))),
    row(`chart of ${name} by month`, chart, { ...period, step: 'month' }, [
      rollUp('site_days', byMonth),
      now,
    ]),
    row(`split of ${name} by mode`, details, period, [rollUp('site_days', 'mode'), now]),
    row(`split of ${name} by company`, split, { ...period, by: 'company' }, [
      rollUp('site_days', 'company_id'),
      now,
    ]),
    row('runs of a month by kind', boardKindCalls.kinds, month, [
      rollUp('run_days', 'kind'),
      [month.from, month.to],
    ]),
    row(`robots that worked in ${name}`, devices, period, [robotsNow, now]),
    row(`places of ${name}`, regions, period, [rollUp('site_days', 'site_id'), now], [places, []]),
    row(`ranking of robots of ${name}`, ranking, period, [largest(5), now]),
    row(
      `online rate of ${name} by month and of the one before`,
      online,
      { ...period, step: 'month' },
      [rollUp('online_days', byMonth), now],
      [rollUp('online_days'), before],
    ),
    row(
      `completion of ${name} by day and of the one before`,
      completion,
      period,
      [rollUp('start_days', 'day'), now],
      [rollUp('start_days'), before],
    ),
    row('battery of the last day', battery, {}, [batteryBands, []]),
    row('electricity of the last week', electricity, {}, [rollUp('site_days', 'day'), week]),
  ];
}

/** The calls of the other pages and dialogs of the board. */
function otherRows(period: Days, name: string): Row[] {
  const { now, both } = daysOf(period);
  const row = (what: string, call: Call, input: object, ...bare: Query[]): Row => ({
    what,
    call,
    input: { ...input },
    bare,
  });
  return [
    row(`split of ${name} by site`, split, { ...period, by: 'site' }, [rollUp('site_days', 'site_id'), now]),
    row(`split of ${name} by weekday`, times, period, [
      rollUp('site_days', 'extract(dow from day)::int'),
      now,
    ]),
    row(
      `companies of ${name} and of the one before`,
      companies,
      period,
      ...both(rollUp('site_days', 'company_id')),
      ...both(rollUp('online_days', 'company_id')),
      ...both(rollUp('start_days', 'company_id')),
    ),
    row(
      `page of robots by area of ${name}`,
      robots,
      period,
      [largest(20), now],
      [ofRobots('online_days'), now],
      [ofRobots('start_days'), now],
    ),
    row(
      `changes of ${name} by site`,
      changes,
      { ...period, by: 'site' },
      ...both(rollUp('site_days', 'site_id')),
    ),
    row(
      `changes of ${name} by robot`,
      changes,
      { ...period, by: 'device' },
      ...both(rollUp('device_days', 'device_id')),
    ),
  ];
}

/** The calls of the board over a period; `name` is that of the period. */
export const boardPairs = (sql: Sql, ask: Ask, period: Days, name: string): Pair[] =>
  [...homeRows(period, name), ...otherRows(period, name)].map(({ call, input, bare, ...row }) => ({
    ...row,
    theirs: () => Promise.all(bare.map(([text, parameters]) => sql.unsafe(text, [...parameters]))),
    ours: () => ask(call, input),
  }));

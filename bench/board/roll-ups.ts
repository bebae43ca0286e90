import type { Call } from '@sweepline/contract';

const dayMs = 86_400_000;
export const shifted = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

export type Query = readonly [text: string, parameters: readonly string[]];
/** A call and the bare queries with which it is compared. */
export interface Row {
  what: string;
  call: Call;
  input: Record<string, unknown>;
  bare: readonly Query[];
}

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
export const rollUp = (table: keyof typeof tables, key?: string) =>
  `select ${key ? `${key} as key, ` : ''}${tables[table]} from ${table} where day between $1 and $2${key ? ' group by 1' : ''}`;
export const batteryBands = `select hour, percentile_cont(array[0.1, 0.5, 0.9]) within group (order by used),
  percentile_cont(array[0.1, 0.5, 0.9]) within group (order by taken) from battery_hours where hour > now() - interval '24 hours' group by 1`;
export const robotsNow = `select v.model, count(*), count(*) filter (where l.state = 'ONLINE'),
  count(*) filter (where exists (select from device_days w where w.device_id = v.id and w.day between $1 and $2))
  from devices v left join device_live l on l.id = v.id group by 1`;
export const places = `select s.id, s.name, s.latitude, s.longitude, count(v.id), count(v.id) filter (where l.state = 'ONLINE')
  from sites s left join devices v on v.site_id = s.id left join device_live l on l.id = v.id group by 1 order by 5 desc limit 2000`;
export const largest = (limit: number) =>
  `${rollUp('device_days', 'device_id')} order by cleaned desc limit ${limit}`;
export const ofRobots = (table: 'online_days' | 'start_days') =>
  rollUp(table, 'device_id').replace(
    ' group by',
    ' and device_id in (select id from devices order by id limit 20) group by',
  );

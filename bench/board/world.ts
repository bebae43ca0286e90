import type { Sql } from 'postgres';

/** Robots per site. */
const siteRobots = 25;
/** Alarms of each robot in the year. */
const alarms = 20;

/** SQL: number of a device, from its id. */
const numberOf = (device: string) => `right(${device}::text, 12)::bigint::int`;
/** SQL: an ascending id, for quick indexes. */
const idOf = (table: number, n: string) =>
  `('0190d00${table}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

/** Gives the robots of `seedManyDevices` sites in their companies, half of them with coordinates. */
export async function insertSites(sql: Sql): Promise<void> {
  await sql.unsafe(`create temp table placed as select id, company_id,
    (row_number() over (partition by company_id order by id) - 1)::int / ${siteRobots} as place from devices`);
  await sql.unsafe(`
    insert into sites (id, company_id, name, address, timezone, latitude, longitude, created_at)
    select gen_random_uuid(), company_id, 'Site ' || place, '', (array['UTC', 'Asia/Shanghai', 'Europe/Berlin'])[1 + place % 3],
      case when place % 2 = 0 then 30 + place % 20 end, case when place % 2 = 0 then 100 + place % 20 end, now()
    from (select distinct company_id, place from placed) p`);
  // The trigger counts the days of each robot again, a minute for ten thousand of them; here they have none yet.
  await sql`alter table devices disable trigger devices_moved`;
  await sql.unsafe(`update devices v set site_id = s.id from placed p join sites s on s.company_id = p.company_id and s.name = 'Site ' || p.place
    where p.id = v.id`);
  await sql`alter table devices enable trigger devices_moved`;
  const ofSite = (device: string) => `site_id = v.site_id, zone = s.timezone
    from devices v join sites s on s.id = v.site_id where v.id = ${device}`;
  await sql.unsafe(`update online_marks m set ${ofSite('m.device_id')}`);
  await sql.unsafe(`update online_states o set ${ofSite('o.id')}`);
}

/** SQL: the robots on each of the days before today, numbered: `k` ascends, `x` scatters. */
const robotDays = (days: number) => `(select v.*, day::date as day, row_number() over () as k,
    (n * 7919 + (day::date - date '2020-01-01') * 31) % 10007 as x
  from generate_series(current_date - ${days}, current_date - 1, interval '1 day') day,
    (select id, company_id, site_id, ${numberOf('id')} as n from devices order by id) v) d`;

/**
 * The sums of some days of work of each robot, with two reports a day, without the reports: the calls of the board read the sums, and a
 * year of reports takes half an hour to store.
 */
export async function insertSums(sql: Sql, days: number): Promise<void> {
  const modes = `(array['SWEEP', 'MOP', 'SCRUB'])[1 + x % 3]`;
  const figures = `reports, succeeded, partial, failed, left_out, cleaned_cm2, cleaned_known, covered_cm2, planned_cm2, coverage_known,
    worked_ms, worked_known, rated_cm2, cleaning_ms, cleaning_known, distance_mm, distance_known, water_ml, water_known, energy_mwh, energy_known`;
  await sql.unsafe(`insert into device_days (id, company_id, site_id, device_id, day, mode, ${figures})
    select ${idOf(2, 'k')}, company_id, site_id, id, day, ${modes}, 2, 1, 1, 0, 0, 6000000 + x * 100, 2, 6000000 + x * 100, 8000000, 2,
      6000000, 2, 6000000 + x * 100, 4000000 + x, 2, 1800000, 2, 40000 + x, 1, 800000 + x, 2 from ${robotDays(days)}`);
  const summed = figures
    .split(/,\s+/)
    .map((name) => `sum(${name})`)
    .join(', ');
  await sql.unsafe(`insert into site_days (id, company_id, site_id, day, mode, shard, ${figures})
    select gen_random_uuid(), company_id, site_id, day, mode, report_shard(device_id), ${summed} from device_days group by 2, 3, 4, 5, 6`);
  await sql.unsafe(`insert into online_days (id, company_id, site_id, device_id, day, online_ms, sleep_ms, bound_ms)
    select ${idOf(3, 'k')}, company_id, site_id, id, day, 30000000 + x, 20000000, 86400000 from ${robotDays(days)}`);
  await sql.unsafe(`insert into start_days (id, company_id, site_id, device_id, day, due, done, partial, failed, missed, open)
    select ${idOf(4, 'k')}, company_id, site_id, id, day, 2, 1, x % 2, 0, 1 - x % 2, 0 from ${robotDays(days)}`);
  await sql.unsafe(`insert into run_days (id, company_id, site_id, device_id, day, kind, succeeded, interrupted, failed)
    select ${idOf(5, 'k')}, company_id, site_id, id, day, (array['CLEANING', 'CLEANING', 'NAVIGATION'])[1 + x % 3], 1, x % 2, 1 - x % 2
    from ${robotDays(days)}`);
  await sql`insert into battery_hours (id, company_id, device_id, hour, used, taken, samples, last_at, last_soc)
    select gen_random_uuid(), company_id, id, date_trunc('hour', now()) - x * interval '1 hour', 400 + x * 10, 300, 60, now(), 50
    from devices, generate_series(0, 23) x`;
}

/** What the board reads beside the sums: the last report of each robot, and alarms. */
export async function insertRecords(sql: Sql, days: number): Promise<void> {
  await sql`alter table task_reports disable trigger user`;
  await sql`insert into task_reports (id, company_id, device_id, result, code, started_at, ended_at, areas, phases, pauses, alarm_ids,
      missed, consumables, coverage_files, received_at)
    select id, company_id, id, 'SUCCESS', '', now() - interval '1 day', now() - interval '23 hours', '[]', '[]', '[]', '[]', '[]', '[]', '[]',
      now() from devices`;
  await sql`alter table task_reports enable trigger user`;
  await sql.unsafe(`insert into alarms (id, company_id, device_id, source, identity, code, level, type, text, refs, raised_at, arrived_at, cleared_at)
    select gen_random_uuid(), company_id, id, 'ROBOT', x::text, '20110', 2 + x % 4, 'X', 'X', '{}', at, at, at + interval '20 minutes'
    from devices, generate_series(1, ${alarms}) x, lateral (select now() - x * ${days / (alarms + 1)} * interval '1 day' as at) t`);
}

import type { Sql } from 'postgres';

/** Robots per map, and zones with a target per map. */
const [robotsPerMap, zonesPerMap] = [5, 10];
/** SQL: number of a device, from its id. */
const n = `(right(v.id::text, 12))::bigint::int`;
/** SQL: robots with their number, and the number of their map within their company. */
const robots = `(select v.*, ${n} as n, (row_number() over (partition by v.company_id order by v.id) - 1) / ${robotsPerMap} as place from devices v) v`;
const ofDevice = `from ${robots}`;
/** Days of starts and runs, and cleared alarms per robot. */
const [days, oldAlarms] = [14, 20];

/**
 * Work and troubles for the robots of `seedManyDevices`: plans with two weeks of starts and runs, cleared alarms, maps with zones and
 * targets, settings, parts and cards; some percent of each need a person.
 */
export async function insertNeeds(sql: Sql): Promise<void> {
  await sql.unsafe(`create temp table many_maps as select gen_random_uuid() as id, company_id, place,
    (array_agg(id order by n))[1] as device_id ${ofDevice} group by company_id, place`);
  await insertMaps(sql);
  await insertTasks(sql);
  await sql.unsafe('analyze');
  await insertStarts(sql);
  await insertStates(sql);
  await insertAlarms(sql);
}

async function insertMaps(sql: Sql) {
  await sql.unsafe(`
    insert into files (id, company_id, kind, name, media_type, bytes, sha256, created_at)
      select id, id, 'MAP_GRID', 'grid.png', 'image/png', 1, 'none', now() from companies`);
  await sql.unsafe(`
    insert into maps (id, company_id, name, origin, grid_file_id, width, height, resolution, origin_x, origin_y, free_m2, elements,
      created_at, updated_at, updated_by)
    select m.id, m.company_id, 'Floor ' || m.place, 'IMPORTED', m.company_id, 400, 400, 0.1, 0, 0, 1600,
      jsonb_build_object('walls', '[]'::jsonb, 'points', '[]'::jsonb, 'zones', (
        select jsonb_agg(jsonb_build_object('id', 'z' || z, 'type', 'CLEAN', 'name', 'Zone ' || z, 'points', jsonb_build_array(
          jsonb_build_object('x', z, 'y', 0), jsonb_build_object('x', z + 10, 'y', 0),
          jsonb_build_object('x', z + 10, 'y', 12), jsonb_build_object('x', z, 'y', 12))))
        from generate_series(1, ${zonesPerMap}) z)),
      now(), now(), 'bench' from many_maps m`);
  await sql.unsafe(`
    insert into zone_targets (id, company_id, map_id, zone_id, every_hours, source, least_coverage, updated_at, updated_by)
    select gen_random_uuid(), m.company_id, m.id, 'z' || z, 24, 'INTERVAL', 0.8, now() - interval '60 days', 'bench'
    from many_maps m, generate_series(1, ${zonesPerMap}) z where z <= 3`);
  await sql.unsafe(`
    insert into zone_cleanings (id, company_id, report_id, map_id, zone_id, device_id, started_at, ended_at, floor_m2, cleaned_m2,
      coverage, source)
    select gen_random_uuid(), m.company_id, gen_random_uuid(), m.id, 'z' || z, m.device_id, at - interval '40 minutes', at, 120, 110, 0.92, 'ROBOT'
    from many_maps m, generate_series(1, ${zonesPerMap}) z, generate_series(0, ${days}) day,
      lateral (select now() - (day * 24 + (m.place * 7 + z * 3) % 27) * interval '1 hour' as at) t`);
  await sql.unsafe(`update device_live l set map_id = m.id::text from many_maps m, ${robots}
    where v.id = l.id and m.company_id = v.company_id and m.place = v.place`);
  await sql.unsafe(`
    insert into device_maps (id, company_id, device_id, map_id, status, updated_at, updated_by)
    select gen_random_uuid(), v.company_id, v.id, m.id, case when v.n % 97 = 0 then 'SYNC_FAILED' else 'ENABLED' end, now(), 'bench'
    ${ofDevice} join many_maps m on m.company_id = v.company_id and m.place = v.place`);
}

async function insertTasks(sql: Sql) {
  await sql.unsafe(`
    insert into tasks (id, company_id, name, device_id, map_id, zone_ids, cleaning_mode, strength, repetitions, strategy, pattern,
      finish, state, planned_m2, created_at, updated_at, updated_by)
    select v.id, v.company_id, 'Daily ' || v.n, v.id, m.id, array['z1', 'z2'], 'SCRUB', 'STANDARD', 1, 'FULL', 'EDGE_THEN_FILL',
      'CHARGE', 'IDLE', 200 + v.n % 400, now(), now(), 'bench'
    ${ofDevice} join many_maps m on m.company_id = v.company_id and m.place = v.place`);
  await sql.unsafe(`
    insert into schedules (id, company_id, task_id, device_id, kind, start_date, time, weekdays, rrule, timezone, minutes, missed,
      start_latest_min, on_holidays, looked_until, next_due_at, created_at, updated_at, updated_by)
    select v.id, v.company_id, v.id, v.id, 'DAILY', '2020-01-01', '08:00', '{}', '', 'UTC', 60, 'SKIP', 0, 'RUN', now(),
      now() + (v.n % 24) * interval '1 hour', now(), now(), 'bench' ${ofDevice}`);
}

async function insertStarts(sql: Sql) {
  const start = `from (select v.*, ${n} as n from devices v) v, generate_series(0, ${days}) day,
    lateral (select now() - day * interval '1 day' - (1 + v.n % 20) * interval '1 hour' as due_at,
      md5(v.id || 'run' || day)::uuid as run_id, (v.n * 7 + day) % 50 = 0 as missed) t`;
  // Triggers count starts and runs one after the other into sums that needs do not read.
  for (const table of ['schedule_starts', 'runs'])
    await sql.unsafe(`alter table ${table} disable trigger user`);
  await sql.unsafe(`
    insert into schedule_starts (id, company_id, schedule_id, task_id, device_id, plan_date, moved, due_at, latest_at, minutes, run_id,
      state, reason)
    select gen_random_uuid(), v.company_id, v.id, v.id, v.id, due_at::date, false, due_at, due_at, 60, run_id,
      case when missed then 'MISSED' else 'STARTED' end, case when missed then 'BUSY' else '' end ${start}`);
  await sql.unsafe(`
    insert into runs (id, company_id, kind, name, task_id, device_id, origin, state, by, plan, phases, created_at, started_at, ended_at)
    select run_id, v.company_id, 'CLEANING', 'Daily', v.id, v.id, 'SCHEDULE', 'SUCCESS', 'bench', '{"areas": []}', '[]', due_at, due_at,
      due_at + interval '50 minutes' ${start} where not missed`);
  for (const table of ['schedule_starts', 'runs'])
    await sql.unsafe(`alter table ${table} enable trigger user`);
}

async function insertStates(sql: Sql) {
  await sql.unsafe(`
    update device_live l set live = jsonb_build_object('consumables', jsonb_build_object('at', '2029-01-01T00:00:00.000Z', 'value', (
      select jsonb_agg(jsonb_build_object('id', part, 'remainingPct', case when v.n % 67 = 0 and part = 'filter' then 0 else 40 end))
      from unnest(array['sideBrush', 'mainBrush', 'filter', 'squeegee']) part)), 'deviceId', v.id),
      since = now() - interval '3 hours', last_seen_at = now() - interval '3 hours',
      state = case when v.n % 40 = 0 then 'OFFLINE' else 'ONLINE' end
    ${ofDevice} where v.id = l.id`);
  await sql.unsafe(
    `update devices v set usable_until = now() + (${n} % 900) * interval '1 day' where ${n} % 3 = 0`,
  );
  await sql.unsafe(`
    insert into device_sections (id, company_id, device_id, name, version, hash, document, state, code, changed_at, changed_by,
      reported_hash, reported_status, told)
    select gen_random_uuid(), v.company_id, v.id, name, 1, '', jsonb_build_object('text', repeat('x', 600)),
      case when (v.n + length(name)) % 113 = 0 then 'SYNC_FAILED' else 'IN_SYNC' end, 'TIMED_OUT', now(), 'bench', '', '', true
    ${ofDevice}, unnest(array['settings', 'consumables', 'tasks', 'schedules']) name`);
  await sql.unsafe(`
    insert into network_cards (id, company_id, iccid, status, expires_at, created_at, updated_at, updated_by)
    select gen_random_uuid(), v.company_id, '8986' || lpad(v.n::text, 15, '0'), 'ACTIVATED', now() + (v.n % 800) * interval '1 day', now(), now(),
      'bench' ${ofDevice}`);
}

async function insertAlarms(sql: Sql) {
  await sql.unsafe(`
    insert into alarms (id, company_id, device_id, source, identity, code, level, type, text, refs, raised_at, arrived_at, cleared_at)
    select gen_random_uuid(), v.company_id, v.id, 'ROBOT', x::text, (array['20110', '40101', '10110', '20103'])[1 + x % 4],
      2 + x % 4, 'X', 'X', '{}', at, at, case when x = 0 and v.n % 23 = 0 then null else at + interval '20 minutes' end
    ${ofDevice}, generate_series(0, ${oldAlarms}) x, lateral (select now() - x * interval '1 day' - v.n % 20 * interval '1 hour' as at) t`);
}

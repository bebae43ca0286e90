import { createHash } from 'node:crypto';
import { sceneKinds } from '@sweepline/contract';
import type { Sql } from 'postgres';

const token = 'screen_of_the_bench';
const [sites, openRuns, openAlarms] = [400, 300, 50];

/** Sites with coordinates for the robots of a company, their work of a week, and a display of all scenes; returns its token. */
export async function insertScreen(sql: Sql, company: string, sceneSeconds: number): Promise<string> {
  await sql`insert into sites (id, company_id, name, address, timezone, latitude, longitude, created_at)
    select gen_random_uuid(), ${company}, 'Site ' || n, '', 'UTC', -35 + n * 97 % 95, -120 + n * 61 % 260, now()
    from generate_series(1, ${sites}) n`;
  await sql`alter table devices disable trigger devices_moved`;
  await sql`update devices v set site_id = s.id from (select id, row_number() over (order by id) as n from devices where company_id = ${company}) d,
      (select id, row_number() over (order by name) as n from sites where company_id = ${company} and name like 'Site %') s
    where v.id = d.id and s.n = 1 + d.n % ${sites}`;
  await sql`alter table devices enable trigger devices_moved`;
  await sql`insert into runs (id, company_id, kind, name, device_id, origin, state, by, plan, phases, cleaned_m2, planned_m2, coverage, created_at, started_at)
    select gen_random_uuid(), company_id, 'CLEANING', 'Daily', id, 'SCHEDULE', 'IN_PROGRESS', 'bench', '{"areas": []}', '[]', 120, 400, 0.3, now(), now()
    from devices where company_id = ${company} order by id limit ${openRuns}`;
  await sql`insert into alarms (id, company_id, device_id, source, identity, code, level, type, text, refs, raised_at, arrived_at)
    select gen_random_uuid(), company_id, id, 'ROBOT', '1', '20110', 3, 'X', 'X', '{}', now(), now()
    from devices where company_id = ${company} order by id desc limit ${openAlarms}`;
  await sql`insert into task_reports (id, company_id, device_id, result, code, started_at, ended_at, planned_m2, cleaned_m2, seconds, areas, phases,
      pauses, alarm_ids, missed, consumables, coverage_files, received_at)
    select gen_random_uuid(), company_id, id, 'SUCCESS', '', at, at + interval '50 minutes', 400, 320, 3000, '[]', '[]', '[]', '[]', '[]', '[]', '[]', at
    from (select * from devices where company_id = ${company} order by id limit 500) v, generate_series(0, 6) day,
      lateral (select now() - day * interval '1 day' - interval '1 hour' as at) t`;
  await sql`insert into screens (id, company_id, name, token_hash, scenes, lang, area, volume, created_at, created_by, updated_at, updated_by)
    values (gen_random_uuid(), ${company}, 'Wall', ${createHash('sha256').update(token).digest('hex')},
      ${sql.json(sceneKinds.map((kind) => ({ kind, seconds: sceneSeconds })))}, 'en', 'M2', 'LITRE', now(), 'bench', now(), 'bench')`;
  return token;
}

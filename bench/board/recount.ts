import postgres, { type Sql } from 'postgres';
import {
  checkStatistics,
  rebuildStatistics,
} from '../../apps/server/src/features/figures/statistics/statistics-recount.ts';
import { createDb, inScope } from '../../apps/server/src/platform/db/db.ts';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { seedManyDevices } from '../../seeds/many-devices.ts';
import type { Measure } from '../measure/report.ts';
import { insertSites } from './world.ts';

const world = { devices: 300, companies: 20, large: 60, equal: { companies: 4, devices: 10 } };
const days = 20;
const statementTimeoutMs = 3_600_000;

/** The sums that triggers made of reports, connections, planned starts and battery samples against a recount. */
export async function recounted(url: string): Promise<Measure> {
  await seedManyDevices(url, { ...world, password: 'bench-of-the-board' });
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  await sql`update online_marks set at = now() - ${days + 1}::int * interval '1 day'`;
  await sql`update online_states s set since = m.at from online_marks m where m.device_id = s.id`;
  await insertSites(sql);
  for (let ago = days; ago > 0; ago--) await insertDay(sql, ago);
  await correct(sql);
  await insertSamples(sql);
  await sql.end();
  const db = createDb(url, { connections: 1, statementTimeoutMs });
  const startedMs = performance.now();
  const [kept, rebuilt] = await inScope(db, '*', async (tx) => {
    const before = await checkStatistics(tx);
    await rebuildStatistics(tx);
    return [before, await checkStatistics(tx)] as const;
  });
  await db.close();
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  return {
    goalName: 'P9',
    what: 'differences of the sums that triggers made from a recount, before and after a rebuild',
    value: kept.differences + rebuilt.differences,
    unit: '',
    goal: 0,
    good: 'atMost',
    detail: `${kept.reports} reports in ${kept.sums} sums with connections, planned starts, runs, alarms and battery; recounted and rebuilt in ${seconds} s`,
  };
}

const robots = `(select v.*, right(id::text, 12)::int as n from devices v) v`;

/** A day of each robot: its connection, a planned start with its run, an alarm, and two reports, one in seven of them late by days. */
async function insertDay(sql: Sql, ago: number) {
  const day = `(current_date - ${ago})`;
  await sql.unsafe(`insert into device_events (id, company_id, device_id, at, kind, before, after)
    select gen_random_uuid(), company_id, id, ${day} + (x * 5 + n % 4) * interval '1 hour', 'CONNECTION', '',
      (array['ONLINE', 'SLEEP', 'OFFLINE'])[1 + (x + n) % 3] from ${robots}, generate_series(0, 3) x`);
  await sql.unsafe(`insert into schedule_starts (id, company_id, schedule_id, task_id, device_id, plan_date, moved, due_at, latest_at, minutes,
      run_id, state)
    select gen_random_uuid(), company_id, id, id, id, ${day}, false, at, at, 60, md5(id || '${ago}')::uuid,
      (array['MISSED', 'STARTED', 'STARTED', 'SKIPPED'])[1 + (n + ${ago}) % 4] from ${robots}, lateral (select ${day} + interval '6 hours' as at) t`);
  await sql.unsafe(`insert into runs (id, company_id, kind, name, task_id, device_id, origin, state, by, plan, phases, created_at)
    select run_id, company_id, 'CLEANING', 'Daily', task_id, device_id, 'SCHEDULE', 'IN_PROGRESS', 'bench', '{"areas": []}', '[]', due_at
    from schedule_starts where plan_date = ${day} and state = 'STARTED'`);
  await sql.unsafe(`update runs set state = (array['SUCCESS', 'FAILED', 'INTERRUPTED'])[1 + ${ago} % 3], ended_at = created_at + interval '1 hour'
    where created_at >= ${day}`);
  await sql.unsafe(`insert into alarms (id, company_id, device_id, source, identity, code, level, type, text, refs, raised_at)
    select gen_random_uuid(), company_id, id, 'ROBOT', '${ago}', '20110', n % 4, 'X', 'X', '{}', ${day} + n % 24 * interval '1 hour' from ${robots}`);
  await sql.unsafe(`insert into task_reports (id, company_id, device_id, result, code, started_at, ended_at, planned_m2, cleaned_m2, seconds,
      cleaning_seconds, water_l, energy_wh, areas, phases, pauses, alarm_ids, missed, consumables, coverage_files, received_at)
    select case when x = 0 then md5(id || '${ago}')::uuid else gen_random_uuid() end, company_id, id,
      (array['SUCCESS', 'PARTIAL', 'FAILED'])[1 + (n + x) % 3], '', at, at + interval '50 minutes', 400, 300 + n % 200, 3000, 2000,
      case when n % 3 > 0 then 20.37 end, 400 + n % 77, '[]', '[]', '[]', '[]', '[]', '[]', '[]', at + interval '1 hour'
    from ${robots}, generate_series(0, 1) x,
      lateral (select ${day} + (6 + x * 8) * interval '1 hour' - case when (n + ${ago}) % 7 = 0 then interval '4 days' else interval '0' end as at) t`);
}

/** Corrected and deleted reports and alarms, robots and sites that move, an event before others, and one that never was. */
async function correct(sql: Sql) {
  const some = (row: string, of: number) => `right(${row}::text, 2) like '${of}%'`;
  await sql.unsafe(`update task_reports set cleaned_m2 = cleaned_m2 + 7 where ${some('id', 1)}`);
  await sql.unsafe(`delete from task_reports where ${some('id', 2)}`);
  await sql.unsafe(
    `update alarms set level = level + 1, raised_at = raised_at - interval '5 hours' where ${some('id', 1)}`,
  );
  await sql.unsafe(`delete from alarms where ${some('id', 2)}`);
  await sql.unsafe(`update devices set site_id = null, updated_at = now() where ${some('id', 3)}`);
  await sql`update sites set timezone = 'America/New_York', updated_at = now() where timezone = 'Asia/Shanghai'`;
  await sql.unsafe(`insert into device_events (id, company_id, device_id, at, kind, before, after)
    select gen_random_uuid(), company_id, id, now() - interval '9 days', 'CONNECTION', '', 'SLEEP' from devices where ${some('id', 4)}`);
  await sql.unsafe(`delete from device_events where ${some('id', 5)}`);
}

/** The battery of the last day, a robot after the other and the last hours first. */
async function insertSamples(sql: Sql) {
  await sql`select keep_device_history(current_date, 2, 90)`;
  for (const part of [0, 1])
    await sql`insert into device_history (company_id, device_id, at, soc, alarm_level)
      select company_id, id, now() - (x * 2 + ${part}::int) * interval '5 minutes', 50 + (x * 7) % 40, 0 from devices, generate_series(0, 144) x`;
}

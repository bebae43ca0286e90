import type { Sql } from 'postgres';
import { median, type Measure } from '../measure/report.ts';
import { took } from './took.ts';

/** An event of each robot in one statement, as the gateway stores a batch. */
const insertBatch = (sql: Sql, at: string, after: string) =>
  sql`insert into device_events (id, company_id, device_id, at, kind, before, after)
    select gen_random_uuid(), company_id, id, ${at}::timestamptz, 'CONNECTION', '', ${after} from devices`;

/** What the sums cost when an event of each robot is stored. The marks of the fleet begin with the year. */
export async function eventsMeasured(sql: Sql, rounds: number): Promise<Measure> {
  await sql`update online_marks set at = '2029-01-01'`;
  await sql`update online_states set since = '2029-01-01'`;
  const batches = async (hour: number) => {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++)
      times.push(
        await took(() =>
          insertBatch(sql, `2029-01-01 ${hour}:0${round}:00+00`, round % 2 ? 'OFFLINE' : 'ONLINE'),
        ),
      );
    return median(times);
  };
  const counted = await batches(10);
  await sql`alter table device_events disable trigger user`;
  const bareMs = await batches(11);
  await sql`alter table device_events enable trigger user`;
  await sql`truncate device_events`;
  return {
    goalName: 'P3',
    what: 'storing an event of each robot with its sums, against without',
    value: counted / bareMs,
    unit: '×',
    goal: 10,
    good: 'atMost',
    detail: `${counted.toFixed(0)} ms against ${bareMs.toFixed(0)} ms for one event of each robot`,
  };
}

/** A connection, its loss and a planned start of each robot on each day, and the battery of the last day. The rebuild counts them. */
export async function insertEvents(sql: Sql, days: number) {
  for (const table of ['device_events', 'schedule_starts'])
    await sql.unsafe(`alter table ${table} disable trigger user`);
  for (let day = 0; day < days; day++) {
    const at = `timestamptz '2029-01-01 00:00+00' + ${day} * interval '1 day'`;
    await sql.unsafe(`insert into device_events (id, company_id, device_id, at, kind, before, after)
      select gen_random_uuid(), company_id, id, ${at} + x * interval '9 hours', 'CONNECTION', '', (array['ONLINE', 'SLEEP', 'OFFLINE'])[1 + x]
      from devices, generate_series(0, 2) x`);
    await sql.unsafe(`insert into schedule_starts (id, company_id, schedule_id, task_id, device_id, plan_date, moved, due_at, latest_at, minutes, run_id, state)
      select gen_random_uuid(), company_id, id, id, id, (${at})::date, false, ${at}, ${at}, 60, gen_random_uuid(),
        (array['MISSED', 'STARTED', 'SKIPPED'])[1 + (${day} + right(id::text, 4)::int) % 3] from devices`);
  }
  for (const table of ['device_events', 'schedule_starts'])
    await sql.unsafe(`alter table ${table} enable trigger user`);
  await sql`select keep_device_history(current_date, 2, 90)`;
  await sql`insert into device_history (company_id, device_id, at, soc, alarm_level)
    select company_id, id, now() - x * interval '10 minutes', 50 + (x * 7) % 40, 0 from devices, generate_series(0, 144) x`;
}

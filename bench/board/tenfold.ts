import postgres, { type Sql } from 'postgres';
import { rebuildStatistics } from '../../apps/server/src/features/figures/statistics/statistics-recount.ts';
import { createDb, inScope } from '../../apps/server/src/platform/db/db.ts';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { seedManyDevices } from '../../seeds/many-devices.ts';
import { median, report } from '../measure/report.ts';
import type { askAs } from './ask.ts';
import { atOnce, type Turns } from './at-once.ts';
import { boardPairs, type Days } from './board-pairs.ts';
import { insertSites } from './world.ts';

const world = { devices: 500, companies: 20, large: 100, equal: { companies: 4, devices: 20 } };
const days = 60;
const statementTimeoutMs = 3_600_000;

interface Parts {
  create(name: string): Promise<string>;
  serve(url: string): Promise<(person: number) => ReturnType<typeof askAs>>;
  turns: Turns;
}

/** Each call of the board over ten times the reports and runs of the same robots and days. */
export async function tenfold({ create, serve, turns }: Parts): Promise<void> {
  const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const period = { from: dayOf(days), to: dayOf(1) };
  const sides = [];
  for (const [name, reports] of [
    ['single', 1],
    ['tenfold', 10],
  ] as const) {
    const url = await create(name);
    await insertWork(url, reports);
    sides.push(callsOf(url, await serve(url), period, turns.people));
  }
  const [single, ten] = [sides[0]!, sides[1]!];
  for (const [index, { what }] of single.pairs.entries()) {
    const timesOf = async (side: typeof single) =>
      median(await atOnce(turns.people, turns.ms, (person) => side.ask(person, index)));
    const [alone, more]: [number[], number[]] = [[], []];
    await Promise.all([single.ask(0, index), ten.ask(0, index)]);
    for (let round = 0; round < turns.rounds; round++) {
      alone.push(await timesOf(single));
      more.push(await timesOf(ten));
    }
    report([
      {
        goalName: 'P9',
        what: `${what}, ten times the reports, ${turns.people} people at once, p50`,
        value: median(more.map((ms, round) => ms / alone[round]!)),
        unit: '×',
        goal: 1.5,
        good: 'atMost',
        detail: `${median(more).toFixed(1)} ms against ${median(alone).toFixed(1)} ms; ${world.devices} robots`,
      },
    ]);
  }
  await Promise.all([single.end(), ten.end()]);
}

/** The calls of the board over one database, for each person. */
function callsOf(
  url: string,
  personOf: (person: number) => ReturnType<typeof askAs>,
  period: Days,
  people: number,
) {
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  const each = Array.from({ length: people }, (_, n) => boardPairs(sql, personOf(n), period, `${days} days`));
  return {
    pairs: each[0]!,
    ask: (person: number, index: number) => each[person]![index]!.ours(),
    end: () => sql.end(),
  };
}

/** Days with so many reports and runs of each robot, and their sums. */
async function insertWork(url: string, reports: number) {
  await seedManyDevices(url, { ...world, password: 'bench-of-the-board' });
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  await insertSites(sql);
  // Triggers count single reports; the rebuild counts all of them together.
  for (const table of ['task_reports', 'runs']) await sql.unsafe(`alter table ${table} disable trigger user`);
  await insertReports(sql, reports);
  for (const table of ['task_reports', 'runs']) await sql.unsafe(`alter table ${table} enable trigger user`);
  const db = createDb(url, { connections: 1, statementTimeoutMs });
  await inScope(db, '*', rebuildStatistics);
  await db.close();
  await sql.unsafe('vacuum analyze');
  await sql.end();
}

/** A robot has the same mode all day, so that both sides differ by their reports alone. */
async function insertReports(sql: Sql, reports: number) {
  const each = `(select gen_random_uuid() as id, v.id as device_id, company_id, right(v.id::text, 12)::int as n, run, day,
      day + run * interval '80 minutes' as at
    from devices v, generate_series(0, ${reports - 1}) run, generate_series(current_date - ${days}, current_date - 1, interval '1 day') day) w`;
  await sql.unsafe(`insert into task_reports (id, company_id, device_id, result, code, started_at, ended_at, planned_m2, cleaned_m2, seconds,
      cleaning_seconds, water_l, energy_wh, areas, phases, pauses, alarm_ids, missed, consumables, coverage_files, received_at)
    select id, company_id, device_id, 'SUCCESS', '', at, at + interval '50 minutes', 400, 300, 3000, 2000, 20.37, 400,
      json_build_array(json_build_object('areaId', 'z', 'cleaningMode', (array['SWEEP', 'MOP', 'SCRUB'])[1 + (n + extract(day from day)::int) % 3]))::jsonb,
      '[]', '[]', '[]', '[]', '[]', '[]', at + interval '1 hour' from ${each}`);
  await sql.unsafe(`insert into runs (id, company_id, kind, name, device_id, origin, state, by, plan, phases, created_at, started_at, ended_at)
    select id, company_id, 'CLEANING', 'Daily', device_id, 'SCHEDULE', 'SUCCESS', 'bench', '{"areas": []}', '[]', at, at, at + interval '50 minutes'
    from ${each}`);
}

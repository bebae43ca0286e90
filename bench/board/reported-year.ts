import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import {
  checkStatistics,
  rebuildStatistics,
} from '../../apps/server/src/features/figures/statistics/statistics-recount.ts';
import { inScope, createDb } from '../../apps/server/src/platform/db/db.ts';
import { connectionOf } from '../../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded/postgres.ts';
import { seedManyDevices } from '../../seeds/many-devices.ts';
import { askAs } from './ask.ts';
import { boardPairs } from './board-pairs.ts';
import { eventsMeasured, insertEvents } from '../dashboard/board-events.ts';
import { took } from '../dashboard/took.ts';
import { median, report, type Measure } from '../measure/report.ts';
import { createDatabase } from '../world/create-database.ts';

const rounds = 7;
const whole = {
  devices: 10_000,
  companies: 200,
  large: 1_300,
  equal: { companies: 16, devices: 50 },
  days: 365,
};
const part = { devices: 300, companies: 20, large: 60, equal: { companies: 4, devices: 10 }, days: 60 };
/** Two runs per robot and day: 7.3 million per year. */
const runsADay = 2;
const statementTimeoutMs = 3_600_000;
const tokenOf = (n: number) => `token of company ${n}`;

/** Figures of the home page over a year of 10,000 robots against the bare SQL query, and a recount. */
export async function reportedYear(args: readonly string[]) {
  const world = args.includes('--small') ? part : whole;
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-bench-'));
  // Readable for the unprivileged user of PostgreSQL.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  try {
    const url = await createDatabase(database.url, 'dashboard');
    const empty = await createDatabase(database.url, 'empty');
    await seedManyDevices(url, { ...world, password: 'bench-of-a-year', tokenOf });
    const [address, options] = connectionOf(url);
    const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
    const eventCost = await eventsMeasured(sql, rounds);
    await insertYear(sql, world.days);
    await insertEvents(sql, world.days);
    const measures = [await recounted(url), eventCost];
    await sql.unsafe(
      'vacuum analyze site_days, device_days, devices, online_days, start_days, battery_hours',
    );
    const api = fork(join(import.meta.dirname, '../list/our-process.ts'), {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    api.send({ api: url, gateway: empty });
    const [port] = (await once(api, 'message')) as [number];
    measures.push(...(await measured(sql, port)));
    report(measures);
    api.send('stop');
    await once(api, 'exit');
    await sql.end();
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Inserts two reports per robot and day for a year; some values are unknown and a few implausible. */
async function insertYear(sql: Sql, days: number) {
  // Triggers count single reports; here the measured rebuild counts them afterwards.
  await sql`alter table task_reports disable trigger user`;
  for (let day = 0; day < days; day++) {
    await sql.unsafe(`
      insert into task_reports (id, company_id, device_id, result, code, started_at, ended_at, planned_m2, cleaned_m2, seconds,
        cleaning_seconds, distance_m, water_l, energy_wh, areas, phases, pauses, alarm_ids, missed, consumables, coverage_files, received_at)
      select gen_random_uuid(), v.company_id, v.id, (array['SUCCESS', 'SUCCESS', 'SUCCESS', 'PARTIAL', 'FAILED'])[1 + x % 5], '',
        at, at + interval '50 minutes', 400 + x % 300, case when x % 211 = 0 then 9000 else 300 + x % 100 end, 3000, 2000 + x % 500,
        900 + x % 90, case when x % 3 = 0 then null else 20 + x % 17 + 0.37 end, 400 + x % 77,
        json_build_array(json_build_object('areaId', 'z', 'cleaningMode', (array['SWEEP', 'MOP', 'SCRUB'])[1 + x % 3]))::jsonb,
        '[]', '[]', '[]', '[]', '[]', '[]', at + interval '1 hour'
      from (select row_number() over (order by id)::int as n, id, company_id from devices) v, generate_series(0, ${runsADay - 1}) run,
        lateral (select (v.n * 7919 + ${day} * 31 + run * 17) % 10007 as x,
          timestamptz '2029-01-01 06:00+00' + ${day} * interval '1 day' + run * interval '8 hours' as at) t`);
  }
  await sql`alter table task_reports enable trigger user`;
}

async function recounted(url: string): Promise<Measure> {
  const db = createDb(url, { connections: 1, statementTimeoutMs });
  const startedMs = performance.now();
  const state = await inScope(db, '*', async (tx) => {
    await rebuildStatistics(tx);
    return await checkStatistics(tx);
  });
  await db.close();
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  return {
    goalName: 'P9',
    what: 'differences from a recount',
    value: state.differences,
    unit: '×',
    goal: 0,
    good: 'atMost',
    detail: `${state.reports} reports in ${state.sums} sums, rebuilt and recounted in ${seconds} s`,
  };
}

const year = { from: '2029-01-01', to: '2029-12-31' };

async function measured(sql: Sql, port: number): Promise<Measure[]> {
  const pairs = boardPairs(sql, askAs(port, tokenOf(0)), year, 'a year');
  const measures: Measure[] = [];
  for (const { what, theirs, ours } of pairs) {
    await theirs();
    await ours();
    const [a, b]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      a.push(await took(theirs));
      b.push(await took(ours));
    }
    const ratios = b.map((ms, round) => ms / a[round]!);
    measures.push({
      goalName: 'P9',
      what,
      value: median(ratios),
      unit: '×',
      goal: 3,
      good: 'atMost',
      detail: `${median(b).toFixed(1)} ms against ${median(a).toFixed(1)} ms of the bare query`,
    });
  }
  return measures;
}

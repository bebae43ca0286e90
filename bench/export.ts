import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import postgres from 'postgres';
import { exportReports } from '../apps/server/src/features/work/reports/report-export.ts';
import type { Ctx } from '../apps/server/src/platform/calls/ctx.ts';
import { createDb, type Db } from '../apps/server/src/platform/db/db.ts';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { median, report } from './measure/report.ts';

const rounds = 5;
const company = '01900000-0000-7000-8000-00000000c0c0';
const device = '01900000-0000-7000-8000-00000000d0d0';
/** The exported month; it contains all rows. */
const month = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-31T23:59:59.000Z' };

/** CSV export of a month of a large customer against `psql` COPY of the same rows. */
export async function run(args: readonly string[]) {
  const rows = args.includes('--small') ? 60_000 : 620_000;
  const folder = mkdtempSync(join(tmpdir(), 'export-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  try {
    await migrateDatabase(database.url);
    await insertRows(database.url, rows);
    const db = createDb(database.url, { connections: 4 });
    const [ours, theirs, memory]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const copied = await consume(() => copyOf(database.url));
      const exported = await consume(() => exportOf(db));
      if (copied.lines !== rows || exported.lines !== rows + 1)
        throw new Error(`of ${rows} rows COPY told ${copied.lines} and the export ${exported.lines - 1}`);
      theirs.push(copied.ms);
      ours.push(exported.ms);
      memory.push(exported.moreMb);
    }
    await db.close();
    report([
      {
        goalName: 'P10',
        what: `CSV of ${rows} reports against psql COPY`,
        unit: '×',
        goal: 2.5,
        value: median(ours) / median(theirs),
        good: 'atMost',
        detail: `${(median(ours) / 1000).toFixed(1)} s against ${(median(theirs) / 1000).toFixed(1)} s`,
      },
      {
        goalName: 'P10',
        what: 'memory while exporting, above the program at rest',
        unit: 'MB',
        value: Math.max(...memory),
        goal: 64,
        good: 'atMost',
      },
    ]);
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Inserts rows with triggers off; only reading is measured. */
async function insertRows(url: string, rows: number) {
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1 });
  const plan = JSON.stringify({
    cleaningMode: 'SCRUB',
    strength: 'STANDARD',
    repetitions: 1,
    strategy: 'FULL',
    pattern: '',
    finish: 'CHARGE',
    areas: [],
    toolWidthM: 0.5,
  });
  await sql`set session_replication_role = replica`;
  await sql`insert into companies (id, name, type, path, created_at, updated_at, updated_by)
    values (${company}, 'Airport', 1, ${company}, now(), now(), 'bench')`;
  await sql`insert into devices (id, company_id, sn, nickname, secret_hash, manufacturer, model, protocol, binding, created_at, updated_at, updated_by)
    values (${device}, ${company}, 'J30-0001', 'Hall, "east"', 'x', 'JBOT', 'J30', 'v3', 'ACTIVATED', now(), now(), 'bench')`;
  await sql`insert into runs (id, company_id, kind, name, device_id, origin, state, by, plan, phases, created_at)
    select ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, ${company}, 'CLEANING', 'Arcade ' || n, ${device},
      'CLOUD', 'SUCCESS', 'system', ${plan}::text::jsonb, '[]', now() from generate_series(1, ${rows}) n`;
  await sql`insert into task_reports (id, company_id, device_id, result, code, started_at, ended_at, planned_m2, cleaned_m2,
      uncleaned_m2, coverage, seconds, cleaning_seconds, distance_m, water_l, energy_wh, soc_start, soc_end, charges, replenishes,
      mop_washes, areas, phases, pauses, alarm_ids, consumables, coverage_files, received_at)
    select ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, ${company}, ${device}, 'SUCCESS', '',
      ${month.from}::timestamptz + n * interval '4 seconds', ${month.from}::timestamptz + n * interval '4 seconds' + interval '1 hour',
      400, 390.25, 9.75, 0.9756, 3600, 3300, 812.5, 41.25, 310, 98, 61.5, 0, 0, 0, '[]', '[]', '[]', '[]', '[]', '[]', now()
    from generate_series(1, ${rows}) n`;
  await sql.unsafe('vacuum analyze task_reports; vacuum analyze runs').catch(async () => {
    await sql.unsafe('analyze task_reports');
    await sql.unsafe('analyze runs');
  });
  await sql.end();
}

/** The query of the export: same columns, rows and joins. */
const query = `select r.id, u.name as task, d.nickname, d.sn, c.name as company, s.name as site, m.name as map, r.result, r.code,
  u.plan ->> 'cleaningMode' as mode, u.plan ->> 'strength' as strength, r.started_at, r.ended_at, r.planned_m2, r.cleaned_m2,
  r.uncleaned_m2, r.coverage, r.seconds, r.cleaning_seconds, r.cleaned_m2 * 3600 / r.cleaning_seconds as rate, r.distance_m,
  r.water_l, r.dirty_water_l, r.energy_wh, r.soc_start, r.soc_end, r.charges, r.replenishes, r.mop_washes, r.flags
  from task_reports r join runs u on u.id = r.id join devices d on d.id = r.device_id join companies c on c.id = r.company_id
  left join maps m on m.id::text = r.map_id left join sites s on s.id = m.site_id
  where r.company_id = '${company}' and r.started_at between '${month.from}' and '${month.to}' order by r.started_at, r.id`;

/** Output of `psql` as a separate process. */
function copyOf(url: string): Readable {
  const [address, options] = connectionOf(url);
  const settings: Record<string, unknown> = { ...options };
  const host = typeof settings['host'] === 'string' ? settings['host'] : new URL(address ?? url).hostname;
  const parsed = new URL(url);
  const socket = parsed.searchParams.get('host') ?? host;
  const child = spawn(
    'psql',
    [
      ...['-h', socket, '-p', parsed.searchParams.get('port') ?? (parsed.port || '5432')],
      ...[
        '-U',
        decodeURIComponent(parsed.username) || 'postgres',
        '-d',
        parsed.pathname.slice(1) || 'postgres',
      ],
      ...['-X', '-q', '-c', `copy (${query.replaceAll('\n', ' ')}) to stdout (format csv)`],
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, PGPASSWORD: decodeURIComponent(parsed.password) },
    },
  );
  return child.stdout;
}

/** The stream of the export call, within the tenant scope of the company. */
const exportOf = (db: Db): Readable => {
  // The export uses only the database and the scope of its context.
  const ctx = { services: { db }, account: { scope: [company] } } as unknown as Ctx;
  return exportReports(ctx, month).open();
};

/** Reads a stream to its end; returns lines, duration and additional memory. */
async function consume(open: () => Readable): Promise<{ lines: number; ms: number; moreMb: number }> {
  globalThis.gc?.();
  const restingMb = process.memoryUsage().rss / 2 ** 20;
  const startedMs = performance.now();
  let [lines, peakMb] = [0, restingMb];
  for await (const chunk of open()) {
    const bytes = Buffer.from(chunk as Buffer);
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++;
    peakMb = Math.max(peakMb, process.memoryUsage().rss / 2 ** 20);
  }
  return { lines, ms: performance.now() - startedMs, moreMb: peakMb - restingMb };
}

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceCalls, urlOf } from '@sweepline/contract';
import postgres from 'postgres';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { connectionOf, withDatabase } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { unseenLive } from '../apps/server/src/features/devices/devices/device-service.ts';
import { companyId, seedManyDevices } from '../seeds/many-devices.ts';
import { firstOf } from './fleet/members.ts';
import type { Weight } from './fleet/weigh.ts';
import { ask, type Target } from './list/load.ts';
import { rowsSql, totalSql, type BareList } from './list/query.ts';
import { median, report } from './measure/report.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const few = 10_000;
const many = Number(process.env['FLEET'] ?? 100_000);
const tokenOf = (n: number) => `token of company ${n}`;
const states = ['ONLINE', 'SLEEP', 'OFFLINE'];

/**
 * The time from the start of the process to the first answered list, with 10,000 and with 100,000 registered robots, and
 * against bare Node with `pg`. The robots have live states, factsheets and settings, but are not connected.
 */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'start-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  try {
    const urls = {
      none: await world(database.url, 'none', 0),
      few: await world(database.url, 'few', few),
      many: await world(database.url, 'many', many),
    };
    const start = (url: string) =>
      startOnce(
        'scripts/run-bundled.ts',
        ['bench/start/server-process.ts', url, join(folder, 'data')],
        ourList,
      );
    const took = { bare: [] as Started[], few: [] as Started[], many: [] as Started[] };
    const empty = await start(urls.none);
    for (let round = 0; round < rounds; round += 1) {
      took.bare.push(await startOnce('bench/list/bare-process.ts', [], bareList, bareOf(urls.few)));
      took.few.push(await start(urls.few));
      took.many.push(await start(urls.many));
    }
    printReport(took, empty);
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Started {
  ms: number;
  /** Until every robot is adopted; unknown of the bare process. */
  adoptedMs: number;
  weight: Weight;
}

const ourList = (port: number): Target => ({
  port,
  path: urlOf(deviceCalls.list),
  headersOf: () => ({ authorization: tokenOf(2) }),
  body: { page: 1, pageSize: 20 },
});
const bareOf = (databaseUrl: string): BareList => ({ databaseUrl, rowsSql, totalSql });
const bareList = (port: number): Target => ({
  port,
  path: '/',
  headersOf: () => ({ 'x-company': companyId(2) }),
  body: { states, page: 1, pageSize: 20 },
});

/** Starts a process, waits for its first list and kills it. */
async function startOnce(
  file: string,
  args: readonly string[],
  listOf: (port: number) => Target,
  message?: BareList,
): Promise<Started> {
  const startedMs = performance.now();
  const child = fork(join(import.meta.dirname, '..', file), args, {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  try {
    if (message !== undefined) child.send(message);
    const port = await firstOf<number>(child);
    const { code } = await ask(new Agent(), listOf(port), 0);
    if (code !== 200) throw new Error(`the list answered ${code}`);
    const ms = performance.now() - startedMs;
    if (message !== undefined) return { ms, adoptedMs: Number.NaN, weight: { heap: 0, rss: 0 } };
    // The process answers as soon as its robots are adopted.
    const weight = await weigh(child);
    return { ms, adoptedMs: performance.now() - startedMs, weight };
  } finally {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
}

async function weigh(child: ChildProcess): Promise<Weight> {
  const answer = firstOf<Weight>(child);
  child.send('weigh');
  return await answer;
}

/** A database with registered robots, as they are after some weeks of work. */
async function world(databaseUrl: string, name: string, devices: number): Promise<string> {
  const root = open(databaseUrl);
  await root`create database ${root(name)}`;
  await root.end();
  const url = withDatabase(databaseUrl, name);
  await migrateDatabase(url);
  const sizes = { companies: 200, large: devices / 10, equal: { companies: 16, devices: devices / 100 } };
  await seedManyDevices(url, { ...sizes, devices, password: 'password of the bench', tokenOf });
  const sql = open(url);
  const example = (file: string) =>
    readFileSync(join(import.meta.dirname, '..', 'docs', 'protocol', 'examples', `${file}.json`), 'utf8');
  const { versions } = JSON.parse(example('xReported')) as { versions: Record<string, string> };
  const live = JSON.stringify({
    ...unseenLive(''),
    versions: { value: versions, at: new Date().toISOString() },
  });
  await sql`update device_live set live = jsonb_set(${live}::text::jsonb, '{deviceId}', to_jsonb(id::text))`;
  // As in an installation, the order of the ids is that of the inserts.
  for (const [kind, file, first] of [
    ['FACTSHEET', 'factsheet', '0190d002-0000-7000-8000-'],
    ['REPORTED', 'xReported', '0190d003-0000-7000-8000-'],
  ] as const)
    await sql`insert into device_documents (id, company_id, device_id, kind, hash, document, changed_at)
      select (${first} || right(id::text, 12))::uuid, company_id, id, ${kind}, md5(id::text), ${example(file)}::text::jsonb, now()
      from devices order by id`;
  await sql`vacuum analyze`;
  await sql.end();
  return url;
}

function open(url: string) {
  const [address, options] = connectionOf(url);
  return postgres(address, { ...options, max: 1, onnotice: () => {} });
}

function printReport(took: Record<'bare' | 'few' | 'many', Started[]>, empty: Started): void {
  const ms = (side: keyof typeof took) => median(took[side].map((it) => it.ms));
  const adoptedMs = (side: 'few' | 'many') => median(took[side].map((it) => it.adoptedMs));
  const heap = (side: 'few' | 'many') => median(took[side].map(({ weight }) => weight.heap));
  const ratio = (side: 'few' | 'many', against: 'bare' | 'few') =>
    median(took[side].map((it, round) => it.ms / took[against][round]!.ms));
  const common = { unit: '×', good: 'atMost' } as const;
  const robots = (count: number) => `${count.toLocaleString('en')} registered robots`;
  const eachKb = (heap('many') - empty.weight.heap) / many / 1024;
  report([
    {
      goalName: 'start',
      what: `start to first list with ${robots(many)} against ${robots(few)}`,
      value: ratio('many', 'few'),
      goal: 3,
      ...common,
      detail: `${ms('many').toFixed(0)} ms against ${ms('few').toFixed(0)} ms; every robot adopted after ${adoptedMs('many').toFixed(0)} ms against ${adoptedMs('few').toFixed(0)} ms`,
    },
    {
      goalName: 'P11',
      what: `start to first list with ${robots(few)} against bare Node and pg`,
      value: ratio('few', 'bare'),
      goal: 5,
      ...common,
      detail: `${ms('few').toFixed(0)} ms against ${ms('bare').toFixed(0)} ms`,
    },
    {
      goalName: 'start',
      what: `memory of a registered robot that is not connected, ${robots(many)}`,
      value: eachKb,
      unit: 'KB',
      goal: 10,
      good: 'atMost',
      detail: `heap ${(heap('many') / 2 ** 20).toFixed(0)} MB`,
    },
  ]);
}

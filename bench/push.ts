import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { permissions } from '@sweepline/contract';
import postgres from 'postgres';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { connectionOf, withDatabase } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { companyId, seedManyDevices, smallFleet } from '../seeds/many-devices.ts';
import { addAccounts } from './fleet/accounts.ts';
import { firstOf } from './fleet/members.ts';
import type { Arrived } from './push/browsers-process.ts';
import type { Order } from './push/publish.ts';
import { processorMs } from './measure/processor-time.ts';
import { median, quantile, report } from './measure/report.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const accounts = 25;
const browsersOfAccount = 20;
const browsers = accounts * browsersOfAccount;
const floodMs = 4_000;
/** Twenty robots of one company come or go each second: 10,000 messages a second. */
const paced = { kind: 'pace', ms: 5_000, everyMs: 50 } as const;
const settleMs = 1_000;
const accountToken = (n: number) => `token of browser account ${n}`;

/**
 * Events of robots to 500 browsers of one company, as many as possible, against a bare `ws` server that sends the same text to
 * each socket; and the time that an event is under way when they come at a steady rate.
 */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'push-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const children: ChildProcess[] = [];
  const start = async (file: string, job?: object) => {
    const child = fork(join(import.meta.dirname, file), { env: { ...process.env, NODE_ENV: 'production' } });
    children.push(child);
    if (job) child.send(job);
    return child;
  };
  try {
    const [api, gateway] = [await world(database.url, 'api'), await world(database.url, 'gateway')];
    const permitted = [permissions.deviceList];
    await addAccounts(api, {
      company: companyId(2),
      count: accounts,
      permissions: permitted,
      tokenOf: accountToken,
    });
    const side = async (file: string, job?: object) => {
      const server = await start(file, job);
      const port = await firstOf<number>(server);
      const readers = await start('push/browsers-process.ts', { port, tokens: tokens() });
      await firstOf(readers);
      return { server, readers };
    };
    const bare = await side('push/bare-process.ts');
    const ours = await side('push/our-process.ts', { api, gateway, trustedProxies: 1 });
    await measure(bare, ours);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Side {
  server: ChildProcess;
  readers: ChildProcess;
}

const tokens = () => Array.from({ length: browsers }, (_, n) => accountToken(n % accounts));

/** Carries out an order, and returns what arrived. */
async function order({ server, readers }: Side, what: Order): Promise<Arrived & { cpuUs: number }> {
  const before = processorMs(server.pid!);
  const done = firstOf(server);
  server.send(what);
  await done;
  const cpu = processorMs(server.pid!) - before;
  await pause(settleMs);
  const arrived = firstOf<Arrived>(readers);
  readers.send('what arrived?');
  const answer = await arrived;
  if (answer.silent > 0 || answer.closed > 0)
    throw new Error(`${answer.silent} browsers got nothing, ${answer.closed} were closed`);
  return { ...answer, cpuUs: (cpu * 1_000) / answer.frames };
}

async function measure(bare: Side, ours: Side) {
  const flood: Order = { kind: 'flood', ms: floodMs };
  // The first events wait until every browser is subscribed.
  await pause(settleMs);
  for (const side of [bare, ours]) await order(side, { kind: 'flood', ms: 1_000 });
  const floods: { bare: Arrived & { cpuUs: number }; ours: Arrived & { cpuUs: number } }[] = [];
  const paces: { bare: number; ours: number }[] = [];
  const p99 = ({ tookMs }: Arrived) => quantile(tookMs, 0.99);
  for (let round = 0; round < rounds; round += 1) {
    floods.push({ bare: await order(bare, flood), ours: await order(ours, flood) });
    paces.push({ bare: p99(await order(bare, paced)), ours: p99(await order(ours, paced)) });
  }
  const of = (value: (round: (typeof floods)[number]) => number) => median(floods.map(value));
  const rate = ({ frames }: Arrived) => `${((frames / floodMs) * 1_000).toFixed(0)}/s`;
  const rateOf = (side: 'bare' | 'ours') =>
    rate({ ...floods[0]![side], frames: of((it) => it[side].frames) });
  const cpuOf = (side: 'bare' | 'ours') => `${of((it) => it[side].cpuUs).toFixed(1)} µs`;
  const ms = (side: 'bare' | 'ours') => median(paces.map((it) => it[side]));
  report([
    {
      goalName: 'P5',
      what: `events of robots to ${browsers} browsers against bare ws`,
      value: of((it) => it.ours.frames / it.bare.frames),
      unit: '×',
      goal: 0.5,
      good: 'atLeast',
      detail: `${rateOf('ours')} against ${rateOf('bare')} messages, processor time of each ${cpuOf('ours')} against ${cpuOf('bare')}`,
    },
    {
      goalName: 'P5',
      what: `an event of a robot to ${browsers} browsers, p99`,
      value: ms('ours'),
      unit: 'ms',
      goal: 250,
      good: 'atMost',
      detail: `${1_000 / paced.everyMs} events a second; bare ws ${ms('bare').toFixed(1)} ms`,
    },
  ]);
}

const open = (databaseUrl: string) => {
  const [address, options] = connectionOf(databaseUrl);
  return postgres(address, { ...options, max: 1, onnotice: () => {} });
};

async function world(databaseUrl: string, name: string): Promise<string> {
  const sql = open(databaseUrl);
  await sql`create database ${sql(name)}`;
  await sql.end();
  const url = withDatabase(databaseUrl, name);
  await migrateDatabase(url);
  if (name === 'api') await seedManyDevices(url, { ...smallFleet, password: 'password of the bench' });
  return url;
}

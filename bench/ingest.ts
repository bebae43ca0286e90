import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { newCredential } from '../apps/server/src/features/devices/identity/credential-service.ts';
import { freePort } from '../scripts/start/free-port.ts';
import type { Job, Outcome } from './ingest/publishers.ts';
import { median, report } from './measure/report.ts';

const rounds = 5;
const seconds = 4;
const connections = 1000;
/** Minimum ratio of stored messages to messages that Mosquitto only accepts. */
const goal = 0.2;
const mosquitto = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find(existsSync);

/**
 * Progress messages of 1,000 robots, stored before the acknowledgement, against messages that Mosquitto only acknowledges.
 * Both sides are measured in turns.
 */
export async function run() {
  if (!mosquitto) throw new Error('P3 is measured against Mosquitto, which is not installed here.');
  const folder = mkdtempSync(join(tmpdir(), 'ingest-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  try {
    await migrateDatabase(database.url);
    const robots = await register(database.url);
    const gateway = fork(join(import.meta.dirname, 'ingest', 'gateway-process.ts'));
    gateway.send(database.url);
    const port = await portOf(gateway);
    const broker = await startMosquitto(folder);

    const rates = { ours: [] as number[], theirs: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      rates.theirs.push(await acknowledged({ port: broker.port, seconds, robots }));
      rates.ours.push(await acknowledged({ port, seconds, robots }));
    }
    await verify(database.url, sum(rates.ours) * seconds);

    broker.process.kill();
    gateway.send('stop');
    await once(gateway, 'exit');
    const ratios = rates.ours.map((rate, round) => rate / rates.theirs[round]!);
    report([
      {
        goalName: 'P3',
        what: '1,000 robots, QoS 1, stored before the acknowledgement',
        value: median(ratios),
        unit: '×',
        goal,
        good: 'atLeast',
        detail: `${Math.round(median(rates.ours))} stored/s, Mosquitto accepts ${Math.round(median(rates.theirs))}/s; the triggers of all sums on`,
      },
    ]);
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function register(url: string): Promise<Job['robots']> {
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  const company = '0190d000-0000-7000-8000-000000000001';
  const robots = Array.from({ length: connections }, (_, i) => ({
    sn: `J30C${String(i).padStart(4, '0')}`,
    ...newCredential(),
  }));
  await sql`insert into companies (id, name, type, path, created_at, updated_at, updated_by)
    values (${company}, 'Bench', 0, ${`${company}/`}, now(), now(), 'bench')`;
  await sql`insert into devices (id, company_id, sn, manufacturer, model, protocol, nickname, binding, secret_hash, created_at, updated_at, updated_by)
    select gen_random_uuid(), ${company}, sn, 'JBOT', 'J30', 'v3', sn, 'ACTIVATED', hash, now(), now(), 'bench'
    from unnest(${robots.map(({ sn }) => sn)}::text[], ${robots.map(({ secretHash }) => secretHash)}::text[]) as t(sn, hash)`;
  await sql.end();
  return robots.map(({ sn, secret }) => ({ sn, password: secret }));
}

/** The port of the gateway; rejects when it could not start, so that the database is stopped. */
async function portOf(gateway: ChildProcess): Promise<number> {
  const ended = once(gateway, 'exit').then(() => {
    throw new Error('the gateway did not start; what it said is above');
  });
  const [port] = (await Promise.race([once(gateway, 'message'), ended])) as [number];
  return port;
}

async function startMosquitto(folder: string) {
  const port = await freePort(21_883, '127.0.0.1');
  const config = join(folder, 'mosquitto.conf');
  writeFileSync(
    config,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\nmax_queued_messages 1000000\n`,
  );
  const broker: ChildProcess = spawn(mosquitto!, ['-c', config], { stdio: 'ignore' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { process: broker, port };
}

/** Acknowledged messages per second of publishers in a separate process. */
async function acknowledged(job: Job): Promise<number> {
  const child = fork(join(import.meta.dirname, 'ingest', 'publishers.ts'));
  child.send(job);
  const [outcome] = (await once(child, 'message')) as [Outcome];
  if (outcome.lost > 0) throw new Error(`${outcome.lost} connections were lost`);
  return outcome.acknowledged / job.seconds;
}

/** Checks that every acknowledged message is stored; throws otherwise. */
async function verify(url: string, counted: number) {
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1 });
  const [row] = await sql<{ stored: number }[]>`select count(*)::int as stored from journal_ids`;
  await sql.end();
  if (!row || row.stored < counted) throw new Error(`${counted} acknowledged, ${row?.stored} stored`);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

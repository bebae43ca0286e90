import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deviceCalls, permissions, urlOf } from '@sweepline/contract';
import postgres from 'postgres';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { companyId, manyDevices, seedManyDevices } from '../seeds/many-devices.ts';
import { attacks } from './abuse/attacks.ts';
import { measure, memoryOf, peakMemory, type Answered } from './abuse/victim.ts';
import { firstOf } from './fleet/members.ts';
import type { Target } from './list/load.ts';
import { median, quantile, report, type Measure } from './report.ts';

const rounds = Number(process.env['ROUNDS'] ?? 3);
const aloneMs = 4_000;
const attackMs = 6_000;
/** After an attack the server collects its garbage and forgets what it counted. */
const calmMs = 2_000;
const world = { ...manyDevices, companies: 40, devices: 30_000 };
/** The companies of who measures and of who attacks. */
const [victims, attackers] = [2, 3];
const tokenOf = (n: number) => `token of company ${n}`;
const tokens = { least: 'token-of-the-least-account', importer: 'token-of-the-importer' };

/** What the least account or a stranger can do to another company's device list, and to the server's memory. */
export async function run(args: readonly string[]) {
  const names = (Object.keys(attacks) as (keyof typeof attacks)[]).filter(
    (name) => args.length === 0 || args.some((part) => name.includes(part)),
  );
  const folder = mkdtempSync(join(tmpdir(), 'abuse-bench-'));
  // Open to the unprivileged user PostgreSQL runs as, or its data would go to /var/lib and stay there.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const part = (...path: string[]) => join(import.meta.dirname, ...path);
  const children: ChildProcess[] = [];
  const start = (path: string, given: string[] = []) => {
    const child = fork(path, given, { env: { ...process.env, NODE_ENV: 'production' } });
    children.push(child);
    return child;
  };
  try {
    await migrateDatabase(database.url);
    await seedManyDevices(database.url, { ...world, password: 'password of the bench', tokenOf });
    await addAttackers(database.url);
    const server = start(part('watch', 'server-process.ts'), [database.url, folder]);
    const { url } = await firstOf<{ url: string }>(server);
    const attacker = start(part('abuse', 'attacker-process.ts'));
    const sides = { server, attacker, port: Number(new URL(url).port) };
    await measure(targetOf(sides.port), aloneMs);
    const measures: Measure[] = [];
    for (const name of names) measures.push(...(await measured(name, sides)));
    report(measures);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** An account that only reads lists, and one that may import network cards besides: of one company, and not of who measures. */
async function addAttackers(databaseUrl: string) {
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  const lists = [permissions.deviceList, permissions.taskList, permissions.mapList];
  const held = { least: lists, importer: [...lists, permissions.cardImport] };
  const company = companyId(attackers);
  for (const [n, name] of (['least', 'importer'] as const).entries()) {
    const id = `0190d000-0000-7000-9000-00000000000${n}`;
    await sql`insert into roles (id, company_id, name, permissions, created_at, updated_at, updated_by)
      values (${id}, ${company}, ${name}, ${held[name]}::text[], now(), now(), 'system')`;
    await sql`insert into accounts (id, company_id, username, nickname, role_type, role_id, password_hash, created_at, updated_at, updated_by)
      values (${id}, ${company}, ${name}, ${name}, 3, ${id}, '', now(), now(), 'system')`;
    await sql`insert into sessions (id, company_id, account_id, token_hash, created_at, last_seen_at, address)
      values (${id}, ${company}, ${id}, encode(sha256(${tokens[name]}::bytea), 'hex'), now(), now(), 'seed')`;
  }
  await sql.end();
}

const targetOf = (port: number): Target => ({
  ...{ port, path: urlOf(deviceCalls.list) },
  headersOf: () => ({ authorization: tokenOf(victims) }),
  body: { page: 2, pageSize: 20 },
});

interface Sides {
  server: ChildProcess;
  attacker: ChildProcess;
  port: number;
}
type Answers = Record<string, number>;

async function measured(name: keyof typeof attacks, { server, attacker, port }: Sides): Promise<Measure[]> {
  const p99 = ({ tookMs }: Answered) => quantile(tookMs, 0.99);
  const pid = server.pid ?? 0;
  const target = targetOf(port);
  const pairs: { alone: number; during: number; p50: number; memory: number }[] = [];
  let failed = 0;
  const answers: Answers = {};
  for (let round = 0; round < rounds; round += 1) {
    const alone = await measure(target, aloneMs);
    const rest = memoryOf(pid);
    const attacked = firstOf<Answers>(attacker);
    attacker.send({ name, port, tokens, ms: attackMs });
    const [during, peak] = await Promise.all([measure(target, attackMs), peakMemory(pid, attacked)]);
    for (const [answer, count] of Object.entries(await attacked))
      answers[answer] = (answers[answer] ?? 0) + count;
    pairs.push({ alone: p99(alone), during: p99(during), p50: median(during.tookMs), memory: peak - rest });
    failed += alone.failed + during.failed;
    await pause(calmMs);
  }
  const of = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value));
  const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
  const told = Object.entries(answers).map(([answer, count]) => `${answer}: ${count}`);
  process.stderr.write(`${name}: ${told.join(', ')}\n`);
  const common = { goalName: 'abuse', good: 'atMost' } as const;
  return [
    {
      ...{ ...common, what: `${name}: p99 of another company's list against alone`, unit: '×', goal: 3 },
      value: of(({ alone, during }) => during / alone),
      detail: `${ms(of(({ during }) => during))} against ${ms(of(({ alone }) => alone))}, p50 ${ms(of(({ p50 }) => p50))}, ${failed} failed; answers: ${told.join(', ')}`,
    },
    {
      ...{ ...common, what: `${name}: memory above rest`, unit: 'MB', goal: 300 },
      value: Math.max(...pairs.map(({ memory }) => memory)),
    },
  ];
}

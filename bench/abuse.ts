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
import { median, quantile, report, type Measure } from './measure/report.ts';

const rounds = Number(process.env['ROUNDS'] ?? 3);
const aloneMs = 4_000;
const attackMs = 6_000;
/** Pause after an attack for garbage collection and rate limits. */
const calmMs = 2_000;
const world = { ...manyDevices, companies: 40, devices: 30_000 };
/** Company numbers of the measured client and of the attackers. */
const [victims, attackers] = [2, 3];
const tokenOf = (n: number) => `token of company ${n}`;
const tokens = { least: 'token-of-the-least-account', importer: 'token-of-the-importer' };

/** Effect of attacks by a low-privilege account or without account on another company's list and on server memory. */
export async function run(args: readonly string[]) {
  const names = (Object.keys(attacks) as (keyof typeof attacks)[]).filter(
    (name) => args.length === 0 || args.some((part) => name.includes(part)),
  );
  const folder = mkdtempSync(join(tmpdir(), 'abuse-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const part = (...path: string[]) => join(import.meta.dirname, ...path);
  const children: ChildProcess[] = [];
  const start = (path: string, args: string[] = []) => {
    const child = fork(path, args, { env: { ...process.env, NODE_ENV: 'production' } });
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

/** Adds two accounts of the attackers' company: one only reads lists, the other may also import network cards. */
async function addAttackers(databaseUrl: string) {
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  const lists = [permissions.deviceList, permissions.taskList, permissions.mapList];
  const codes = { least: lists, importer: [...lists, permissions.cardImport] };
  const company = companyId(attackers);
  for (const [n, name] of (['least', 'importer'] as const).entries()) {
    const id = `0190d000-0000-7000-9000-00000000000${n}`;
    await sql`insert into roles (id, company_id, name, permissions, created_at, updated_at, updated_by)
      values (${id}, ${company}, ${name}, ${codes[name]}::text[], now(), now(), 'system')`;
    await sql`insert into accounts (id, company_id, username, nickname, role_type, role_id, password_hash, created_at, updated_at, updated_by)
      values (${id}, ${company}, ${name}, ${name}, 3, ${id}, '', now(), now(), 'system')`;
    await sql`insert into sessions (id, company_id, account_id, token_hash, created_at, last_seen_at, address)
      values (${id}, ${company}, ${id}, encode(sha256(${tokens[name]}::bytea), 'hex'), now(), now(), 'seed')`;
  }
  await sql.end();
}

const targetOf = (port: number): Target => ({
  port,
  path: urlOf(deviceCalls.list),
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
  const answerCounts = Object.entries(answers).map(([answer, count]) => `${answer}: ${count}`);
  process.stderr.write(`${name}: ${answerCounts.join(', ')}\n`);
  const common = { goalName: 'abuse', good: 'atMost' } as const;
  return [
    {
      ...common,
      what: `${name}: p99 of another company's list against alone`,
      unit: '×',
      goal: 3,
      value: of(({ alone, during }) => during / alone),
      detail: `${ms(of(({ during }) => during))} against ${ms(of(({ alone }) => alone))}, p50 ${ms(of(({ p50 }) => p50))}, ${failed} failed; answers: ${answerCounts.join(', ')}`,
    },
    {
      ...common,
      what: `${name}: memory above rest`,
      unit: 'MB',
      goal: 300,
      value: Math.max(...pairs.map(({ memory }) => memory)),
    },
  ];
}

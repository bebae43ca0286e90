import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { migrateDatabase } from '../../apps/server/src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded/postgres.ts';
import { companyId, seedManyDevices } from '../../seeds/many-devices.ts';
import { insertAlarms, ownerOf, tokenOf } from '../alarms/world.ts';
import { largeLists, type LargeList } from './large-lists.ts';
import { ask, load, type Target } from './load.ts';
import { median, quantile, report, type Measure } from '../measure/report.ts';
import { createDatabase } from '../world/create-database.ts';

const atOnce = 16;
const roundMs = 3_000;
const large = 1;
const whole = { robots: 100_000, rounds: 7 };
const part = { robots: 20_000, rounds: 3 };

/**
 * Lists of one company with 100,000 robots and as many alarms, against bare Node with `pg`. `--before <folder>` measures the build of
 * another worktree as well, on a database with its own migrations; `--rounds <n>` changes their number.
 */
export async function runLarge(args: readonly string[]) {
  const { robots, ...size } = args.includes('--small') ? part : whole;
  const rounds = Number(args[args.indexOf('--rounds') + 1]) || size.rounds;
  const before = args.includes('--before') ? resolve(args[args.indexOf('--before') + 1] ?? '') : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'large-bench-'));
  // Readable for the unprivileged user of PostgreSQL.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const children: ChildProcess[] = [];
  const start = async (file: string, message: object, root = join(import.meta.dirname, '../..')) => {
    const child = fork(join(root, 'bench', file), { env: { ...process.env, NODE_ENV: 'production' } });
    children.push(child);
    child.send(message);
    const [port] = (await once(child, 'message')) as [number];
    return port;
  };
  try {
    const url = await filled(await createDatabase(database.url, 'ours'), robots);
    const gateway = await createDatabase(database.url, 'empty');
    const companies = Array.from({ length: atOnce }, () => [companyId(large)]);
    const ports: Ports = {
      bare: await start('lists/bare-process.ts', { databaseUrl: url, companies, lists: largeLists }),
      ours: await start('list/our-process.ts', { api: url, gateway }),
    };
    if (before) {
      const [old, oldEmpty] = [
        await migratedBy(before, database.url, 'before'),
        await migratedBy(before, database.url, 'before_empty'),
      ];
      ports.before = await start(
        'list/our-process.ts',
        { api: await filled(old, robots), gateway: oldEmpty },
        before,
      );
    }
    const measures: Measure[] = [];
    for (const list of largeLists) measures.push(...(await measured(list, ports, rounds)));
    report([...measures, await deepPage(ports.ours, rounds)]);
  } finally {
    for (const child of children) child.send('stop');
    await Promise.all(children.map((child) => once(child, 'exit')));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Ports {
  bare: number;
  ours: number;
  before?: number;
}

/** A database with the migrations of another worktree. */
async function migratedBy(root: string, databaseUrl: string, name: string): Promise<string> {
  const file = join(root, 'apps/server/src/platform/db/migrate.ts');
  const { migrateDatabase: migrate } = (await import(pathToFileURL(file).href)) as {
    migrateDatabase: typeof migrateDatabase;
  };
  return createDatabase(databaseUrl, name, migrate);
}

/** One company with all robots but 100, and an alarm of each robot. */
async function filled(url: string, robots: number): Promise<string> {
  const world = { devices: robots + 100, companies: 3, large: robots, equal: { companies: 1, devices: 50 } };
  await seedManyDevices(url, { ...world, password: 'password of the bench', tokenOf });
  const sql = ownerOf(url);
  await insertAlarms(sql, '1');
  await sql.end();
  return url;
}

const targetOf = (port: number, { path, body }: LargeList): Target => ({
  port,
  path,
  body,
  headersOf: () => ({ authorization: tokenOf(large) }),
});

async function measured(list: LargeList, ports: Ports, rounds: number): Promise<Measure[]> {
  const ours = targetOf(ports.ours, list);
  const bare: Target = {
    ...ours,
    port: ports.bare,
    path: `/${encodeURIComponent(list.name)}`,
    headersOf: (n) => ({ 'x-caller': String(n) }),
  };
  await checkSame(list.name, bare, ours);
  const sides: Record<string, Target> = { bare, ours };
  if (ports.before) sides['before'] = targetOf(ports.before, list);
  const results = await inTurns(sides, rounds);
  const ratio = (to: 'bare' | 'before') =>
    median(results['ours']!.map(({ perSecond }, round) => perSecond / results[to]![round]!.perSecond));
  const rates = Object.entries(results).map(([side, of]) => `${side} ${figures(of)}`);
  const common = { goalName: 'large', unit: '×', good: 'atLeast', detail: rates.join('; ') } as const;
  return [
    {
      ...common,
      what: `${list.name}, 16 at once, against bare Node and pg`,
      value: ratio('bare'),
      goal: 0.8,
    },
    ...(ports.before
      ? [
          {
            ...common,
            what: `${list.name}, 16 at once, against before`,
            value: ratio('before'),
            goal: list.goal,
          },
        ]
      : []),
  ];
}

type Round = Awaited<ReturnType<typeof load>>;
const figures = (rounds: readonly Round[]) =>
  `${median(rounds.map(({ perSecond }) => perSecond)).toFixed(1)}/s p95 ${quantile(
    rounds.flatMap(({ tookMs }) => tookMs),
    0.95,
  ).toFixed(0)} ms`;

async function inTurns(sides: Record<string, Target>, rounds: number): Promise<Record<string, Round[]>> {
  const results: Record<string, Round[]> = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (const target of Object.values(sides)) await load(target, atOnce, 1_000);
  for (let round = 0; round < rounds; round++)
    for (const [side, target] of Object.entries(sides))
      results[side]!.push(await load(target, atOnce, roundMs));
  return results;
}

/** Checks that both sides return the same list; throws otherwise. */
async function checkSame(name: string, bare: Target, ours: Target) {
  const agent = new Agent();
  const [theirs, mine] = [await ask(agent, bare, 0), await ask(agent, ours, 0)];
  agent.destroy();
  const ids = ({ data }: typeof mine) => data.list.map((row) => (row as { id: string }).id).join();
  if (theirs.data.total !== mine.data.total || ids(theirs) !== ids(mine))
    throw new Error(`${name}: the two lists differ`);
}

async function deepPage(port: number, rounds: number): Promise<Measure> {
  const [first, , deep] = largeLists as [LargeList, LargeList, LargeList];
  const p50 = async (list: LargeList) => median((await load(targetOf(port, list), 1, roundMs / 2)).tookMs);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) ratios.push((await p50(deep)) / (await p50(first)));
  return {
    goalName: 'large',
    what: 'page 500 by name against page 1, p50',
    value: median(ratios),
    unit: '×',
    goal: 1.3,
    good: 'atMost',
  };
}

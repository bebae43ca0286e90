import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { urlOf } from '@sweepline/contract';
import postgres from 'postgres';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { agents, companyIdOf, seedManyPeople } from '../seeds/many-people.ts';
import { ask, load, type Target } from './list/load.ts';
import { measuredLists, type MeasuredList } from './lists/lists.ts';
import { median, report, type Measure } from './measure/report.ts';
import { createDatabase } from './world/create-database.ts';

const rounds = 5;
const roundMs = 1_200;
const below = 18;
const worlds = {
  usual: { companies: 5_000, accounts: 100_000 },
  tenfold: { companies: 50_000, accounts: 1_000_000 },
};
const tokenOf = (n: number) => `token of agent ${n}`;

/** Every list of people and companies against bare Node with `pg`, and against itself with ten times the rows. */
export async function run(args: readonly string[]) {
  const small = args.includes('--small');
  const folder = mkdtempSync(join(tmpdir(), 'lists-bench-'));
  // Readable for the unprivileged user of PostgreSQL.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const children: ChildProcess[] = [];
  const start = async (file: string, message: unknown) => {
    const child = fork(join(import.meta.dirname, file), { env: { ...process.env, NODE_ENV: 'production' } });
    children.push(child);
    child.send(message as string);
    const [port] = (await once(child, 'message')) as [number];
    return port;
  };
  try {
    const few = { companies: 1_000, accounts: 20_000 };
    const usual = await seeded(database.url, 'usual', small ? few : worlds.usual);
    const tenfold = await seeded(database.url, 'tenfold', small ? worlds.usual : worlds.tenfold);
    const empty = await createDatabase(database.url, 'empty');
    const companies = await companiesOfAgents(usual);
    const ports = {
      bare: await start('lists/bare-process.ts', { databaseUrl: usual, companies }),
      ours: await start('list/our-process.ts', { api: usual, gateway: empty }),
      tenfold: await start('list/our-process.ts', { api: tenfold, gateway: empty }),
    };
    const measures: Measure[] = [];
    for (const list of measuredLists) measures.push(...(await measured(list, ports)));
    report(measures);
  } finally {
    for (const child of children) child.send('stop');
    await Promise.all(children.map((child) => once(child, 'exit')));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seeded(databaseUrl: string, name: string, world: { companies: number; accounts: number }) {
  const url = await createDatabase(databaseUrl, name);
  await seedManyPeople(url, { ...world, below, tokenOf });
  return url;
}

async function companiesOfAgents(url: string): Promise<string[][]> {
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1 });
  const rows = await Promise.all(
    Array.from({ length: agents }, (_, n) => {
      const agent = companyIdOf(n + 1);
      return sql<{ id: string }[]>`select id from companies where id = ${agent} or parent_id = ${agent}`;
    }),
  );
  await sql.end();
  return rows.map((ids) => ids.map(({ id }) => id));
}

interface Ports {
  bare: number;
  ours: number;
  tenfold: number;
}
type Side = (port: number, page: number, caller?: number) => Target;

async function measured(list: MeasuredList, ports: Ports): Promise<Measure[]> {
  const bare: Target = {
    port: ports.bare,
    path: `/${encodeURIComponent(list.name)}`,
    body: { page: 1, pageSize: 20 },
    headersOf: (n) => ({ 'x-caller': String(n) }),
  };
  const ours: Side = (port, page, caller) => ({
    port,
    path: urlOf(list.call),
    body: { ...list.input, page, pageSize: 20 },
    headersOf: (n) => ({ authorization: tokenOf(caller ?? n) }),
  });
  await checkSame(list, bare, ours(ports.ours, 1));
  return [await againstBare(list, bare, ours(ports.ours, 1)), ...(await againstItself(list, ports, ours))];
}

/** Checks that both sides return the same number of rows; throws otherwise. */
async function checkSame({ name }: MeasuredList, bare: Target, ours: Target) {
  const agent = new Agent();
  const [theirs, mine] = [await ask(agent, bare, 0), await ask(agent, ours, 0)];
  agent.destroy();
  const pageLength = mine.data?.list?.length;
  if (theirs.data.total !== mine.data?.total || theirs.data.list.length !== pageLength)
    throw new Error(`${name}: ${theirs.data.total} rows against ${mine.data?.total}`);
}

async function againstBare(list: MeasuredList, bare: Target, ours: Target): Promise<Measure> {
  await load(bare, agents, 500);
  await load(ours, agents, 500);
  const [theirs, mine]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    theirs.push((await load(bare, agents, roundMs)).perSecond);
    mine.push((await load(ours, agents, roundMs)).perSecond);
  }
  return {
    goalName: 'P1',
    what: `${list.name}, 16 agents at once`,
    value: median(mine.map((rate, round) => rate / theirs[round]!)),
    ...({ unit: '×', goal: 0.5, good: 'atLeast' } as const),
    detail: `${Math.round(median(mine))}/s against ${Math.round(median(theirs))}/s of bare Node and pg`,
  };
}

const provider = -1;
const deepest = 500;

async function againstItself(list: MeasuredList, ports: Ports, ours: Side): Promise<Measure[]> {
  const p50 = async (target: Target) => median((await load(target, 1, roundMs / 2)).tookMs);
  const agent = new Agent();
  const { total } = (await ask(agent, ours(ports.ours, 1, provider), 0)).data;
  agent.destroy();
  const deepPage = Math.min(deepest, Math.floor(total / 20));
  const tenfold: number[] = [];
  const deep: number[] = [];
  for (let round = 0; round < rounds; round++) {
    tenfold.push((await p50(ours(ports.tenfold, 1))) / (await p50(ours(ports.ours, 1))));
    const first = await p50(ours(ports.ours, 1, provider));
    deep.push((await p50(ours(ports.ours, deepPage, provider))) / first);
  }
  const common = { goalName: 'P2', unit: '×', good: 'atMost' } as const;
  return [
    { ...common, what: `${list.name}, ten times as much besides, p50`, value: median(tenfold), goal: 1.3 },
    { ...common, what: `${list.name}, page ${deepPage} against page 1, p50`, value: median(deep), goal: 3 },
  ];
}

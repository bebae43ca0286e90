import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deviceCalls } from '@sweepline/contract';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { companyId, manyDevices, seedManyDevices } from '../seeds/many-devices.ts';
import { runLarge } from './list/large-company.ts';
import { ask, load, type Target } from './list/load.ts';
import { rowsSql, totalSql } from './list/query.ts';
import { median, report } from './measure/report.ts';
import { createDatabase } from './world/create-database.ts';

const rounds = 7;
const roundMs = 3_000;
const atOnce = 16;
const fleets = { usual: 100_000, tenfold: 1_000_000 };
const states = ['ONLINE', 'SLEEP'];
const tokenOf = (n: number) => `token of company ${n}`;

/** The device list against bare Node with `pg`, and against itself with ten times the robots; `large` measures one large company. */
export async function run(args: readonly string[]) {
  if (args.includes('large')) return await runLarge(args);
  const small = args.includes('--small');
  const folder = mkdtempSync(join(tmpdir(), 'list-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const children: ChildProcess[] = [];
  const start = async (file: string, message: unknown) => {
    const child = fork(join(import.meta.dirname, 'list', file), {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    children.push(child);
    child.send(message as string);
    const [port] = (await once(child, 'message')) as [number];
    return port;
  };
  try {
    const [usual, tenfold] = await Promise.all([
      seeded(database.url, 'usual', small ? 30_000 : fleets.usual),
      seeded(database.url, 'tenfold', small ? 60_000 : fleets.tenfold),
    ]);
    const empty = await createDatabase(database.url, 'empty');
    const bare = await start('bare-process.ts', { databaseUrl: usual, rowsSql, totalSql });
    const ours = await start('our-process.ts', { api: usual, gateway: empty });
    const oursTenfold = await start('our-process.ts', { api: tenfold, gateway: empty });

    const page = (port: number, number: number, company?: number): Target => ({
      port,
      path: `/api/${deviceCalls.list.path}`,
      headersOf: (n) => ({ authorization: tokenOf(company ?? n + 2) }),
      body: { state: states, page: number, pageSize: 20 },
    });
    const bareTarget: Target = {
      port: bare,
      path: '/',
      headersOf: (n) => ({ 'x-company': companyId(n + 2) }),
      body: { states, page: 2, pageSize: 20 },
    };
    await checkSame(bareTarget, page(ours, 2));
    report([
      await againstBare(bareTarget, page(ours, 2)),
      ...(await againstItself({ ours, oursTenfold, page })),
    ]);
  } finally {
    for (const child of children) child.send('stop');
    await Promise.all(children.map((child) => once(child, 'exit')));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seeded(databaseUrl: string, name: string, devices: number): Promise<string> {
  const url = await createDatabase(databaseUrl, name);
  await seedManyDevices(url, { ...manyDevices, devices, password: 'password of the bench', tokenOf });
  return url;
}

/** Checks that both sides return the same list; throws otherwise. */
async function checkSame(bare: Target, ours: Target) {
  const agent = new Agent();
  const [theirs, mine] = [await ask(agent, bare, 0), await ask(agent, ours, 0)];
  const ids = ({ data }: typeof mine) => data.list.map((row) => (row as { id: string }).id).join();
  if (theirs.data.total !== mine.data.total || ids(theirs) !== ids(mine))
    throw new Error('the two lists differ');
  agent.destroy();
}

async function againstBare(bare: Target, ours: Target) {
  await load(bare, atOnce, 1_000);
  await load(ours, atOnce, 1_000);
  const [theirs, mine]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    theirs!.push((await load(bare, atOnce, roundMs)).perSecond);
    mine!.push((await load(ours, atOnce, roundMs)).perSecond);
  }
  return {
    goalName: 'P1',
    what: 'device list, 100,000 robots, 200 companies, 16 at once',
    value: median(mine!.map((rate, round) => rate / theirs![round]!)),
    ...({ unit: '×', goal: 0.5, good: 'atLeast' } as const),
    detail: `${Math.round(median(mine!))}/s against ${Math.round(median(theirs!))}/s of bare Node and pg`,
  };
}

interface Selves {
  ours: number;
  oursTenfold: number;
  page: (port: number, number: number, company?: number) => Target;
}

const large = 1;

async function againstItself({ ours, oursTenfold, page }: Selves) {
  const p50 = async (target: Target) => median((await load(target, 1, roundMs / 2)).tookMs);
  const pairs = { tenfold: [] as number[], deep: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const few = await p50(page(ours, 1));
    pairs.tenfold.push((await p50(page(oursTenfold, 1))) / few);
    const first = await p50(page(ours, 1, large));
    pairs.deep.push((await p50(page(ours, 500, large))) / first);
  }
  const common = { unit: '×', good: 'atMost' } as const;
  return [
    {
      goalName: 'P2',
      what: 'ten times the robots, own company equal, p50',
      value: median(pairs.tenfold),
      goal: 1.3,
      ...common,
    },
    {
      goalName: 'P2',
      what: 'page 500 of a company of 13,000 robots against page 1, p50',
      value: median(pairs.deep),
      goal: 3,
      ...common,
    },
  ];
}

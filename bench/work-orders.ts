import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workOrderCalls, workOrderFigureCalls } from '@sweepline/contract';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { companyId, manyDevices, seedManyDevices } from '../seeds/many-devices.ts';
import { ask, load, type Target } from './list/load.ts';
import { median, report, type Measure } from './measure/report.ts';
import { evidenceMeasures } from './work-orders/evidence-measures.ts';
import { rowsSql, totalSql } from './work-orders/query.ts';
import { seedManyOrders } from './work-orders/seed-orders.ts';
import { createDatabase } from './world/create-database.ts';

const rounds = 7;
const roundMs = 3_000;
const atOnce = 16;
const sizes = { usual: 500_000, tenfold: 5_000_000 };
const smallSizes = { usual: 60_000, tenfold: 120_000 };
const companies = { companies: manyDevices.companies, equal: { companies: 16, orders: 2_500 } };
const states = ['SUBMITTED', 'PROCESSING'];
const parts = ['list', 'figures', 'evidence'];
const tokenOf = (n: number) => `token of company ${n}`;
const yearMs = 365 * 86_400_000;

async function seeded(databaseUrl: string, name: string, orders: number): Promise<string> {
  const url = await createDatabase(databaseUrl, name);
  const world = { ...manyDevices, devices: 30_000, password: 'password of the bench', tokenOf };
  await seedManyDevices(url, world);
  // The large company has an eighth of the usual orders.
  await seedManyOrders(url, { ...companies, orders, large: Math.min(62_500, orders / 8) });
  return url;
}

/**
 * The list of work orders against bare Node with `pg`, against itself with ten times the orders, the figures of a year, and the
 * evidence of a new order. Names of parts select them; `--small` is a part of each.
 */
export async function run(args: readonly string[]) {
  const chosen = args.filter((arg) => parts.includes(arg));
  const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name);
  const { usual: few, tenfold: many } = args.includes('--small') ? smallSizes : sizes;
  const folder = mkdtempSync(join(tmpdir(), 'orders-bench-'));
  // Readable for the unprivileged user of PostgreSQL; otherwise its data stays in /var/lib.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const children: ChildProcess[] = [];
  const start = async (file: string, message: object) => {
    const env = { ...process.env, NODE_ENV: 'production' };
    const child = fork(join(import.meta.dirname, 'list', file), { env });
    children.push(child);
    child.send(message);
    const [port] = (await once(child, 'message')) as [number];
    return port;
  };
  try {
    const usual = await seeded(database.url, 'usual', few);
    // Only the list is compared with itself.
    const tenfold = isChosen('list') ? await seeded(database.url, 'tenfold', many) : usual;
    const empty = await createDatabase(database.url, 'empty');
    const bare = await start('bare-process.ts', { databaseUrl: usual, rowsSql, totalSql });
    const ours = await start('our-process.ts', { api: usual, gateway: empty });
    const oursTenfold = await start('our-process.ts', { api: tenfold, gateway: empty });
    const bareTarget: Target = {
      port: bare,
      path: '/',
      headersOf: (n) => ({ 'x-company': companyId(n + 2) }),
      body: { states, page: 2, pageSize: 20 },
    };
    await checkSame(bareTarget, page(ours, 2));
    if (isChosen('list'))
      report([
        await againstBare(bareTarget, page(ours, 2), few),
        await againstItself(page(ours, 1), page(oursTenfold, 1)),
      ]);
    if (isChosen('figures')) report([await figuresOfYear(figures(ours))]);
    if (isChosen('evidence')) report(await evidenceMeasures(usual));
  } finally {
    for (const child of children) child.send('stop');
    await Promise.all(children.map((child) => once(child, 'exit')));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const page = (port: number, number: number): Target => ({
  port,
  path: `/api/${workOrderCalls.list.path}`,
  headersOf: (n) => ({ authorization: tokenOf(n + 2) }),
  body: { state: states, page: number, pageSize: 20 },
});

/** The year of the large company. */
const figures = (port: number): Target => ({
  port,
  path: `/api/${workOrderFigureCalls.figures.path}`,
  headersOf: () => ({ authorization: tokenOf(1) }),
  body: {
    from: new Date(Date.now() - yearMs).toISOString(),
    to: new Date().toISOString(),
    by: 'code',
    step: 'month',
  },
  // The answer of the figures has rows for the codes.
  rowsOf: (data) => (data as { rows: unknown[] }).rows,
});

/** Checks that both sides return the same list; throws otherwise. */
async function checkSame(bare: Target, ours: Target) {
  const agent = new Agent();
  const [theirs, mine] = [await ask(agent, bare, 0), await ask(agent, ours, 0)];
  const ids = ({ data }: typeof mine) => data.list.map((row) => (row as { id: string }).id).join();
  if (theirs.data.total !== mine.data.total || ids(theirs) !== ids(mine))
    throw new Error('the two lists differ');
  agent.destroy();
}

async function againstBare(bare: Target, ours: Target, orders: number): Promise<Measure> {
  await load(bare, atOnce, 1_000);
  await load(ours, atOnce, 1_000);
  const [theirs, mine]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    theirs.push((await load(bare, atOnce, roundMs)).perSecond);
    mine.push((await load(ours, atOnce, roundMs)).perSecond);
  }
  return {
    goalName: 'W1',
    what: `work order list, ${orders.toLocaleString('en')} orders, 200 companies, 16 at once`,
    value: median(mine.map((rate, round) => rate / theirs[round]!)),
    ...({ unit: '×', goal: 0.5, good: 'atLeast' } as const),
    detail: `${Math.round(median(mine))}/s against ${Math.round(median(theirs))}/s of bare Node and pg`,
  };
}

async function againstItself(few: Target, many: Target): Promise<Measure> {
  const p50 = async (target: Target) => median((await load(target, 1, roundMs / 2)).tookMs);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = await p50(few);
    ratios.push((await p50(many)) / first);
  }
  return {
    goalName: 'W2',
    what: 'ten times the orders, own company equal, p50',
    value: median(ratios),
    ...({ unit: '×', goal: 1.3, good: 'atMost' } as const),
  };
}

async function figuresOfYear(target: Target): Promise<Measure> {
  return {
    goalName: 'W3',
    what: 'figures of a year of the large company, by code, p50',
    value: median((await load(target, 1, roundMs * 2)).tookMs),
    ...({ unit: 'ms', goal: 2_000, good: 'atMost' } as const),
  };
}

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchCalls, urlOf } from '@sweepline/contract';
import postgres from 'postgres';
import { searchQueries } from '../apps/server/src/features/people/search/search-query.ts';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { companyId, manyDevices, seedManyDevices } from '../seeds/many-devices.ts';
import { load, type Target } from './list/load.ts';
import { median, quantile, report, type Measure } from './measure/report.ts';
import type { BareSearch } from './search/bare-process.ts';
import { createDatabase } from './world/create-database.ts';

const rounds = 5;
const textMs = 300;
const world = { devices: 100_000, companies: 5_000 };
const small = { devices: 30_000, companies: 1_000 };
const tokenOf = (n: number) => `token of company ${n}`;

/** What people type, and the place of the question that answers it: beginnings, insides, serial numbers, wrong letters. */
const texts: readonly [text: string, question: 'beginning' | 'containing' | 'similar'][] = [
  ['lobby', 'beginning'],
  ['swift 虹桥', 'beginning'],
  ['虹桥', 'beginning'],
  ['서울', 'beginning'],
  ['D000', 'beginning'],
  ['bahn', 'containing'],
  ['lbboy', 'similar'],
  ['hauptbanhof', 'similar'],
];

/** The companies of a caller: one of 500 robots, or all. Calls of one account to one path run one after another. */
const callers = [
  { name: 'a company of 500 robots', atOnce: 16, companyOf: (n: number) => n + 2 },
  { name: 'the provider', atOnce: 1, companyOf: () => 0 },
];
type Caller = (typeof callers)[number];

/** The global search against bare Node with `pg` and the same indexes. */
export async function run(args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'search-bench-'));
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
    const usual = await createDatabase(database.url, 'usual');
    await seed(usual, args.includes('--small') ? small : world);
    const empty = await createDatabase(database.url, 'empty');
    const bare = await start('search/bare-process.ts', usual);
    const ours = await start('list/our-process.ts', { api: usual, gateway: empty });
    const measures: Measure[] = [];
    for (const caller of callers) measures.push(...(await measured(caller, { bare, ours })));
    report(measures);
  } finally {
    for (const child of children) child.send('stop');
    await Promise.all(children.map((child) => once(child, 'exit')));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Robots with names in four scripts, and a site of each company. */
async function seed(url: string, size: typeof world) {
  await seedManyDevices(url, { ...manyDevices, ...size, password: 'password of the bench', tokenOf });
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1 });
  await sql`update devices set nickname =
    (array['Swift', 'Lobby', 'Atrium', 'Comet', 'Polar', 'Marble', 'Echo'])[1 + n % 7] || ' ' ||
    (array['上海虹桥机场', '東京駅', '서울역', 'Hauptbahnhof', 'East wing'])[1 + n / 7 % 5] || ' ' || n % 1000
    from (select id, right(sn, 8)::int as n from devices) as numbered where numbered.id = devices.id`;
  await sql`insert into sites (id, company_id, name, address, timezone, created_at)
    select gen_random_uuid(), id, name || ' 虹桥 Lobby', 'Bahnhofstraße ' || row_number() over (), 'UTC', now() from companies`;
  await sql`vacuum analyze`;
  await sql.end();
}

interface Ports {
  bare: number;
  ours: number;
}

async function measured({ name, atOnce, companyOf }: Caller, ports: Ports): Promise<Measure[]> {
  const bareSide = ([text, question]: (typeof texts)[number]): Target => ({
    port: ports.bare,
    path: '/',
    headersOf: (n) => ({ 'x-company': companyOf(n) === 0 ? '' : companyId(companyOf(n)) }),
    body: { query: [searchQueries(text)![question]].flat().join(' | ') } satisfies BareSearch,
  });
  const ourSide = ([text]: (typeof texts)[number]): Target => ({
    port: ports.ours,
    path: urlOf(searchCalls.find),
    headersOf: (n) => ({ authorization: tokenOf(companyOf(n)) }),
    body: { text },
    rowsOf: (data) => Object.values(data).flat(),
  });
  const all = async (side: (text: (typeof texts)[number]) => Target) => {
    const tookMs: number[] = [];
    const startedMs = performance.now();
    for (const text of texts) tookMs.push(...(await load(side(text), atOnce, textMs)).tookMs);
    return { perSecond: (tookMs.length * 1000) / (performance.now() - startedMs), tookMs };
  };
  await all(bareSide);
  await all(ourSide);
  const [theirs, mine, tookMs]: number[][] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    theirs!.push((await all(bareSide)).perSecond);
    const own = await all(ourSide);
    mine!.push(own.perSecond);
    tookMs!.push(...own.tookMs);
  }
  const goalName = 'search';
  return [
    {
      goalName,
      what: `${name}, ${atOnce} at once, 100,000 robots, 5,000 companies`,
      value: median(mine!.map((rate, round) => rate / theirs![round]!)),
      ...({ unit: '×', goal: 0.5, good: 'atLeast' } as const),
      detail: `${Math.round(median(mine!))}/s against ${Math.round(median(theirs!))}/s of bare Node, pg and the same indexes`,
    },
    {
      goalName,
      what: `${name}, ${atOnce} at once, p95 of an answer`,
      value: quantile(tookMs!, 0.95),
      ...({ unit: 'ms', goal: 100, good: 'atMost' } as const),
      detail: `p50 ${median(tookMs!).toFixed(1)} ms`,
    },
  ];
}

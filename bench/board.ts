import { fork, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everything } from '@sweepline/contract';
import postgres, { type Sql } from 'postgres';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { companyId, seedManyDevices } from '../seeds/many-devices.ts';
import { askAs } from './board/ask.ts';
import { p95Against, type Turns } from './board/at-once.ts';
import { boardPairs, homePairs } from './board/board-pairs.ts';
import { recounted } from './board/recount.ts';
import { reportedYear } from './board/reported-year.ts';
import { tenfold } from './board/tenfold.ts';
import { insertRecords, insertSites, insertSums } from './board/world.ts';
import { addAccounts } from './fleet/accounts.ts';
import { firstOf } from './fleet/members.ts';
import { report } from './measure/report.ts';
import { needsAgainstBare } from './needs/needs.ts';
import { createDatabase } from './world/create-database.ts';

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
/** With ten thousand, 16 calls at once over a year come near the time limit of a statement on two cores. */
const robots = number('FLEET', 2_000);
const days = number('DAYS', 365);
const turns: Turns = {
  rounds: number('ROUNDS', 2),
  people: number('PEOPLE', 16),
  ms: number('SECONDS', 1) * 1000,
};
const accountToken = (n: number) => `token of person ${n}`;

/**
 * The data board, 16 people of the provider at once: each call over a year (`calls`) and all calls of the home page over its
 * own periods (`home`) against their bare queries, sums against a recount (`recount`), ten times the reports (`tenfold`), and what waits for
 * a person (`needs`). `reported` stores a year of reports and takes half an hour; it is run only by its name.
 */
export async function run(args: readonly string[]) {
  const isAsked = (part: string) => args.length === 0 || args.includes(part);
  if (args.includes('reported')) await reportedYear(args);
  if (isAsked('needs')) await needsAgainstBare(args);
  if (['recount', 'tenfold', 'calls', 'home'].some(isAsked)) await overSums(isAsked);
}

async function overSums(isAsked: (part: string) => boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'board-bench-'));
  // Readable for the unprivileged user of PostgreSQL.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const servers: ChildProcess[] = [];
  /** Starts the API over a database; it asks as one of several people of the provider. */
  const serve = async (url: string) => {
    await addAccounts(url, {
      company: companyId(0),
      count: turns.people,
      permissions: [everything],
      tokenOf: accountToken,
    });
    const api = fork(join(import.meta.dirname, 'list/our-process.ts'), {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    servers.push(api);
    const port = firstOf<number>(api);
    api.send({ api: url, gateway: await createDatabase(database.url, `empty_${servers.length}`) });
    const listening = await port;
    return (person: number) => askAs(listening, accountToken(person));
  };
  const create = (name: string) => createDatabase(database.url, name);
  try {
    if (isAsked('recount')) report([await recounted(await create('recount'))]);
    if (isAsked('tenfold')) await tenfold({ create, serve, turns });
    if (isAsked('calls') || isAsked('home')) {
      const url = await create('year');
      await ofAYear(url, await yearOf(url, serve), isAsked);
    }
  } finally {
    for (const server of servers) server.kill('SIGKILL');
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A year of all robots, and the API over it. */
async function yearOf<T>(url: string, serve: (url: string) => Promise<T>): Promise<T> {
  const large = Math.floor(robots * 0.13);
  const equal = { companies: 16, devices: Math.max(1, Math.floor(robots / 200)) };
  await seedManyDevices(url, {
    devices: robots,
    companies: 200,
    large,
    equal,
    password: 'bench-of-the-board',
  });
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  await insertSites(sql);
  await insertSums(sql, days);
  await insertRecords(sql, days);
  await sql.unsafe('vacuum analyze');
  await sql.end();
  return await serve(url);
}

async function ofAYear(
  url: string,
  personOf: (person: number) => ReturnType<typeof askAs>,
  isAsked: (part: string) => boolean,
) {
  const [address, options] = connectionOf(url);
  // As many connections as the server has.
  const sql = postgres(address, { ...options, max: 10, onnotice: () => {} });
  const dayOf = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const period = { from: dayOf(days), to: dayOf(1) };
  const name = days === 365 ? 'a year' : `${days} days`;
  const ofFleet = `, ${robots.toLocaleString('en')} robots`;
  const people = Array.from({ length: turns.people }, (_, n) => boardPairs(sql, personOf(n), period, name));
  if (isAsked('calls'))
    for (const [index, pair] of people[0]!.entries()) {
      const ours = (person: number) => people[person]![index]!.ours();
      report([await p95Against({ ...pair, what: `${pair.what}${ofFleet}`, ours }, turns)]);
    }
  if (isAsked('home')) report([await homeAgainst(sql, personOf, ofFleet)]);
  await sql.end();
}

/** All calls of the home page together. */
async function homeAgainst(
  sql: Sql,
  personOf: (person: number) => ReturnType<typeof askAs>,
  ofFleet: string,
) {
  const today = new Date().toISOString().slice(0, 10);
  const people = Array.from({ length: turns.people }, (_, n) => homePairs(sql, personOf(n), today));
  const calls = people[0]!;
  return await p95Against(
    {
      what: `home page of its own periods, ${calls.length} calls together${ofFleet}`,
      theirs: () => Promise.all(calls.map(({ theirs }) => theirs())),
      ours: (person) => Promise.all(people[person]!.map(({ ours }) => ours())),
    },
    turns,
  );
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountCalls,
  auditCalls,
  authCalls,
  companyCalls,
  deviceCalls,
  errors,
  noticeCalls,
  roleCalls,
  urlOf,
  type Call,
} from '@sweepline/contract';
import postgres, { type Sql } from 'postgres';
import { connectionOf, withDatabase } from '../apps/server/src/platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded/postgres.ts';
import { newId } from '../apps/server/src/platform/runtime/ids.ts';
import { migrateDatabase } from '../apps/server/src/platform/db/migrate.ts';
import { hashPassword } from '../apps/server/src/platform/runtime/passwords.ts';
import { agents, companyIdOf, seedManyPeople } from '../seeds/many-people.ts';
import { ask } from './list/load.ts';
import { median, report, type Measure } from './report.ts';

const tokenOf = (n: number) => `token of agent ${n}`;
/** Many and short, so that whatever else the machine does falls on both alike. */
const asked = 600;

/** What a stranger may try ids on, and the table they would be of. */
const probed: { name: string; call: Call; table: string; owner?: string }[] = [
  { name: 'device', call: deviceCalls.detail, table: 'devices' },
  { name: 'account', call: accountCalls.detail, table: 'accounts' },
  { name: 'company', call: companyCalls.detail, table: 'companies', owner: 'id' },
  { name: 'role', call: roleCalls.detail, table: 'roles' },
  { name: 'audit entry', call: auditCalls.detail, table: 'audit_entries' },
  { name: 'notice, marked as read', call: noticeCalls.read, table: 'notices' },
];

/**
 * A row of another company and one that never was must take as long to refuse, and an account with a wrong password as long as a
 * name nobody has: asked in turns, one after the other.
 */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'alike-bench-'));
  // Open to the unprivileged user PostgreSQL runs as.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const made = async (name: string) => {
    const sql = owner(database.url);
    await sql`create database ${sql(name)}`;
    await sql.end();
    const url = withDatabase(database.url, name);
    await migrateDatabase(url);
    return url;
  };
  const [world, empty] = [await made('world'), await made('empty')];
  await seedManyPeople(world, { companies: 1_000, accounts: 20_000, below: 18, tokenOf });
  const sql = owner(world);
  await sql`update accounts set password_hash = ${await hashPassword('right horse battery')}`;
  const server = fork(join(import.meta.dirname, 'list', 'our-process.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  try {
    await someDevices(sql);
    server.send({ api: world, gateway: empty, trustedProxies: 1 });
    const [port] = (await once(server, 'message')) as [number];
    const measures: Measure[] = [];
    for (const probe of probed) measures.push(await compared(port, probe, await foreignIds(sql, probe)));
    measures.push(await comparedLogins(port));
    report(measures);
  } finally {
    if (server.connected) server.send('stop');
    if (server.exitCode === null) await once(server, 'exit');
    await sql.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function owner(url: string): Sql {
  const [address, options] = connectionOf(url);
  return postgres(address, { ...options, max: 1, onnotice: () => {} });
}

const someDevices = (sql: Sql) => sql`
  insert into devices (id, company_id, sn, manufacturer, model, protocol, nickname, binding, activated_at, secret_hash, created_at, updated_at, updated_by)
  select gen_random_uuid(), c.id, 'D' || right(c.id::text, 8), 'JBOT', 'J30', 'v3', '', 'ACTIVATED', now(), '', now(), now(), 'system' from companies c`;

/** Ids out of the first agent's sight: of the other agents, of the others' terminals, and of the provider. */
async function foreignIds(sql: Sql, { table, owner: column = 'company_id' }: (typeof probed)[number]) {
  const own = companyIdOf(1);
  const rows = await sql<{ id: string }[]>`
    select t.id from ${sql(table)} t join companies c on c.id = t.${sql(column)}
    where c.path not like ${`%${own}%`} order by md5(t.id::text) limit ${Math.min(asked, 50 * agents)}`;
  return rows.map(({ id }) => id);
}

async function compared(port: number, { name, call }: (typeof probed)[number], foreign: string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const timed = async (id: string) => {
    const target = {
      port,
      path: urlOf(call),
      body: { id },
      headersOf: () => ({ authorization: tokenOf(0) }),
    };
    const at = performance.now();
    const { code } = await ask(agent, target, 0);
    const tookMs = performance.now() - at;
    if (code !== errors.notFound.code) throw new Error(`${name}: ${id} was answered ${code}`);
    return tookMs;
  };
  const times = await inTurns(
    asked,
    (n) => timed(foreign[n % foreign.length]!),
    () => timed(newId()),
  );
  agent.destroy();
  return slowerBy(`${name} of another company against one that never was`, asked, times);
}

/** Each takes some thirty milliseconds of hashing. */
const tried = 300;

/** A wrong password for an account, and for a name nobody has: each time another name, from another address. */
async function comparedLogins(port: number) {
  let asking = 0;
  const timed = async (username: string) => {
    asking += 1;
    const body = new FormData();
    body.set('username', username);
    body.set('password', 'wrong horse battery');
    const headers = { 'x-forwarded-for': `10.${asking >> 16}.${(asking >> 8) & 255}.${asking & 255}` };
    const at = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}${urlOf(authCalls.login)}`, {
      ...{ method: 'POST', headers, body },
    });
    const { code } = (await answer.json()) as { code: number };
    const tookMs = performance.now() - at;
    if (code !== errors.wrongCredentials.code) throw new Error(`${username} was answered ${code}`);
    return tookMs;
  };
  const named = (who: string, n: number) => `${who}.${String(n + 100).padStart(8, '0')}`;
  const times = await inTurns(
    tried,
    (n) => timed(named('person', n)),
    (n) => timed(named('nobody', n)),
  );
  return slowerBy('login of an account against a name nobody has', tried, times);
}

const warmUps = 30;

/** Asks both again and again. Whoever is asked second finds the machine warmer, so they take turns in that too. */
async function inTurns(
  times: number,
  there: (n: number) => Promise<number>,
  notThere: (n: number) => Promise<number>,
) {
  const took: { there: number[]; notThere: number[] } = { there: [], notThere: [] };
  for (let n = 0; n < times + warmUps; n++) {
    const one = async () => took.there.push(await there(n));
    const other = async () => took.notThere.push(await notThere(n));
    for (const ask of n % 2 ? [one, other] : [other, one]) await ask();
  }
  return { there: took.there.slice(warmUps), notThere: took.notThere.slice(warmUps) };
}

function slowerBy(what: string, times: number, took: { there: number[]; notThere: number[] }): Measure {
  const [there, notThere] = [median(took.there), median(took.notThere)];
  return {
    goalName: 'refused alike',
    what: `${what}, the slower by`,
    value: Math.max(there / notThere, notThere / there),
    ...({ unit: '×', goal: 1.1, good: 'atMost' } as const),
    detail: `${there.toFixed(2)} ms against ${notThere.toFixed(2)} ms, medians of ${times} each`,
  };
}

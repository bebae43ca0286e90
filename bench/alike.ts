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
import { median, report, type Measure } from './measure/report.ts';

const tokenOf = (n: number) => `token of agent ${n}`;
/** Many short requests, so that other load affects both sides equally. */
const requestCount = 600;

/** Calls on which ids can be probed, with their tables. */
const probes: { name: string; call: Call; table: string; owner?: string }[] = [
  { name: 'device', call: deviceCalls.detail, table: 'devices' },
  { name: 'account', call: accountCalls.detail, table: 'accounts' },
  { name: 'company', call: companyCalls.detail, table: 'companies', owner: 'id' },
  { name: 'role', call: roleCalls.detail, table: 'roles' },
  { name: 'audit entry', call: auditCalls.detail, table: 'audit_entries' },
  { name: 'notice, marked as read', call: noticeCalls.read, table: 'notices' },
];

/**
 * Refusing a row of another company must take as long as refusing a missing row, and a wrong password as long as an unknown
 * login name. Both sides are measured in turns.
 */
export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'alike-bench-'));
  // Readable for the unprivileged user of PostgreSQL.
  chmodSync(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} });
  const createDatabase = async (name: string) => {
    const sql = owner(database.url);
    await sql`create database ${sql(name)}`;
    await sql.end();
    const url = withDatabase(database.url, name);
    await migrateDatabase(url);
    return url;
  };
  const [world, empty] = [await createDatabase('world'), await createDatabase('empty')];
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
    for (const probe of probes) measures.push(await compared(port, probe, await foreignIds(sql, probe)));
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

/** Ids outside the tenant scope of the first agent. */
async function foreignIds(sql: Sql, { table, owner: column = 'company_id' }: (typeof probes)[number]) {
  const own = companyIdOf(1);
  const rows = await sql<{ id: string }[]>`
    select t.id from ${sql(table)} t join companies c on c.id = t.${sql(column)}
    where c.path not like ${`%${own}%`} order by md5(t.id::text) limit ${Math.min(requestCount, 50 * agents)}`;
  return rows.map(({ id }) => id);
}

async function compared(port: number, { name, call }: (typeof probes)[number], foreign: string[]) {
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
    requestCount,
    (n) => timed(foreign[n % foreign.length]!),
    () => timed(newId()),
  );
  agent.destroy();
  return slowerBy(`${name} of another company against one that never was`, requestCount, times);
}

/** Number of logins per side; each needs about 30 ms of hashing. */
const loginCount = 300;

/** Compares logins with an existing and an unknown name; each uses another name and address. */
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
      method: 'POST',
      headers,
      body,
    });
    const { code } = (await answer.json()) as { code: number };
    const tookMs = performance.now() - at;
    if (code !== errors.wrongCredentials.code) throw new Error(`${username} was answered ${code}`);
    return tookMs;
  };
  const named = (who: string, n: number) => `${who}.${String(n + 100).padStart(8, '0')}`;
  const times = await inTurns(
    loginCount,
    (n) => timed(named('person', n)),
    (n) => timed(named('nobody', n)),
  );
  return slowerBy('login of an account against a name nobody has', loginCount, times);
}

const warmUps = 30;

/** Measures both sides alternately; the order changes each time, because the second side runs warmer. */
async function inTurns(
  times: number,
  there: (n: number) => Promise<number>,
  notThere: (n: number) => Promise<number>,
) {
  const took: { there: number[]; notThere: number[] } = { there: [], notThere: [] };
  for (let n = 0; n < times + warmUps; n++) {
    const first = async () => took.there.push(await there(n));
    const second = async () => took.notThere.push(await notThere(n));
    for (const ask of n % 2 ? [first, second] : [second, first]) await ask();
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

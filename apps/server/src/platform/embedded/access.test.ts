import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../db/migrate.ts';
import { secureCluster } from './access.ts';
import { connectionOf, socketUrl } from './connection.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';

const isRoot = process.getuid?.() === 0;
const settings = { shared_buffers: '16MB', fsync: 'off' };
let dataDir: string;
let server: EmbeddedPostgres;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sweepline-test-'));
  chmodSync(dataDir, 0o755);
  server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  await migrateDatabase(server.url);
});

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function asServer() {
  const [address, options] = connectionOf(server.serverUrl);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  cleanUps.push(() => sql.end());
  return sql;
}

const cluster = () => join(dataDir, 'cluster');
const socketOf = (url: string) => new URL(url).searchParams.get('host') ?? '';

/** Signs in as `role` from a process of another user. Returns `signed in` or the error code. */
function signInAs(uid: number, role: string): string {
  const [address, options] = connectionOf(socketUrl(socketOf(server.url), 'sweepline', role));
  const script = `import postgres from ${JSON.stringify(import.meta.resolve('postgres'))};
    process.setgroups([]); process.setgid(${uid}); process.setuid(${uid});
    const sql = postgres(${JSON.stringify(address)}, { ...${JSON.stringify(options)}, max: 1, connect_timeout: 5 });
    await sql\`select 1\`.then(() => console.log('signed in'), (error) => console.log(error.code));
    await sql.end();`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  }).stdout.trim();
}

test('the server signs in as a role that owns nothing and has no special attribute', async () => {
  const [role] = await asServer()`
    select session_user as name, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
      (select count(*)::int from pg_class where relowner = r.oid) +
      (select count(*)::int from pg_proc where proowner = r.oid) +
      (select count(*)::int from pg_namespace where nspowner = r.oid) as owned,
      (select count(*)::int from pg_auth_members where member = r.oid) as memberships
    from pg_roles r where rolname = session_user`;
  expect(role).toEqual({
    name: 'sweepline_app',
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolreplication: false,
    owned: 0,
    memberships: 0,
  });
});

test.each([
  ['create table mine (id int)'],
  ['create temporary table mine (id int)'],
  ['create schema mine'],
  ['create function mine() returns int language sql as $$ select 1 $$'],
  ['create database mine'],
  ['create role mine'],
  ['alter table sites disable row level security'],
  ['alter table sites add column mine int'],
  ['drop policy tenant_scope on sites'],
  ['drop table sites'],
  ['truncate sites'],
  ['select * from pg_authid'],
  ["select pg_read_file('pg_hba.conf')"],
  ["copy sites to program 'cat'"],
  ["copy sites to '/tmp/sites'"],
  ['set role sweepline'],
  ['set session authorization sweepline'],
  ['reset role; alter role sweepline_app superuser'],
  ['alter system set fsync = off'],
  ['set session_replication_role = replica'],
  ['update audit_entries set code = 1'],
  ['delete from audit_entries'],
  ['insert into audit_seals default values'],
  ['set row_security = off; select * from sites'],
])('the server is refused: %s', async (statement) => {
  const attempt = asServer().unsafe(statement).simple();
  await expect(attempt).rejects.toMatchObject({ code: '42501' });
});

async function asOwner(statement: string, url = server.url) {
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

test('the server role cannot connect to another database', async () => {
  const attempt = asOwner('select 1', socketUrl(socketOf(server.url), 'postgres', 'sweepline_app'));
  await expect(attempt).rejects.toMatchObject({ code: '42501' });
});

test('the cluster trusts no user, and its files and socket are closed to other users', () => {
  expect(readFileSync(join(cluster(), 'pg_hba.conf'), 'utf8')).not.toMatch(/trust|host/);
  expect(statSync(socketOf(server.url)).mode & 0o777).toBe(0o700);
  const open = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});

test.runIf(isRoot)('PostgreSQL started by root runs as a user of its own', () => {
  const { uid } = statSync(cluster());
  expect([0, 65_534]).not.toContain(uid);
  expect(statSync(`/proc/${server.pid}`).uid).toBe(uid);
});

test.runIf(isRoot).each(['sweepline', 'sweepline_app', 'postgres'])(
  'another user cannot sign in as %s, even if the socket is open to all users',
  (role) => {
    expect(signInAs(65_534, role)).toBe('EACCES');
    // PostgreSQL's own user may open the socket and is refused by its identity, like every other user.
    expect(signInAs(statSync(cluster()).uid, role)).toBe('28000');
    const socket = socketOf(server.url);
    chmodSync(socket, 0o777);
    chmodSync(join(socket, '.s.PGSQL.5432'), 0o777);
    cleanUps.push(() => chmodSync(socket, 0o700));
    expect(signInAs(65_534, role)).toBe('28000');
  },
);

/** Restores the state of the previous version: every user of the socket is trusted, and under root `nobody` owns the cluster. */
function restoreOldState(folder: string) {
  writeFileSync(join(folder, 'cluster', 'pg_hba.conf'), 'local all all trust\n');
  writeFileSync(join(folder, 'cluster', 'pg_ident.conf'), '');
  chmodSync(join(folder, 'cluster', 'sweepline-id'), 0o644);
  if (!isRoot) return;
  for (const entry of readdirSync(join(folder, 'cluster'), { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), 65_534, 65_534);
  chownSync(join(folder, 'cluster'), 65_534, 65_534);
}

async function oldFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'sweepline-test-'));
  chmodSync(folder, 0o755);
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const first = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings });
  await asOwner(`create table kept as select 'here' as word`, first.url);
  await asOwner('alter role sweepline_app nologin', first.url);
  await first.stop();
  restoreOldState(folder);
  return folder;
}

async function expectSecured(folder: string) {
  const second = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings });
  cleanUps.push(second.stop);
  expect([...(await asOwner('select word from kept', second.url))]).toEqual([{ word: 'here' }]);
  expect([...(await asOwner('select session_user as name', second.serverUrl))]).toEqual([
    { name: 'sweepline_app' },
  ]);
  expect(readFileSync(join(folder, 'cluster', 'pg_hba.conf'), 'utf8')).not.toMatch(/trust/);
  if (isRoot) expect(statSync(join(folder, 'cluster')).uid).not.toBe(65_534);
  expect(statSync(join(folder, 'cluster', 'sweepline-id')).mode & 0o077).toBe(0);
  return second;
}

test('the next start secures a cluster of the previous version and keeps its data', async () => {
  await expectSecured(await oldFolder());
});

test.runIf(isRoot)('the next start completes a conversion that was killed half way', async () => {
  const folder = await oldFolder();
  chownSync(join(folder, 'cluster'), 0, 0);
  chownSync(join(folder, 'cluster', 'base'), 60_600, 60_600);
  await expectSecured(folder);
});

test('a running server of the previous version is stopped and started again, secured', async () => {
  const folder = await oldFolder();
  const previous = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings });
  // The old rules are in the file; the running server keeps the rules it has read until it stops.
  writeFileSync(join(folder, 'cluster', 'pg_hba.conf'), 'local all all trust\n');
  const second = await expectSecured(folder);
  expect(second).toMatchObject({ adopted: false });
  expect(second.pid).not.toBe(previous.pid);
});

test('a running server of the previous version is not stopped while it has other clients', async () => {
  const folder = await oldFolder();
  const previous = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings });
  cleanUps.push(previous.stop);
  writeFileSync(join(folder, 'cluster', 'pg_hba.conf'), 'local all all trust\n');
  const [address, options] = connectionOf(previous.url);
  const client = postgres(address, { ...options, max: 1 });
  cleanUps.push(() => client.end());
  await client`select 1`;
  await expect(startEmbeddedPostgres({ dataDir: folder, log: () => {} })).rejects.toThrow(/earlier version/);
  expect([...(await client`select 1 as one`)]).toEqual([{ one: 1 }]);
});

test('securing a secured cluster changes nothing', () => {
  const rules = () =>
    ['pg_hba.conf', 'pg_ident.conf'].map((name) => readFileSync(join(cluster(), name), 'utf8'));
  const before = rules();
  const { uid, gid } = statSync(cluster());
  secureCluster({ folder: cluster(), as: isRoot ? { uid, gid } : {} });
  expect(rules()).toEqual(before);
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, expect, test } from 'vitest';
import { connectionOf } from './connection.ts';
import { startEmbeddedPostgres } from './postgres.ts';
import { isAlive } from './processes.ts';
import { StartupError } from './startup-error.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sweepline-test-'));
  chmodSync(folder, 0o755);
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    settings: { shared_buffers: '16MB' },
  });
  cleanUps.push(server.stop);
  return server;
}

async function ask(url: string, question: string): Promise<unknown> {
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  try {
    const [row] = await sql.unsafe(question);
    return Object.values(row ?? {})[0];
  } finally {
    await sql.end();
  }
}

/** A second process that starts the database, prints its pid, and waits to be killed. */
async function startInAnotherProcess(dataDir: string): Promise<{ parent: ChildProcess; pid: number }> {
  const module = JSON.stringify(join(import.meta.dirname, 'postgres.ts'));
  const script = `import { startEmbeddedPostgres } from ${module};
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log(server.pid);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUps.push(() => parent.kill('SIGKILL'));
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  return { parent, pid: Number(output.toString()) };
}

test('the first start creates an empty database named sweepline that only its own user reaches, and stop ends it', async () => {
  const dataDir = dataFolder();
  const server = await start(dataDir);
  expect(server.adopted).toBe(false);
  expect(await ask(server.url, 'select current_database()')).toBe('sweepline');
  expect(await ask(server.url, `select current_setting('listen_addresses')`)).toBe('');
  expect(await ask(server.url, `select current_setting('fsync')`)).toBe('on');
  const socket = String(await ask(server.url, `select current_setting('unix_socket_directories')`));
  expect(statSync(socket).mode & 0o777).toBe(0o700);
  await server.stop();
  expect(isAlive(server.pid)).toBe(false);
  expect(existsSync(socket)).toBe(false);
});

test('the second start keeps the data and does not create the cluster again', async () => {
  const dataDir = dataFolder();
  const first = await start(dataDir);
  await ask(first.url, `create table kept as select 'here' as word`);
  await first.stop();
  const createdAtMs = statSync(join(dataDir, 'cluster', 'PG_VERSION')).birthtimeMs;
  const second = await start(dataDir);
  expect(await ask(second.url, 'select word from kept')).toBe('here');
  expect(statSync(join(dataDir, 'cluster', 'PG_VERSION')).birthtimeMs).toBe(createdAtMs);
});

test('a start adopts the server that a process killed with SIGKILL left running', async () => {
  const dataDir = dataFolder();
  const { parent, pid } = await startInAnotherProcess(dataDir);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  expect(isAlive(pid)).toBe(true);
  const server = await start(dataDir);
  expect(server).toMatchObject({ adopted: true, pid });
  await server.stop();
  expect(isAlive(pid)).toBe(false);
});

test('a start that wants the database alone refuses one that another program uses, and leaves it running', async () => {
  const dataDir = dataFolder();
  const first = await start(dataDir);
  const [address, options] = connectionOf(first.url);
  const other = postgres(address, { ...options, max: 1 });
  await other`select 1`;
  const refusal = startEmbeddedPostgres({ dataDir, log: () => {}, alone: true });
  await expect(refusal).rejects.toThrow(/Another program works with the database/);
  expect(await ask(first.url, 'select 1')).toBe(1);
  await other.end();
  const second = await startEmbeddedPostgres({ dataDir, log: () => {}, alone: true });
  expect(second).toMatchObject({ adopted: true, pid: first.pid });
});

test('a start recovers the data after the server itself was killed', async () => {
  const dataDir = dataFolder();
  const first = await start(dataDir);
  await ask(first.url, `create table kept as select 'here' as word`);
  process.kill(first.pid, 'SIGKILL');
  const second = await start(dataDir);
  expect(await ask(second.url, 'select word from kept')).toBe('here');
});

test('a start ignores a pid file whose number belongs to another program', async () => {
  const dataDir = dataFolder();
  const first = await start(dataDir);
  const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await first.stop();
  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'), { mode: 0o644 });
  const second = await start(dataDir);
  expect(second.pid).not.toBe(process.pid);
  expect(await ask(second.url, 'select 1')).toBe(1);
});

test('a start refuses a running server of another installation and does not stop it', async () => {
  const dataDir = dataFolder();
  const foreign = await start(dataDir);
  const idFile = join(dataDir, 'cluster', 'sweepline-id');
  const id = readFileSync(idFile, 'utf8');
  writeFileSync(idFile, 'another installation');
  const refusal = startEmbeddedPostgres({ dataDir, log: () => {} });
  await expect(refusal).rejects.toThrow(StartupError);
  await expect(refusal).rejects.toThrow(/does not prove to be/);
  expect(await ask(foreign.url, 'select 1')).toBe(1);
  writeFileSync(idFile, id);
});

// Only root runs the server as another user, who may lack access to the data folder.
test.runIf(process.getuid?.() === 0)(
  'a data folder closed to the server contains a pointer to its database',
  async () => {
    const closed = dataFolder();
    chmodSync(closed, 0o700);
    const dataDir = join(closed, 'pg');
    const notes: string[] = [];
    const first = await startEmbeddedPostgres({ dataDir, log: (line) => notes.push(line) });
    const cluster = readFileSync(join(dataDir, 'moved-to'), 'utf8').trim();
    cleanUps.push(() => rmSync(join(cluster, '..'), { recursive: true, force: true }), first.stop);
    expect(notes.join()).toContain(`the database is in ${cluster}`);
    await ask(first.url, `create table kept as select 'here' as word`);
    await first.stop();
    const second = await start(dataDir);
    expect(await ask(second.url, 'select word from kept')).toBe('here');
  },
);

test.runIf(process.getuid?.() === 0)(
  'a closed data folder of the program lets the server enter and cannot be listed by other users',
  async () => {
    const closed = dataFolder();
    chmodSync(closed, 0o700);
    const dataDir = join(closed, 'pg');
    const server = await startEmbeddedPostgres({ dataDir, log: () => {}, within: [closed] });
    cleanUps.push(server.stop);
    expect(existsSync(join(dataDir, 'cluster'))).toBe(true);
    expect(statSync(closed).mode & 0o777).toBe(0o710);
    expect(statSync(closed).gid).toBe(statSync(join(dataDir, 'cluster')).gid);
  },
);

test('a connection URL without a socket folder is returned unchanged', () => {
  expect(connectionOf('postgres://a:b@host:5433/db?sslmode=require')).toEqual([
    'postgres://a:b@host:5433/db?sslmode=require',
    {},
  ]);
});

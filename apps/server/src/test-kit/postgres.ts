import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { connectionOf, serverRole, withDatabase } from '../platform/embedded/connection.ts';
import { startEmbeddedPostgres } from '../platform/embedded/postgres.ts';
import { startCitus } from './citus/citus-cluster.ts';
import { foldersOfRuns } from './folders-of-runs.ts';
import { asOwner } from './owner-connection.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * An empty database of this run; its owner may create further ones. Their names must start with its name and `_`: at the end
     * of the run only these databases are dropped.
     */
    databaseUrl: string;
    /** Files of servers. It is removed at the end of the run, because the server that files of a worker share is never stopped. */
    filesFolder: string;
    /** The role of the server; undefined if only the owner's login exists. */
    serverRole: string | undefined;
    /** The workers of a Citus cluster whose coordinator has the database; none without Citus. */
    citusWorkers: readonly string[];
  }
}

/**
 * One PostgreSQL for the whole run: the embedded one in a temporary folder, the server of DATABASE_URL, or with CITUS=1 a cluster
 * over whose workers the tables of `docs/citus/distribute.sql` are distributed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const filesFolder = mkdtempSync(join(foldersOfRuns(), 'sweepline-files-'));
  project.provide('filesFolder', filesFolder);
  const stopDatabase = await startDatabase(project);
  return async () => {
    await stopDatabase();
    rmSync(filesFolder, { recursive: true, force: true });
  };
}

async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['CITUS']) return await useCitus(project);
  project.provide('citusWorkers', []);
  const external = process.env['DATABASE_URL'];
  if (external) return await useExternal(project, external);

  const folder = mkdtempSync(join(foldersOfRuns(), 'sweepline-test-'));
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings });
  const watch = stopWhenOrphaned([server.pid], folder);
  project.provide('databaseUrl', server.url);
  project.provide('serverRole', new URL(server.serverUrl).username);
  return async () => {
    await server.stop();
    watch.kill();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Nothing of a run outlives it, so nothing is written for a crash, a replica or later statistics. */
const settings = {
  max_connections: '300',
  shared_buffers: '128MB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  autovacuum_naptime: '5min',
};

/** Cleans up after a killed run: its end of the pipe closes, and the shell at the other end stops PostgreSQL. */
function stopWhenOrphaned(pids: readonly number[], folder: string) {
  const script = 'read _; kill -INT $0; sleep 3; rm -rf "$1"';
  const watch = spawn('/bin/sh', ['-c', script, pids.join(' '), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watch.unref();
  return watch;
}

async function useCitus(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCitus();
  const watch = stopWhenOrphaned(cluster.pids(), cluster.folder);
  await asOwner(cluster.coordinator.url, (sql) => sql`create database sweepline`);
  project.provide('databaseUrl', withDatabase(cluster.coordinator.url, 'sweepline'));
  project.provide('serverRole', serverRole);
  project.provide(
    'citusWorkers',
    cluster.workers.map(({ url }) => url),
  );
  return async () => {
    await cluster.stop();
    watch.kill();
  };
}

async function useExternal(project: TestProject, url: string): Promise<() => Promise<void>> {
  const name = `sweepline_test_${randomBytes(6).toString('hex')}`;
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  await sql`create database ${sql(name)}`;
  project.provide('databaseUrl', withDatabase(url, name));
  project.provide('serverRole', undefined);
  return async () => {
    const databases = await sql<{ name: string }[]>`
      select datname as name from pg_database where datname = ${name} or starts_with(datname, ${`${name}_`})`;
    for (const database of databases) await sql`drop database if exists ${sql(database.name)} with (force)`;
    await sql.end();
  };
}

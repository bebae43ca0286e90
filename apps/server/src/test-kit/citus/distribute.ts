import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectionOf, withDatabase } from '../../platform/embedded/connection.ts';
import { asOwner } from '../owner-connection.ts';

/** What docs/scale.md gives to the operator. */
const listing = readFileSync(join(import.meta.dirname, '../../../../../docs/citus/distribute.sql'), 'utf8');

/** Adds the workers to a migrated database of the coordinator and distributes its tables over them. */
export async function distribute(url: string, workers: readonly string[]): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await Promise.all(
    workers.map(async (worker) => {
      await asOwner(worker, (sql) => sql`create database ${sql(name)}`);
      await asOwner(withDatabase(worker, name), (sql) => sql`create extension citus`);
    }),
  );
  await asOwner(url, async (sql) => {
    await sql`create extension citus`;
    await sql`select citus_set_coordinator_host(${hostOf(url)}, ${portOf(url)})`;
    for (const worker of workers) await sql`select citus_add_node(${hostOf(worker)}, ${portOf(worker)})`;
    await sql.unsafe(listing);
  });
}

export async function dropOnWorkers(name: string, workers: readonly string[]): Promise<void> {
  await Promise.all(
    workers.map((worker) => asOwner(worker, (sql) => sql`drop database if exists ${sql(name)} with (force)`)),
  );
}

const hostOf = (url: string) => {
  const [address, { host }] = connectionOf(url);
  return typeof host === 'string' ? host : new URL(address).hostname;
};
const portOf = (url: string) => Number(new URL(url).port || 5432);

import postgres from 'postgres';
import { migrateDatabase } from '../../apps/server/src/platform/db/migrate.ts';
import { connectionOf, withDatabase } from '../../apps/server/src/platform/embedded/connection.ts';

/** Creates a migrated database beside the one of the address, and returns its address. */
export async function createDatabase(
  databaseUrl: string,
  name: string,
  migrate: (url: string) => Promise<unknown> = migrateDatabase,
): Promise<string> {
  const [address, options] = connectionOf(databaseUrl);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  await sql`create database ${sql(name)}`;
  await sql.end();
  const url = withDatabase(databaseUrl, name);
  await migrate(url);
  return url;
}

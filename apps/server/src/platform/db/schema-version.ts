import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Sql } from 'postgres';

/** The database was written by a later version of the program; continuing could damage it. */
export class NewerSchemaError extends Error {
  readonly databaseVersion: string;
  readonly programVersion: string;
  constructor(databaseVersion: string, programVersion: string) {
    super('the database is newer than this program');
    this.databaseVersion = databaseVersion;
    this.programVersion = programVersion;
  }
}

/** The database was written by a development version whose migrations are not part of this program. */
export class FormerSchemaError extends Error {
  constructor() {
    super('the database is of a development version before the first release');
  }
}

/**
 * The first words of a migration that removes something which the program before it uses. The reason follows. Any other
 * migration only adds.
 */
export const contractingMark = '-- contracts: ';

const readVersions = (migrationsFolder: string) => {
  const migrations = readMigrationFiles({ migrationsFolder });
  const newestOf = (among: typeof migrations) => Math.max(0, ...among.map((it) => it.folderMillis));
  return {
    times: migrations.map((it) => it.folderMillis),
    newest: newestOf(migrations),
    newestContracting: newestOf(migrations.filter((it) => it.sql[0]?.startsWith(contractingMark))),
  };
};

/** The time of the newest migration of a program: of its schema. */
export const newestMigration = (folder: string): number => readVersions(folder).newest;

/**
 * Whether a later version has migrated the database, and this program can work on its schema. Throws if it cannot, or if the
 * schema is not of this program at all.
 */
export async function isNewerSchema(owner: Sql, folder: string): Promise<boolean> {
  const { times, newest } = readVersions(folder);
  const [table] = await owner`select to_regclass('drizzle.__drizzle_migrations') as name`;
  if (!table?.['name']) return false;
  const [applied] = await owner`
    select max(created_at) as newest, min(created_at) as oldest from drizzle.__drizzle_migrations`;
  if (!applied?.['oldest']) return false;
  if (!times.includes(Number(applied['oldest']))) throw new FormerSchemaError();
  const appliedAt = Number(applied['newest']);
  if (appliedAt <= newest) return false;
  const oldestReader = await readOldestReader(owner);
  if (oldestReader !== undefined && newest >= oldestReader) return true;
  const day = (ms: number) => new Date(ms).toISOString();
  throw new NewerSchemaError(day(appliedAt), day(newest));
}

/** Stores which programs may work on this schema: those that know its newest contracting migration. */
export async function storeOldestReader(owner: Sql, folder: string): Promise<void> {
  const { newestContracting } = readVersions(folder);
  await owner`create schema if not exists drizzle`;
  await owner`create table if not exists drizzle.oldest_reader
    (is_only boolean primary key default true check (is_only), created_at bigint not null)`;
  await owner`insert into drizzle.oldest_reader (created_at) values (${newestContracting})
    on conflict (is_only) do update set created_at = excluded.created_at`;
}

async function readOldestReader(owner: Sql): Promise<number | undefined> {
  const [table] = await owner`select to_regclass('drizzle.oldest_reader') as name`;
  if (!table?.['name']) return undefined;
  const [row] = await owner`select created_at from drizzle.oldest_reader`;
  return row && Number(row['created_at']);
}

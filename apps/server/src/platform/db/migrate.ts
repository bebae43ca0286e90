import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { installAudit } from '../audit/audit-install.ts';
import { installCluster } from '../cluster/cluster-install.ts';
import { installJobs } from '../jobs/job-install.ts';
import { appRole } from './columns.ts';
import { connectionOf } from '../embedded/connection.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

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

/** An arbitrary number, the same in every process of an installation. */
const migrationLock = 7_353_211;

/**
 * Brings the database at `url` to this program's schema, as the owner, and gives the server's role its rights.
 * Processes that start together take turns. Throws `NewerSchemaError` or
 * `FormerSchemaError` before anything is written.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const [address, socket] = connectionOf(url);
  const owner = postgres(address, { ...socket, max: 1, onnotice: () => {} });
  try {
    await owner`select pg_advisory_lock(${migrationLock})`;
    await refuseForeignSchema(owner);
    await ensureAppRole(owner);
    await migrate(drizzle(owner), { migrationsFolder });
    await grantToAppRole(owner);
    await installAudit(owner);
    await installCluster(owner);
    await installJobs(owner, url);
  } finally {
    await owner.end({ timeout: 5 });
  }
}

async function refuseForeignSchema(owner: Sql) {
  const migrationTimes = readMigrationFiles({ migrationsFolder }).map((migration) => migration.folderMillis);
  const newest = Math.max(0, ...migrationTimes);
  const [table] = await owner`select to_regclass('drizzle.__drizzle_migrations') as name`;
  if (!table?.name) return;
  const [applied] = await owner`
    select max(created_at) as newest, min(created_at) as oldest from drizzle.__drizzle_migrations`;
  if (!applied?.oldest) return;
  if (!migrationTimes.includes(Number(applied.oldest))) throw new FormerSchemaError();
  const appliedAt = Number(applied.newest);
  const day = (ms: number) => new Date(ms).toISOString();
  if (appliedAt > newest) throw new NewerSchemaError(day(appliedAt), day(newest));
}

/** Roles belong to the whole PostgreSQL server, so migrations of several databases may create it at the same time. */
async function ensureAppRole(owner: Sql) {
  await owner.unsafe(`do $$ begin
    create role ${appRole.name} nologin nosuperuser nocreatedb nocreaterole nobypassrls;
  exception when duplicate_object or unique_violation then null; end $$`);
  // The connecting user must be a member of the role; a superuser needs no membership.
  await owner.unsafe(`do $$ begin
    if not pg_has_role(current_user, '${appRole.name}', 'member') then
      execute format('grant %I to %I', '${appRole.name}', current_user);
    end if;
  end $$`);
}

/** Grants rights on existing and future tables. The audit trail is append-only. */
async function grantToAppRole(owner: Sql) {
  const role = appRole.name;
  await owner.unsafe(`grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage on all sequences in schema public to ${role};
    grant execute on all functions in schema public to ${role};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    revoke update, delete on audit_entries from ${role}`);
}

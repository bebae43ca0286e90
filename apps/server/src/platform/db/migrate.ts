import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { installAudit } from '../audit/audit-install.ts';
import { installCluster } from '../cluster/cluster-install.ts';
import { installJobs } from '../jobs/job-install.ts';
import { appRole } from './columns.ts';
import { connectionOf } from '../embedded/connection.ts';
import { isNewerSchema, storeOldestReader } from './schema-version.ts';

/** The migrations of this program. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** An arbitrary number, the same in every process of an installation. */
const migrationLock = 7_353_211;

/**
 * Brings the database at `url` to this program's schema, as the owner, and gives the server's role its rights.
 * Processes that start together take turns. A newer schema that this program can use is left as it is
 * (docs/decisions/0045-rolling-updates.md). Throws `NewerSchemaError` or `FormerSchemaError` before anything is written.
 * `folder` has the migrations of the program.
 */
export async function migrateDatabase(url: string, folder = migrationsFolder): Promise<void> {
  const [address, socket] = connectionOf(url);
  const owner = postgres(address, { ...socket, max: 1, onnotice: () => {} });
  try {
    await owner`select pg_advisory_lock(${migrationLock})`;
    if (await isNewerSchema(owner, folder)) return;
    await ensureAppRole(owner);
    // First: a program that is killed during its migration leaves none that an older one would take for its own.
    await storeOldestReader(owner, folder);
    await againAfterDeadlock(async () => {
      await migrate(drizzle(owner), { migrationsFolder: folder });
      await grantToAppRole(owner);
      await installAudit(owner);
      await installCluster(owner);
      await installJobs(owner, url);
    });
  } finally {
    await owner.end({ timeout: 5 });
  }
}

const maxAttempts = 5;

/** Servers that run may write in another order than a migration does. Each step is done again or was done already. */
async function againAfterDeadlock(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || attempt >= maxAttempts) throw error;
    }
  }
}

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '40P01') || isDeadlock(error.cause));

/** Roles belong to the whole PostgreSQL server, so migrations of several databases may create it at the same time. */
export async function ensureAppRole(owner: Sql) {
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

/** Grants rights on existing and future tables. The audit trail and the records of agreements are append-only. */
async function grantToAppRole(owner: Sql) {
  const role = appRole.name;
  await owner.unsafe(`grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage on all sequences in schema public to ${role};
    grant execute on all functions in schema public to ${role};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    revoke update, delete on audit_entries from ${role};
    revoke update, delete, truncate on agreement_records from ${role}`);
}

import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { createDb, type Db } from '../platform/db/db.ts';
import { connectionOf, withDatabase, withRole } from '../platform/embedded/connection.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';

/** Any number; the same in every worker of a run. */
const templateLock = 4_711;

export interface TestDatabase {
  /** Signs in as the owner. */
  url: string;
  /** Signs in as the running server does. */
  serverUrl: string;
  db: Db;
  /** Empties every table. */
  reset(): Promise<void>;
  /** As the owner, whom no policy binds. */
  asOwner<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A migrated database of its own for one test file, cloned from a template that is made once per run. */
export async function makeDatabase(): Promise<TestDatabase> {
  const base = inject('databaseUrl');
  const name = new URL(base).pathname.slice(1);
  const template = `${name}_template`;
  const mine = `${name}_${randomBytes(6).toString('hex')}`;

  await asOwner(base, async (sql) => {
    await sql`select pg_advisory_lock(${templateLock})`;
    const [made] = await sql`select 1 from pg_database where datname = ${template}`;
    if (!made) await makeTemplate(sql, base, template);
    // Under the same lock: PostgreSQL copies one template once at a time.
    await sql`create database ${sql(mine)} template ${sql(template)}`;
    await sql`select pg_advisory_unlock(${templateLock})`;
  });

  const url = withDatabase(base, mine);
  const serverUrl = withRole(url, inject('serverRole'));
  const db = createDb(serverUrl, { connections: 6 });
  return {
    url,
    serverUrl,
    db,
    reset: async () => {
      // What is in flight holds tables that are to be emptied, or would land in the next test.
      await db.writers.flush();
      await asOwner(url, empty);
    },
    asOwner: (work) => asOwner(url, work),
    close: async () => {
      await db.close();
      await asOwner(base, (sql) => sql`drop database ${sql(mine)} with (force)`);
    },
  };
}

/** Made under another name and renamed when complete: a run that was stopped half way leaves no half template. */
async function makeTemplate(sql: postgres.Sql, base: string, template: string) {
  const draft = `${template}_draft`;
  await sql`drop database if exists ${sql(draft)}`;
  await sql`create database ${sql(draft)}`;
  await migrateDatabase(withDatabase(base, draft));
  await sql`alter database ${sql(draft)} rename to ${sql(template)}`;
}

async function asOwner<T>(url: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const [address, options] = connectionOf(url);
  const sql = postgres(address, { ...options, max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Whoever writes while everything is emptied may hold one table and wait for another; PostgreSQL then ends one of the two. */
async function empty(sql: postgres.Sql, attempts = 5): Promise<void> {
  try {
    await emptyOnce(sql);
  } catch (error) {
    const deadlock = error instanceof postgres.PostgresError && error.code === '40P01';
    if (!deadlock || attempts <= 1) throw error;
    await empty(sql, attempts - 1);
  }
}

async function emptyOnce(sql: postgres.Sql) {
  const tables = await sql<{ name: string }[]>`
    select format('%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  const names = tables.map(({ name }) => name);
  if (names.length === 0) return;
  const [role] = await sql<{ all: boolean }[]>`select current_setting('is_superuser')::boolean as all`;
  if (!role?.all) return void (await sql.unsafe(`truncate ${names.join(', ')} cascade`));
  // Emptying few rows costs a twentieth of making every table and index anew. Locked first, as truncating does: whatever is being
  // written meanwhile is waited for and goes too. No trigger or foreign key is asked, which only a superuser may order.
  await sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${names.join(', ')} in access exclusive mode`);
    await tx.unsafe(
      `set local session_replication_role = replica; ${names.map((name) => `delete from ${name}`).join('; ')}`,
    );
  });
}

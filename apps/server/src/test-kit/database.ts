import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { createDb, type Db } from '../platform/db/db.ts';
import { createPreparedStatements } from '../platform/db/prepared-statements.ts';
import { withDatabase, withRole } from '../platform/embedded/connection.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { distribute, dropOnWorkers } from './citus/distribute.ts';
import { asOwner, ownerOf } from './owner-connection.ts';

/** An arbitrary number, the same in every worker of a run. */
const templateLock = 4_711;

export interface TestDatabase {
  /** Signs in as the owner. */
  url: string;
  /** Signs in as the server's role. */
  serverUrl: string;
  db: Db;
  /**
   * Empties every table. `fill` fills them, and must write the same rows at each call: from the second time on they are copied, which
   * takes a third of the time.
   */
  reset(fill?: () => Promise<void>): Promise<void>;
  /** Runs `work` as the owner, to whom no RLS policy applies. */
  asOwner<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface CreatedDatabase {
  name: string;
  url: string;
  /** Empties the tables. Kept open: a new connection reads the catalogue of all tables again, which takes longer than emptying them. */
  owner: postgres.Sql;
  /** Further connections of the owner that no test uses at the moment. */
  idle: postgres.Sql[];
  /** Its tables, triggers, functions and policies when it was created. */
  schema: string;
  /** Statements that insert the rows of the first filling again; undefined before it, and where copies cannot be kept. */
  refill?: readonly string[];
}

/** Databases of this worker without a test file. Copying one and warming its connections costs a second of processor time. */
const unused: CreatedDatabase[] = [];

/** An empty migrated database for one test file: one that an earlier file has left as it was created, else a new one. */
export async function makeDatabase(): Promise<TestDatabase> {
  const created = unused.pop() ?? (await createDatabase());
  const { url, owner } = created;
  const serverUrl = withRole(url, inject('serverRole'));
  // A test sends most texts once: prepared at the first use, each takes one round trip.
  const statements = createPreparedStatements({ firstPreparedUse: 1 });
  const db = createDb(serverUrl, { connections: 6, statements });
  return {
    url,
    serverUrl,
    db,
    reset: async (fill) => {
      // Rows in flight would lock the tables or appear in the next test.
      await db.writers.flush();
      await empty(owner, fill && created.refill);
      db.listCache.drop();
      if (!fill || created.refill) return;
      await fill();
      // Skipping triggers requires a superuser, and Citus has the rows on its workers.
      if (inject('serverRole') && inject('citusWorkers').length === 0) created.refill = await copiesIn(owner);
    },
    asOwner: async (work) => {
      const sql = created.idle.pop() ?? ownerOf(url);
      try {
        return await work(sql);
      } finally {
        // A setting of one test must not hold in the next one.
        await sql`reset all`;
        created.idle.push(sql);
      }
    },
    close: async () => {
      await db.close();
      await release(created);
    },
  };
}

/** Keeps a database for the next file if it is as it was created, and drops it otherwise. */
async function release(created: CreatedDatabase) {
  const { name, owner, schema } = created;
  const workers = inject('citusWorkers');
  // Only a superuser may end the connections of the server's role.
  if (workers.length === 0 && inject('serverRole') && (await schemaOf(owner)) === schema) {
    await owner`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename <> current_user`;
    await empty(owner);
    await owner`
      select setval(seqrelid::regclass, seqstart, false) from pg_sequence join pg_class on pg_class.oid = seqrelid
      where relnamespace = 'public'::regnamespace`;
    unused.push(created);
    return;
  }
  await Promise.all([owner, ...created.idle].map((sql) => sql.end({ timeout: 5 })));
  await asOwner(inject('databaseUrl'), (sql) => sql`drop database ${sql(name)} with (force)`);
  await dropOnWorkers(name, workers);
}

/** The schema with the rows that a database is filled with again. */
const copies = 'copies';
/** Schemas that no test changes. */
const notOfTests = `^(pg_|information_schema|${copies}$)`;

/** A digest of what a test may have changed beside rows. */
async function schemaOf(sql: postgres.Sql): Promise<string> {
  const [row] = await sql<{ digest: string }[]>`
    select md5(string_agg(line, ',' order by line)) as digest from (
      select concat_ws(' ', relnamespace, relname, relkind, relnatts, relrowsecurity, relforcerowsecurity) from pg_class
      where relnamespace::regnamespace::text !~ ${notOfTests}
      union all select concat_ws(' ', tgrelid, tgname, tgenabled) from pg_trigger
      union all select concat_ws(' ', polrelid, polname) from pg_policy
      union all select concat_ws(' ', pronamespace, proname, md5(prosrc)) from pg_proc
      where pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
    ) as objects (line)`;
  return row?.digest ?? '';
}

/** Clones a database from a template that is created once per run. */
async function createDatabase(): Promise<CreatedDatabase> {
  const base = inject('databaseUrl');
  const name = new URL(base).pathname.slice(1);
  const template = `${name}_template`;
  const ownName = `${name}_${randomBytes(6).toString('hex')}`;
  const url = withDatabase(base, ownName);
  const workers = inject('citusWorkers');

  await asOwner(base, async (sql) => {
    await sql`select pg_advisory_lock(${templateLock})`;
    const [existing] = await sql`select 1 from pg_database where datname = ${template}`;
    if (!existing) await makeTemplate(sql, base, template);
    // Under the same lock, because PostgreSQL allows one copy of a template at a time. Copying files takes an eighth of the
    // processor time of the default strategy, which writes every page to the WAL.
    await sql`create database ${sql(ownName)} template ${sql(template)} strategy file_copy`;
    // Under the same lock, because roles belong to all databases.
    if (workers.length > 0) await distribute(url, workers);
    await sql`select pg_advisory_unlock(${templateLock})`;
  });

  const owner = ownerOf(url);
  return { name: ownName, url, owner, idle: [], schema: await schemaOf(owner) };
}

/** Creates the template under another name and renames it when complete, so that a stopped run leaves no partial template. */
async function makeTemplate(sql: postgres.Sql, base: string, template: string) {
  const draft = `${template}_draft`;
  await sql`drop database if exists ${sql(draft)}`;
  await sql`create database ${sql(draft)}`;
  await migrateDatabase(withDatabase(base, draft));
  await sql`alter database ${sql(draft)} rename to ${sql(template)}`;
}

/** Copies the rows of all tables. Returns the statements that insert them again, also those that triggers and defaults wrote. */
async function copiesIn(sql: postgres.Sql): Promise<string[]> {
  const written = await sql<{ name: string; columns: string }[]>`
    select format('%I', relname) as name, string_agg(format('%I', attname), ', ') as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(pg_class.oid) > 0
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname`;
  const statements = written.map(({ name }) => `create table ${copies}.${name} as table public.${name}`);
  await sql.unsafe([`create schema ${copies}`, ...statements].join('; '));
  return written.map(
    ({ name, columns }) =>
      `insert into public.${name} (${columns}) overriding system value select ${columns} from ${copies}.${name}`,
  );
}

/**
 * Empties all tables and runs these statements. A concurrent writer may cause a deadlock, which PostgreSQL ends with an error; then it
 * is tried again.
 */
async function empty(sql: postgres.Sql, refill: readonly string[] = [], attempts = 5): Promise<void> {
  try {
    await emptyOnce(sql, refill);
  } catch (error) {
    const deadlock = error instanceof postgres.PostgresError && error.code === '40P01';
    if (!deadlock || attempts <= 1) throw error;
    await empty(sql, refill, attempts - 1);
  }
}

const distributed = ['device_history', 'device_events', 'run_paths', 'journal_ids'].map((name) => ({ name }));

async function emptyOnce(sql: postgres.Sql, refill: readonly string[]) {
  const tables = await sql<{ name: string }[]>`
    select format('%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  const names = tables.map(({ name }) => name);
  if (names.length === 0) return;
  const [role] = await sql<{ all: boolean }[]>`select current_setting('is_superuser')::boolean as all`;
  if (!role?.all) return void (await sql.unsafe(`truncate ${names.join(', ')} cascade`));
  // Deleting few rows costs a twentieth of truncating every table and index, and a table without a page has no row. The tables are
  // locked first, as `truncate` does, so concurrent writes end before and are deleted too. Triggers and foreign keys are skipped,
  // which requires a superuser.
  await sql.begin(async (tx) => {
    await tx.unsafe(`lock table ${names.join(', ')} in access exclusive mode`);
    const written = await tx<{ name: string }[]>`
      select format('%I', relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`;
    // Their rows are on the workers.
    if (inject('citusWorkers').length > 0) written.push(...distributed);
    const deletions = written.map(({ name }) => `delete from ${name}`);
    await tx.unsafe(['set local session_replication_role = replica', ...deletions, ...refill].join('; '));
  });
}

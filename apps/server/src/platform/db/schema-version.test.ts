import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnv } from '../../app/env.ts';
import { startServer } from '../../app/main.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { migrateDatabase } from './migrate.ts';
import { contractingMark, NewerSchemaError } from './schema-version.ts';

const ownFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sweepline-versions-'));
  database = await makeDatabase();
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

/** Migrates the database as the next version does, which has these statements more than this one. */
async function migrateAsNext(statements: string): Promise<void> {
  const next = join(folder, 'migrations');
  cpSync(ownFolder, next, { recursive: true });
  const file = join(next, 'meta', '_journal.json');
  // Written by drizzle-kit.
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(next, '9999_next.sql'), statements);
  await migrateDatabase(database.url, next);
}

const addsOnly = `alter table sites add column colour text not null default 'grey'`;

test('a program starts on a newer schema that only adds to its own, and serves', async () => {
  await migrateAsNext(addsOnly);
  await migrateDatabase(database.url);
  const ports = { HOST: '127.0.0.1', PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'silent' };
  const data = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url };
  const server = await startServer(readEnv({ ...ports, ...data }));
  expect((await fetch(`${server.url}/ready`)).status).toBe(200);
  await server.stop();
});

test('a program leaves the functions of a newer schema as they are', async () => {
  await migrateAsNext(addsOnly);
  await database.asOwner((sql) => sql`comment on function server_key(uuid) is 'of the next version'`);
  await database.asOwner((sql) =>
    sql.unsafe(
      `create or replace function server_key(server uuid) returns bigint language sql immutable return 42::bigint`,
    ),
  );
  await migrateDatabase(database.url);
  const [row] = await database.asOwner(
    (sql) => sql`select server_key('00000000-0000-7000-8000-000000000000') as key`,
  );
  expect(Number(row?.['key'])).toBe(42);
});

test('a program refuses a newer schema that has lost what it uses', async () => {
  await migrateAsNext(
    `${contractingMark}the name is in another table now.\nalter table sites drop column name`,
  );
  await expect(migrateDatabase(database.url)).rejects.toThrow(NewerSchemaError);
});

test('a program starts beside servers that write', async () => {
  const tables = await database.asOwner(
    (sql) => sql<{ name: string }[]>`
      select format('%I', relname) as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  await database.asOwner((sql) =>
    sql.begin(async (tx) => {
      await tx.unsafe(`lock table ${tables.map(({ name }) => name).join(', ')} in row exclusive mode`);
      await migrateDatabase(database.url);
    }),
  );
});

test('the next version brings its schema to a database of this one', async () => {
  await migrateDatabase(database.url);
  await migrateAsNext(addsOnly);
  const columns = await database.asOwner((sql) => sql`select colour from sites`);
  expect(columns).toEqual([]);
});

/** Statements after which a program that does not know them may fail. */
const contracting =
  /\bdrop (?:table|column|function|type|view|constraint)\b|\brename\b|\bset not null\b|\bset data type\b|\balter column \S+ type\b|\badd constraint\b(?!.*\bnot valid\b)|\bcreate unique index\b/i;
/** Without the statements about tables that the migration itself creates: earlier versions do not know those. */
function aboutEarlierTables(statements: string): string {
  const created = new Set([...statements.matchAll(/\bcreate table "(\w+)"/gi)].map(([, name]) => name));
  const isEarlier = (statement: string) =>
    !created.has(/\b(?:alter table|on)\s+"(\w+)"/i.exec(statement)?.[1]) ||
    /\bcreate table\b/i.test(statement);
  return statements.split(';').filter(isEarlier).join(';');
}
/** The body of a function runs when it is called, not in the migration. */
const functions = /create (?:or replace )?function [\s\S]*?\$\$[\s\S]*?\$\$/gi;
const isContracting = (statements: string) =>
  contracting.test(
    aboutEarlierTables(statements.replaceAll(/^--.*$/gm, '').replaceAll(functions, '')).replaceAll(
      /create table [\s\S]*?\);/gi,
      '',
    ),
  );

test('a migration that removes, renames or tightens something says so in its first line', () => {
  const files = readdirSync(ownFolder).filter((name) => name.endsWith('.sql') && name >= '0011');
  const texts = files.map((name) => ({ name, text: readFileSync(join(ownFolder, name), 'utf8') }));
  expect(texts.length).toBeGreaterThan(0);
  const unmarked = texts.filter(({ text }) => isContracting(text) && !text.startsWith(contractingMark));
  expect(unmarked.map(({ name }) => name)).toEqual([]);
  expect(isContracting('ALTER TABLE "sites" DROP COLUMN "name";')).toBe(true);
  expect(isContracting('ALTER TABLE "sites" ALTER COLUMN "name" SET NOT NULL;')).toBe(true);
  expect(isContracting(addsOnly)).toBe(false);
  const body = 'AS $$ BEGIN DROP TABLE "a"; END $$;';
  expect(isContracting(`CREATE FUNCTION "f"() RETURNS void ${body}`)).toBe(false);
  expect(
    isContracting(`CREATE FUNCTION "f"() RETURNS void ${body}\nDO $$ BEGIN DROP TABLE "b"; END $$;`),
  ).toBe(true);
  const newTable = 'CREATE TABLE "a" ("id" uuid);\nCREATE UNIQUE INDEX "a_id" ON "a" ("id");';
  expect(isContracting(newTable)).toBe(false);
  expect(isContracting(newTable.replace('ON "a"', 'ON "b"'))).toBe(true);
});

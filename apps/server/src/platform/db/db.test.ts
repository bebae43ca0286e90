import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../../entities/people/company-service.ts';
import { sites } from '../../entities/places/site-table.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { inScope } from './db.ts';
import { newId } from '../runtime/ids.ts';
import { migrateDatabase } from './migrate.ts';
import { FormerSchemaError, NewerSchemaError } from './schema-version.ts';
import { inValues } from './page.ts';

let database: TestDatabase;
const companyId = newId();
const site = (name: string) => ({
  companyId,
  name,
  address: '',
  timezone: 'UTC',
  createdAt: '2030-01-01T00:00:00.120Z',
});
beforeAll(async () => {
  database = await makeDatabase();
  const company = { id: companyId, name: 'Company', type: 0 as const, parentId: null };
  await inScope(database.db, '*', (tx) => createCompany(tx, () => new Date(), 'test', company));
});
afterAll(() => database.close());

const names = () =>
  inScope(database.db, '*', (tx) => tx.select().from(sites)).then((rows) =>
    rows.map(({ name }) => name).toSorted(),
  );

test('a failed transaction writes nothing and runs no effect', async () => {
  const effects: string[] = [];
  const failed = inScope(database.db, [companyId], async (tx) => {
    await tx.insert(sites).values(site('lost'));
    tx.afterCommit(() => effects.push('lost'));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await inScope(database.db, [companyId], async (tx) => {
    await tx.insert(sites).values(site('kept'));
    tx.afterCommit(() => effects.push('kept'));
    expect(effects).toEqual([]);
  });
  expect(await names()).toEqual(['kept']);
  expect(effects).toEqual(['kept']);
});

test('a transaction with a failed statement rejects, even if the handler caught the failure', async () => {
  const swallowed = inScope(database.db, [companyId], async (tx) => {
    await tx.execute(sql`select 1/0`).catch(() => {});
  });
  await expect(swallowed).rejects.toThrow('rolled back');
});

test('a failed savepoint rolls back its own part only', async () => {
  await inScope(database.db, [companyId], async (tx) => {
    await tx.insert(sites).values(site('outer'));
    await tx.transaction((inner) => inner.insert(sites).values(site('outer'))).catch(() => {});
    await tx.transaction((inner) => inner.insert(sites).values(site('inner')));
  });
  expect(await names()).toEqual(['inner', 'kept', 'outer']);
});

test('a read-only transaction cannot write', async () => {
  const write = inScope(database.db, [companyId], (tx) => tx.insert(sites).values(site('x')), {
    readOnly: true,
  });
  await expect(write).rejects.toThrow();
});

test('more transactions than connections wait for each other and all complete', async () => {
  const counts = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      inScope(database.db, n % 2 ? [companyId] : [], (tx) => tx.select().from(sites), { readOnly: true }),
    ),
  );
  expect(counts.map((rows) => rows.length)).toEqual(Array.from({ length: 40 }, (_, n) => (n % 2 ? 3 : 0)));
});

test('moments are ISO texts with milliseconds, alone, in arrays and in raw rows', async () => {
  const [row] = await inScope(database.db, '*', (tx) =>
    tx.select().from(sites).where(eq(sites.name, 'kept')),
  );
  expect(row?.createdAt).toBe('2030-01-01T00:00:00.120Z');
  const [raw] = await inScope(database.db, '*', (tx) =>
    tx.raw(`select '2030-06-01 12:00:00+02'::timestamptz(3) as at, array['2030-01-01'::timestamptz] as ats`),
  );
  expect(raw).toEqual({ at: '2030-06-01T10:00:00.000Z', ats: ['2030-01-01T00:00:00.000Z'] });
});

test('raw statements accept arrays of booleans, texts, numbers and moments', async () => {
  const [row] = await inScope(database.db, '*', (tx) =>
    tx.raw(
      'select $1::bool[] as flags, $2::text[] as texts, $3::float8[] as numbers, $4::timestamptz[] as moments',
      [[true, false], ['a,b', 'c"d', '{}'], [1.5, 2], ['2030-01-01T00:00:00.000Z']],
    ),
  );
  expect(row).toEqual({
    flags: [true, false],
    texts: ['a,b', 'c"d', '{}'],
    numbers: [1.5, 2],
    moments: ['2030-01-01T00:00:00.000Z'],
  });
});

test('`inValues` treats texts that look like array syntax literally', async () => {
  const odd = ['a,b', '"', '\\', '{x}', 'null', ''];
  await inScope(database.db, '*', async (tx) => {
    for (const name of odd) await tx.insert(sites).values(site(name));
    const rows = await tx.select().from(sites).where(inValues(sites.name, odd));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(odd.toSorted());
  });
});

test('migrating twice, and twice at once, changes nothing', async () => {
  await Promise.all([migrateDatabase(database.url), migrateDatabase(database.url)]);
  expect((await names()).includes('kept')).toBe(true);
});

test('the migration refuses a database of a later version before it writes anything', async () => {
  const journal = fileURLToPath(new URL('../../../migrations/meta/_journal.json', import.meta.url));
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] };
  const later = (entries.at(-1)?.when ?? 0) + 1;
  await database.asOwner(
    (owner) => owner`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${later})`,
  );
  const [former] = await database.asOwner(
    (owner) => owner`select created_at as at from drizzle.oldest_reader`,
  );
  const readableFrom = (at: number) =>
    database.asOwner((owner) => owner`update drizzle.oldest_reader set created_at = ${at}`);
  await readableFrom(later);
  await expect(migrateDatabase(database.url)).rejects.toBeInstanceOf(NewerSchemaError);
  await readableFrom(Number(former?.['at']));
  await database.asOwner((owner) => owner`delete from drizzle.__drizzle_migrations where hash = 'later'`);
});

test('a database whose first migration is not of this program is refused before anything is written', async () => {
  await database.asOwner(
    (owner) => owner`insert into drizzle.__drizzle_migrations (hash, created_at) values ('former', 1)`,
  );
  await expect(migrateDatabase(database.url)).rejects.toBeInstanceOf(FormerSchemaError);
  await database.asOwner((owner) => owner`delete from drizzle.__drizzle_migrations where hash = 'former'`);
});

test('a connection that the database ends fails only its own transaction', async () => {
  const { db } = database;
  const ended = inScope(db, '*', async (tx) => {
    const [backend] = await tx.raw<{ pid: number }>('select pg_backend_pid() as pid');
    const isGone = () =>
      database.asOwner(async (sql) => {
        await sql`select pg_terminate_backend(${backend!.pid}::int)`;
        return (await sql`select 1 from pg_stat_activity where pid = ${backend!.pid}`).length === 0;
      });
    while (!(await isGone()));
    // The process must notice the end of the connection before the next statement.
    await new Promise((done) => setTimeout(done, 20));
    await tx.raw('select 1');
  });
  await expect(ended).rejects.toThrow(/connection|EPIPE/i);
  const answers = Array.from({ length: 30 }, () => inScope(db, '*', (tx) => tx.raw('select 1 as one')));
  expect((await Promise.all(answers)).flat()).toHaveLength(30);
});

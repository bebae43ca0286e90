import { afterEach, beforeAll, afterAll, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { createDb, inScope, type Db, type Tx } from './db.ts';
import { createPreparedStatements } from './prepared-statements.ts';

let database: TestDatabase;
const opened: Db[] = [];
beforeAll(async () => void (database = await makeDatabase()));
afterEach(() => Promise.all(opened.splice(0).map((db) => db.close())));
afterAll(() => database.close());

const clock = { ms: 0 };
/** A database of one connection with these limits. `onChange` reports when the database counts as away. */
function open(limits: Parameters<typeof createPreparedStatements>[0], onChange = () => {}) {
  const statements = createPreparedStatements(limits, () => clock.ms);
  const db = createDb(database.serverUrl, { connections: 1, statements, onChange });
  opened.push(db);
  return db;
}

/** It waits for the commit, and so for the end of a connection that is replaced. */
const read = <T>(db: Db, work: (tx: Tx) => Promise<T>) => inScope(db, '*', work);
/** Sends a text of its own for each number. */
const send = (db: Db, n: number) => read(db, (tx) => tx.raw(`select $1::int + ${n} as sum`, [1]));
const preparedTexts = async (db: Db) =>
  (
    await read(db, (tx) =>
      tx.raw<{ text: string }>(
        `select statement as text from pg_prepared_statements where statement like 'select $1::int%'`,
      ),
    )
  ).map(({ text }) => text);
const backend = async (db: Db) =>
  (await read(db, (tx) => tx.raw<{ pid: number }>('select pg_backend_pid() as pid')))[0]!.pid;

test('a text is prepared from its third use on', async () => {
  const db = open({});
  for (let use = 0; use < 2; use++) await send(db, 7);
  expect(await preparedTexts(db)).toEqual([]);
  await send(db, 7);
  expect(await preparedTexts(db)).toEqual(['select $1::int + 7 as sum']);
});

test('a connection prepares no more texts than the bound, and the others are answered as well', async () => {
  const db = open({ maxPrepared: 5, firstPreparedUse: 1 });
  const sums = [];
  for (let n = 0; n < 20; n++) sums.push((await send(db, n))[0]);
  for (let n = 0; n < 20; n++) sums.push((await send(db, n))[0]);
  const expected = Array.from({ length: 20 }, (_, n) => ({ sum: n + 1 }));
  expect(sums).toEqual([...expected, ...expected]);
  expect(await preparedTexts(db)).toHaveLength(5);
});

test('statements of one transaction that are sent together are prepared and answered in order', async () => {
  const db = open({ maxPrepared: 3, firstPreparedUse: 1 });
  const sums = await read(db, (tx) =>
    Promise.all(
      Array.from({ length: 8 }, (_, n) => tx.raw<{ sum: number }>(`select $1::int + ${n} as sum`, [n])),
    ),
  );
  expect(sums.flat().map(({ sum }) => sum)).toEqual([0, 2, 4, 6, 8, 10, 12, 14]);
});

test('a connection that is old ends after its transaction, and the next one begins with none prepared', async () => {
  const changes: boolean[] = [];
  const db = open({ firstPreparedUse: 1, maxAgeMs: 1_000 }, () => changes.push(db.availability.isAway()));
  await send(db, 1);
  const before = await backend(db);
  clock.ms += 1_001;
  await send(db, 1);
  // Callers that wait meanwhile get the new connection.
  const sums = await Promise.all(Array.from({ length: 10 }, (_, n) => send(db, n)));
  expect(sums.flat()).toHaveLength(10);
  expect(await backend(db)).not.toBe(before);
  expect(changes).toEqual([]);
});

test('a connection that has no place for what became frequent is replaced, at the earliest after its least age', async () => {
  const db = open({ maxPrepared: 1, firstPreparedUse: 1, maxRefused: 4, minAgeMs: 500 });
  await send(db, 1);
  const first = await backend(db);
  for (let use = 0; use < 4; use++) await send(db, 2);
  expect(await backend(db)).toBe(first);
  clock.ms += 501;
  await send(db, 2);
  await send(db, 2);
  expect(await backend(db)).not.toBe(first);
  expect(await preparedTexts(db)).toEqual(['select $1::int + 2 as sum']);
});

test('a connection that the database ended begins with none prepared', async () => {
  const db = open({ maxPrepared: 1, firstPreparedUse: 1 });
  await send(db, 1);
  const pid = await backend(db);
  await database.asOwner(async (sql) => {
    await sql`select pg_terminate_backend(${pid}::int)`;
    while ((await sql`select 1 from pg_stat_activity where pid = ${pid}`).length > 0);
  });
  const sent = async () => await send(db, 2).catch(() => undefined);
  while ((await sent()) === undefined);
  expect(await preparedTexts(db)).toEqual(['select $1::int + 2 as sum']);
});

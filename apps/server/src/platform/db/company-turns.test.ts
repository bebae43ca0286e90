import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { newId } from '../runtime/ids.ts';
import { createCompanyTurns } from './company-turns.ts';
import { createDb, inScope, type Db } from './db.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await makeDatabase();
  db = createDb(database.serverUrl, { connections: 4 });
});
afterAll(async () => {
  await db?.close();
  await database?.close();
});

const [busy, other] = [newId(), newId()];
const inCompany = <T>(home: string, work: () => Promise<T>) => inScope(db, [home], work, { home });

test('a company with many transactions leaves connections to another company, and gets all of them done', async () => {
  const held = Promise.withResolvers<void>();
  const begun: number[] = [];
  const all = Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      inCompany(busy, async () => {
        begun.push(n);
        await held.promise;
        return n;
      }),
    ),
  );
  // Without turns all four connections are in use, and this waits for ever.
  expect(await inCompany(other, async () => 'done')).toBe('done');
  expect(begun.length).toBeLessThanOrEqual(2);
  held.resolve();
  expect(await all).toEqual(Array.from({ length: 12 }, (_, n) => n));
});

test('a turn within another one of the same company begins after the longest wait', async () => {
  const turnOf = createCompanyTurns(1, 20);
  const end = await turnOf(busy);
  const endInner = await turnOf(busy);
  endInner();
  end();
  expect(await turnOf(busy)).toBeTypeOf('function');
});

test('work of the program itself does not wait', async () => {
  const turnOf = createCompanyTurns(1);
  await turnOf(busy);
  for (let n = 0; n < 3; n += 1) await turnOf(undefined);
  await turnOf(other);
});

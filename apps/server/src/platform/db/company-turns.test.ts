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
  const turnOf = createCompanyTurns({ alone: 1, beside: 1, saturated: 1 }, { maxWaitMs: 20 });
  const end = await turnOf(busy);
  const endInner = await turnOf(busy);
  endInner();
  end();
  expect(await turnOf(busy)).toBeTypeOf('function');
});

test('work of the program itself does not wait', async () => {
  const turnOf = createCompanyTurns({ alone: 1, beside: 1, saturated: 1 });
  await turnOf(busy);
  for (let n = 0; n < 3; n += 1) await turnOf(undefined);
  await turnOf(other);
});

test('a company uses more connections while no other one is active', async () => {
  let at = 0;
  const turnOf = createCompanyTurns({ alone: 3, beside: 1, saturated: 1 }, { now: () => at });
  /** Counts the turns that begin, and ends the first of them on request. */
  const ends: (() => void)[] = [];
  const begin = () => turnOf(busy).then((end) => ends.push(end));
  const begun = async () => {
    await new Promise(setImmediate);
    return ends.length;
  };

  for (let n = 0; n < 4; n += 1) void begin();
  expect(await begun()).toBe(3);

  const endOther = await turnOf(other);
  ends.shift()?.();
  expect(await begun(), 'two run, beside another company').toBe(2);

  endOther();
  ends.shift()?.();
  expect(await begun(), 'the other company was active just now').toBe(1);

  at += 1_001;
  ends.shift()?.();
  expect(await begun(), 'the last one begins').toBe(1);
});

test('bulk work of a company is done one after another beside others, and its other work does not wait behind it', async () => {
  let at = 0;
  const turnOf = createCompanyTurns({ alone: 3, beside: 2, saturated: 1 }, { now: () => at });
  const ends: (() => void)[] = [];
  const beginBulk = () => turnOf(busy, true).then((end) => ends.push(end));
  const begun = async () => {
    await new Promise(setImmediate);
    return ends.length;
  };

  (await turnOf(other))();
  for (let n = 0; n < 3; n += 1) void beginBulk();
  expect(await begun()).toBe(1);
  (await turnOf(busy))();

  ends.shift()?.();
  expect(await begun(), 'the second one begins at the end of the first').toBe(1);

  at += 1_001;
  void beginBulk();
  expect(await begun(), 'no other company is active any more').toBe(2);
});

test('a company whose work waits without a pause uses fewer connections beside others, until none waits', async () => {
  let at = 0;
  const turnOf = createCompanyTurns({ alone: 3, beside: 2, saturated: 1 }, { now: () => at });
  const ends: (() => void)[] = [];
  const begin = () => turnOf(busy).then((end) => ends.push(end));
  const begun = async () => {
    await new Promise(setImmediate);
    return ends.length;
  };

  await turnOf(other);
  for (let n = 0; n < 5; n += 1) void begin();
  expect(await begun()).toBe(2);

  at += 250;
  ends.shift()?.();
  expect(await begun(), 'no second one beside the other').toBe(1);
  for (let n = 0; n < 3; n += 1) {
    ends.shift()?.();
    expect(await begun(), 'one after another').toBe(1);
  }

  void begin();
  expect(await begun(), 'none has waited for long').toBe(2);
});

test('bulk work of a saturated company gets as much time as its lists', async () => {
  let at = 0;
  const turnOf = createCompanyTurns({ alone: 3, beside: 1, saturated: 1 }, { now: () => at });
  const begun: string[] = [];
  let end = () => {};
  const begin = (name: string, isBulk: boolean) =>
    turnOf(busy, isBulk).then((ended) => {
      begun.push(name);
      end = ended;
    });
  const nextAfter = async (ms: number) => {
    at += ms;
    end();
    await new Promise(setImmediate);
  };

  await turnOf(other);
  for (const name of ['list 1', 'list 2', 'list 3', 'list 4']) void begin(name, false);
  for (const name of ['file 1', 'file 2']) void begin(name, true);
  await new Promise(setImmediate);
  for (const ms of [100, 250, 100, 100, 100]) await nextAfter(ms);
  expect(begun).toEqual(['list 1', 'file 1', 'list 2', 'list 3', 'file 2', 'list 4']);
});

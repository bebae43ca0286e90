import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../../test-kit/database.ts';
import { createDb, inScope, type Db } from '../../db/db.ts';
import { settableClock, systemClock } from '../../runtime/clock.ts';
import { createAttemptLimits, type AttemptLimit } from './attempt-limits.ts';
import { statesInMemory, type LimitStates } from './limit-states.ts';
import { slidingWindow } from './sliding-window.ts';
import { deleteOldStates, statesInDatabase } from './stored-states.ts';
import { growingPause } from './throttle.ts';

const hourMs = 3_600_000;
const passwords: AttemptLimit = {
  name: 'passwords',
  policy: growingPause({ free: 3, firstMs: 60_000, maxMs: hourMs, resetMs: hourMs }),
  keepMs: hourMs,
};
const codes: AttemptLimit = {
  name: 'codes',
  policy: slidingWindow({ max: 5, spanMs: hourMs }),
  keepMs: hourMs,
};
const of = (key: string, ...limits: AttemptLimit[]) => limits.map((limit) => ({ limit, key }));

let database: TestDatabase;
let other: Db;
beforeAll(async () => {
  database = await makeDatabase();
  other = createDb(database.serverUrl, { connections: 3 });
});
beforeEach(() => database.reset());
afterAll(async () => {
  await other?.close();
  await database?.close();
});

/** Two servers on one database. */
const servers = () =>
  [database.db, other].map((db) => createAttemptLimits(statesInDatabase(db), systemClock));
const stores = {
  'in memory': () => createAttemptLimits(statesInMemory(systemClock), systemClock),
  'in the database': () => servers()[0]!,
};

test.each(Object.entries(stores))('attempts %s are counted together, or none of them', async (_, create) => {
  const attempts = create();
  for (let n = 0; n < 4; n += 1) expect(await attempts.count(of('a', passwords, codes))).toBe(0);
  expect(await attempts.count(of('a', passwords, codes))).toBeGreaterThan(0);
  // The refused attempt did not count: the fifth code is free.
  expect(await attempts.count(of('a', codes))).toBe(0);
  expect(await attempts.count(of('a', codes))).toBeGreaterThan(0);
  expect(await attempts.count(of('b', passwords, codes))).toBe(0);
});

test.each(Object.entries(stores))('an attempt %s is undone, and a success forgets all', async (_, create) => {
  const attempts = create();
  const key = of('a', passwords);
  for (let n = 0; n < 4; n += 1) await attempts.count(key);
  expect(await attempts.waitMs(key)).toBeGreaterThan(0);
  await attempts.undo(key);
  expect(await attempts.count(key)).toBe(0);
  expect(await attempts.waitMs(key)).toBeGreaterThan(0);
  await attempts.succeeded(key);
  for (let n = 0; n < 4; n += 1) expect(await attempts.count(key)).toBe(0);
});

test('parallel failures at two servers all count, so the pause is the one of their number', async () => {
  const [first, second] = servers();
  const key = of('a', passwords);
  await Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 ? first! : second!).failed(key)));
  // Three are free; the pause of 60 s after the fourth has doubled twice.
  for (const server of [first, second]) {
    const waitMs = await server!.waitMs(key);
    expect(waitMs).toBeGreaterThan(2 * 60_000);
    expect(waitMs).toBeLessThanOrEqual(4 * 60_000);
  }
});

test('of many simultaneous attempts at two servers the limit is admitted exactly', async () => {
  const [first, second] = servers();
  const waits = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? first! : second!).count(of('a', codes, passwords))),
  );
  expect(waits.filter((ms) => ms === 0)).toHaveLength(4);
});

test('simultaneous attempts at keys in different orders end without a deadlock', async () => {
  const [first, second] = servers();
  const [a, b] = [of('a', codes)[0]!, of('b', codes)[0]!];
  const waits = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? first!.count([a, b]) : second!.count([b, a]))),
  );
  expect(waits.filter((ms) => ms === 0)).toHaveLength(5);
});

test('a pause is refused without a query also to simultaneous attempts, and read again after five seconds', async () => {
  const clock = settableClock('2030-01-01T00:00:00Z');
  let queries = 0;
  const states = statesInMemory(clock);
  const counted: LimitStates = {
    read: states.read,
    change: (places, step) => {
      queries += 1;
      return states.change(places, step);
    },
  };
  const attempts = createAttemptLimits(counted, clock);
  await Promise.all(Array.from({ length: 100 }, () => attempts.count(of('a', passwords))));
  expect(queries).toBe(5);
  clock.advance(5_000);
  await attempts.count(of('a', passwords));
  expect(queries).toBe(6);
});

test('the stored keys reveal no address, and states that mean nothing more are deleted', async () => {
  const attempts = servers()[0]!;
  const short = { ...codes, name: 'short', keepMs: 0 };
  await attempts.count(of('198.51.100.1', codes, short));
  const read = () => database.asOwner((sql) => sql`select key from limit_states`);
  expect(JSON.stringify(await read())).not.toContain('198.51');
  expect(await read()).toHaveLength(2);
  await inScope(database.db, '*', deleteOldStates);
  expect(await read()).toHaveLength(1);
});

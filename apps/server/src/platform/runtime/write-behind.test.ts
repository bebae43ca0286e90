import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { createFaultLog } from './fault-log.ts';
import { createWriteBehind, type WriteBehind } from './write-behind.ts';
import type { WriteBehindOptions } from './write-behind-options.ts';

interface Row {
  id: number;
  name: string;
}
interface Logged {
  level: string;
  message: string;
  details: Record<string, unknown>;
}

let database: TestDatabase;
let logged: Logged[] = [];
const note = (level: string) => (details: object, message: string) =>
  void logged.push({ level, message, details: { ...details } });
const log = { warn: note('warn'), error: note('error') };

beforeAll(async () => {
  database = await makeDatabase();
  await database.asOwner((sql) =>
    sql`create table words (id int primary key, name text check (length(name) < 10)); grant all on words to sweepline_app`.simple(),
  );
});
beforeEach(async () => {
  logged = [];
  await database.asOwner((sql) => sql`truncate words`);
});
afterAll(() => database.close());

let queueCount = 0;
/** A queue with pauses longer than any test: it retries only on `flush`. */
const aQueue = (options: Partial<WriteBehindOptions<Row>> = {}): WriteBehind<Row> =>
  createWriteBehind<Row>({
    name: `words-${(queueCount += 1)}`,
    db: database.db,
    log,
    retryMs: [600_000, 600_000],
    write: (tx, rows) =>
      tx.raw(
        'insert into words select * from jsonb_to_recordset($1::jsonb) as it(id int, name text) on conflict do nothing',
        [JSON.stringify(rows)],
      ),
    ...options,
  });
const stored = async () =>
  (await database.asOwner((sql) => sql<{ id: number }[]>`select id from words order by id`)).map(
    ({ id }) => id,
  );
const figure = async (kind: string, { name }: WriteBehind<Row>, reason?: string) => {
  const metric = await database.db.writers.metrics.getSingleMetric(`write_behind_${kind}`)!.get();
  const sample = metric.values.find(({ labels }) => labels['name'] === name && labels['reason'] === reason);
  return sample?.value ?? 0;
};
const rows = (count: number) => Array.from({ length: count }, (_, id): Row => ({ id, name: `row ${id}` }));

test('a batch without a bad row is one write', async () => {
  let writes = 0;
  const queue = aQueue({ write: async () => void (writes += 1) });
  for (const row of rows(700)) queue.add(row);
  await queue.flush();
  expect(writes).toBe(1);
  expect(await figure('stored_total', queue)).toBe(700);
});

test('bad rows are refused, counted and logged once with a reason, and all others are stored', async () => {
  const queue = aQueue();
  for (const row of rows(21))
    queue.add({ ...row, name: [3, 4, 17].includes(row.id) ? 'a secret too long' : row.name });
  await queue.flush();
  expect(await stored()).toEqual(
    rows(21)
      .map(({ id }) => id)
      .filter((id) => ![3, 4, 17].includes(id)),
  );
  expect(await figure('dropped_total', queue, 'refused')).toBe(3);
  expect(queue.size()).toBe(0);
  expect(logged).toEqual([
    {
      level: 'error',
      message: 'a row could not be stored',
      details: {
        writer: queue.name,
        fault: expect.objectContaining({ code: '23514', constraint: 'words_name_check' }),
      },
    },
  ]);
  expect(JSON.stringify(logged)).not.toContain('secret');
});

test('rows stay queued in order while the database is unavailable, and are stored when it is back', async () => {
  const queue = aQueue();
  await database.asOwner((sql) => sql`alter table words rename to away`);
  for (const row of rows(5)) queue.add(row);
  await queue.flush();
  queue.add({ id: 5, name: 'later' });
  await queue.flush();
  expect(queue.pending().map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await figure('queued', queue)).toBe(6);
  expect(await figure('retried_total', queue)).toBe(11);
  await database.asOwner((sql) => sql`alter table away rename to words`);
  await queue.flush();
  expect(await stored()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await figure('dropped_total', queue, 'refused')).toBe(0);
  // Two attempts failed for the same reason.
  expect(logged.map(({ level }) => level)).toEqual(['warn']);
});

test('a queue retries by itself after the database was unavailable', async () => {
  const queue = aQueue({ flushMs: 1, retryMs: [1, 5] });
  await database.asOwner((sql) => sql`alter table words rename to away`);
  queue.add({ id: 1, name: 'one' });
  await expect.poll(() => figure('retried_total', queue)).toBeGreaterThan(2);
  await database.asOwner((sql) => sql`alter table away rename to words`);
  await expect.poll(stored).toEqual([1]);
});

test.each(['40P01', '40001', '57014', '53100'])(
  'a batch that fails with %s is written again',
  async (code) => {
    let attempts = 0;
    const queue = aQueue({
      write: async (tx, batch) => {
        await tx.raw(
          'insert into words select * from jsonb_to_recordset($1::jsonb) as it(id int, name text)',
          [JSON.stringify(batch)],
        );
        attempts += 1;
        if (attempts === 1)
          await tx.raw(`do $$ begin raise exception 'ended' using errcode = '${code}'; end $$`);
      },
    });
    for (const row of rows(3)) queue.add(row);
    await queue.flush();
    expect([await stored(), queue.size()]).toEqual([[], 3]);
    await queue.flush();
    expect([await stored(), queue.size()]).toEqual([[0, 1, 2], 0]);
  },
);

test('rows added during a slow write do not stop the timer of later rows', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const written: number[] = [];
  const queue = aQueue({
    flushMs: 0,
    maxBatch: 1,
    write: async (_tx, batch) => {
      begin();
      await released;
      written.push(...batch.map(({ id }) => id));
    },
  });
  const add = async (id: number) => {
    queue.add({ id, name: 'x' });
    // Longer than the timer of the queue.
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await add(0);
  await begun;
  for (const id of [1, 2, 3]) await add(id);
  release();
  await expect.poll(() => written).toEqual([0, 1, 2, 3]);
  queue.add({ id: 4, name: 'later' });
  await expect.poll(() => written).toEqual([0, 1, 2, 3, 4]);
});

test('rows beyond the limit are dropped and counted, and one row reports the count', async () => {
  const queue = aQueue({ maxQueued: 10, summarise: (_, count) => ({ id: 1_000 + count, name: 'lost' }) });
  for (const row of rows(25)) queue.add(row);
  await queue.flush();
  expect(await stored()).toEqual([...Array.from({ length: 10 }, (_, id) => id), 1_015]);
  expect(await figure('dropped_total', queue, 'full')).toBe(15);
});

test('rows are counted as dropped if the database is unavailable when the server stops', async () => {
  const queue = aQueue();
  await database.asOwner((sql) => sql`alter table words rename to away`);
  queue.add({ id: 1, name: 'one' });
  await queue.close();
  await database.asOwner((sql) => sql`alter table away rename to words`);
  queue.add({ id: 2, name: 'two' });
  expect(queue.size()).toBe(0);
  expect(await figure('dropped_total', queue, 'closed')).toBe(2);
});

test('a row added during a write is stored by the same flush', async () => {
  const queue: WriteBehind<Row> = aQueue({
    write: async (_tx, batch) => {
      if (batch.some(({ id }) => id === 0)) queue.add({ id: 99, name: 'meanwhile' });
    },
  });
  queue.add({ id: 0, name: 'first' });
  await queue.flush();
  expect(await figure('stored_total', queue)).toBe(2);
});

test('a flush takes the rows of collect before it returns its promise', async () => {
  let collected = rows(3);
  const queue = aQueue({ collect: () => collected });
  const flushed = queue.flush();
  collected = [];
  await flushed;
  expect(await stored()).toEqual([0, 1, 2]);
});

test('equal faults are logged once a minute with their count', () => {
  let atMs = 0;
  const report = createFaultLog(log, () => atMs);
  for (let n = 0; n < 2_550; n++) report('error', new Error('disk full'), {}, 'not written');
  report('error', new TypeError('another'), {}, 'not written');
  atMs = 60_000;
  report('error', new Error('disk full'), {}, 'not written');
  expect(logged.map(({ details }) => [(details['fault'] as Error).message, details['repeated']])).toEqual([
    ['disk full', undefined],
    ['another', undefined],
    ['disk full', 2_549],
  ]);
});

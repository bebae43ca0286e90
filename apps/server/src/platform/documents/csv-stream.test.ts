import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import type { Ctx } from '../calls/ctx.ts';
import { createDb, type Db } from '../db/db.ts';
import { newId } from '../runtime/ids.ts';
import { csvOfBatches } from './csv-stream.ts';

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

const companyId = newId();
// The batches read the connections and the account's company, nothing else of a call.
const reader = () => ({ services: { db }, account: { scope: [companyId], companyId } }) as unknown as Ctx;

const numbers = (count: number, read?: () => Promise<unknown>) =>
  csvOfBatches<{ n: number }>({
    reader: reader(),
    fileName: 'numbers.csv',
    columns: { n: ({ n }) => n },
    read: async (tx, last, limit) => {
      await read?.();
      return await tx.raw<{ n: number }>(
        'select n from generate_series($1::int, $2::int) n order by n limit $3::int',
        [(last?.n ?? 0) + 1, count, limit],
      );
    },
  });

test.each([0, 1, 250, 251, 500, 1_201])(
  '%i rows are one file with a heading, each row once',
  async (count) => {
    const lines = (await text(numbers(count).open() as Readable)).replace('\ufeff', '').trim().split('\r\n');
    expect(lines).toEqual(['n', ...Array.from({ length: count }, (_, n) => String(n + 1))]);
  },
);

test('many exports of one company leave connections to another company', async () => {
  const held = Promise.withResolvers<void>();
  let reading = 0;
  const files = Array.from({ length: 6 }, () =>
    text(numbers(1, () => ((reading += 1), held.promise)).open() as Readable),
  );
  await expect.poll(() => reading).toBe(2);
  // Without turns all exports would wait for connections before this, and it would wait for ever.
  const connection = await db.reserve();
  connection.release();
  expect(reading).toBe(2);
  held.resolve();
  expect(await Promise.all(files)).toHaveLength(6);
});

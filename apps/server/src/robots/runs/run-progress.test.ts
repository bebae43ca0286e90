import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs, type RunRow } from '../../features/tasks/run-table.ts';
import { localBus } from '../../platform/socket/bus.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { runRow } from '../../test-kit/builders/run-row.ts';
import { createRunRegistry, type ActiveRun, type RunRegistry } from './run-registry.ts';
import { openPaths } from './run-path.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database?.close());

/** A run that is stored, and the book that drives it. */
async function aStoredRun() {
  const { db } = database;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const bus = localBus((error) => {
    throw error;
  });
  const book = createRunRegistry({
    db,
    bus,
    log,
    paths: openPaths(db, log),
    show: () => {},
    taken: () => {},
  });
  const run: ActiveRun = { row: runRow(), cancel: undefined, outbox: undefined, offlineSinceMs: undefined };
  book.add(run);
  await settle(book, run);
  return { book, run };
}

/** As the journal does it; `before` runs when everything is written and not yet committed. */
async function settle(book: RunRegistry, run: ActiveRun, before = () => Promise.resolve()) {
  const open: { tx?: Tx } = {};
  try {
    await inScope(database.db, '*', async (tx) => {
      open.tx = tx;
      book.save(tx, run);
      await book.settle(tx);
      await before();
    });
  } finally {
    if (open.tx) book.ended(open.tx);
  }
}
const failing = () => Promise.reject(new Error('the database is away'));
const change = (book: RunRegistry, run: ActiveRun, patch: Partial<RunRow>) =>
  book.change(run, patch, { later: false });
const rowOf = async ({ row }: ActiveRun) =>
  (await inScope(database.db, '*', (tx) => tx.select().from(runs).where(eq(runs.id, row.id))))[0];

it('stores progress of a stored run', async () => {
  const { book, run } = await aStoredRun();
  change(book, run, { cleanedM2: 12.5, coverage: 0.125, etaS: 90, areaIndex: 1, taskSeq: 7 });
  await settle(book, run);
  expect(await rowOf(run)).toEqual({ ...run.row, revision: 1 });
  change(book, run, { etaS: null, taskSeq: 8 });
  await settle(book, run);
  expect(await rowOf(run)).toEqual({ ...run.row, revision: 2 });
});

it('stores with the next progress what a failed commit left out', async () => {
  const { book, run } = await aStoredRun();
  change(book, run, { state: 'PAUSED', pausedAt: '2026-01-02T03:05:00.000Z' });
  await expect(settle(book, run, failing)).rejects.toThrow('the database is away');
  change(book, run, { cleanedM2: 20 });
  await settle(book, run);
  expect(await rowOf(run)).toEqual(run.row);
});

it('stores a state that went and came back while its first write was on its way', async () => {
  const { book, run } = await aStoredRun();
  let finish = () => {};
  const held = new Promise<void>((done) => (finish = done));
  change(book, run, { state: 'PAUSED' });
  const first = settle(book, run, () => held);
  change(book, run, { state: 'IN_PROGRESS' });
  change(book, run, { cleanedM2: 30 });
  const second = settle(book, run);
  finish();
  await Promise.all([first, second]);
  expect(await rowOf(run)).toEqual(run.row);
});

it('never lets late progress undo what was stored after it', async () => {
  const { book, run } = await aStoredRun();
  change(book, run, { cleanedM2: 40 });
  const late = { ...run };
  change(book, run, { state: 'COMPLETE', cleanedM2: 50 });
  await settle(book, run);
  await settle(book, late);
  expect(await rowOf(run)).toEqual(run.row);
});

it('leaves a run to the transaction that is storing it, and writes then what came meanwhile', async () => {
  const { book, run } = await aStoredRun();
  change(book, run, { cleanedM2: 60 });
  await settle(book, run, async () => {
    book.change(run, { stale: true });
    // Would wait for the row, and with it for ever, if it touched it.
    await book.flush();
  });
  await book.flush();
  expect(await rowOf(run)).toEqual(run.row);
  expect(run.row).toMatchObject({ stale: true, cleanedM2: 60, revision: 2 });
});

it('writes after a failed transaction what had to wait for it', async () => {
  const { book, run } = await aStoredRun();
  const failed = settle(book, run, async () => {
    book.change(run, { stale: true });
    await failing();
  });
  await expect(failed).rejects.toThrow('the database is away');
  await book.flush();
  expect(await rowOf(run)).toEqual(run.row);
});

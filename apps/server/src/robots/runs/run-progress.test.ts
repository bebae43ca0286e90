import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs, type RunRow } from '../../entities/work/run-table.ts';
import { localBus } from '../../platform/socket/bus.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { runRow } from '../../test-kit/builders/run-row.ts';
import { createRunRegistry, type ActiveRun, type RunRegistry } from './run-registry.ts';
import { createPaths } from './run-path.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database?.close());

/** A stored run, and its registry. */
async function aStoredRun() {
  const { db } = database;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const bus = localBus((error) => {
    throw error;
  });
  const runRegistry = createRunRegistry({
    db,
    bus,
    log,
    paths: createPaths(db, log),
    owns: () => true,
    show: () => {},
    onIdTaken: () => {},
  });
  const run: ActiveRun = { row: runRow(), cancel: undefined, outbox: undefined, offlineSinceMs: undefined };
  runRegistry.add(run);
  await settle(runRegistry, run);
  return { runRegistry, run };
}

/** Settles like the journal; `before` runs after the writes and before the commit. */
async function settle(runRegistry: RunRegistry, run: ActiveRun, before = () => Promise.resolve()) {
  const open: { tx?: Tx } = {};
  try {
    await inScope(database.db, '*', async (tx) => {
      open.tx = tx;
      runRegistry.save(tx, run);
      await runRegistry.settle(tx);
      await before();
    });
  } finally {
    if (open.tx) runRegistry.ended(open.tx);
  }
}
const failing = () => Promise.reject(new Error('the database is away'));
const change = (runRegistry: RunRegistry, run: ActiveRun, patch: Partial<RunRow>) =>
  runRegistry.change(run, patch, { later: false });
const rowOf = async ({ row }: ActiveRun) =>
  (await inScope(database.db, '*', (tx) => tx.select().from(runs).where(eq(runs.id, row.id))))[0];

it('progress of a stored run is stored', async () => {
  const { runRegistry, run } = await aStoredRun();
  change(runRegistry, run, { cleanedM2: 12.5, coverage: 0.125, etaS: 90, areaIndex: 1, taskSeq: 7 });
  await settle(runRegistry, run);
  expect(await rowOf(run)).toEqual({ ...run.row, revision: 1 });
  change(runRegistry, run, { etaS: null, taskSeq: 8 });
  await settle(runRegistry, run);
  expect(await rowOf(run)).toEqual({ ...run.row, revision: 2 });
});

it('the changes of a failed commit are stored with the next progress', async () => {
  const { runRegistry, run } = await aStoredRun();
  change(runRegistry, run, { state: 'PAUSED', pausedAt: '2026-01-02T03:05:00.000Z' });
  await expect(settle(runRegistry, run, failing)).rejects.toThrow('the database is away');
  change(runRegistry, run, { cleanedM2: 20 });
  await settle(runRegistry, run);
  expect(await rowOf(run)).toEqual(run.row);
});

it('a state that changes and changes back during its first write is stored', async () => {
  const { runRegistry, run } = await aStoredRun();
  let finish = () => {};
  const finished = new Promise<void>((done) => (finish = done));
  change(runRegistry, run, { state: 'PAUSED' });
  const first = settle(runRegistry, run, () => finished);
  change(runRegistry, run, { state: 'IN_PROGRESS' });
  change(runRegistry, run, { cleanedM2: 30 });
  const second = settle(runRegistry, run);
  finish();
  await Promise.all([first, second]);
  expect(await rowOf(run)).toEqual(run.row);
});

it('late progress does not overwrite newer rows', async () => {
  const { runRegistry, run } = await aStoredRun();
  change(runRegistry, run, { cleanedM2: 40 });
  const late = { ...run };
  change(runRegistry, run, { state: 'COMPLETE', cleanedM2: 50 });
  await settle(runRegistry, run);
  await settle(runRegistry, late);
  expect(await rowOf(run)).toEqual(run.row);
});

it('a run is left to the transaction that stores it, and later changes are written after that', async () => {
  const { runRegistry, run } = await aStoredRun();
  change(runRegistry, run, { cleanedM2: 60 });
  await settle(runRegistry, run, async () => {
    runRegistry.change(run, { stale: true });
    // A write of the row would wait for the open transaction for ever.
    await runRegistry.flush();
  });
  await runRegistry.flush();
  expect(await rowOf(run)).toEqual(run.row);
  expect(run.row).toMatchObject({ stale: true, cleanedM2: 60, revision: 2 });
});

it('changes that waited for a failed transaction are written after it', async () => {
  const { runRegistry, run } = await aStoredRun();
  const failed = settle(runRegistry, run, async () => {
    runRegistry.change(run, { stale: true });
    await failing();
  });
  await expect(failed).rejects.toThrow('the database is away');
  await runRegistry.flush();
  expect(await rowOf(run)).toEqual(run.row);
});

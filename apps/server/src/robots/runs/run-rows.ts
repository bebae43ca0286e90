import { inArray } from 'drizzle-orm';
import { runs, type RunRow } from '../../entities/work/run-table.ts';
import { bulkUpsert } from '../../platform/db/bulk.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { createRowStore } from '../../platform/runtime/row-store.ts';
import type { Log } from '../gateway-options.ts';
import { createProgressTracker, runOwner, updateProgress } from './run-progress.ts';

/** A run with the row that was queued. */
interface Change<R> {
  run: R;
  row: RunRow;
}

/** Writes whole rows, only forwards, and only if device and company match. */
const upsert = bulkUpsert(runs, runOwner);

/**
 * Triggers add ended runs to the sums of their robots. Two transactions that lock these rows in the same order do not wait for each
 * other.
 */
const byDevice = <R>({ row: a }: Change<R>, { row: b }: Change<R>) =>
  a.deviceId === b.deviceId ? 0 : a.deviceId < b.deviceId ? -1 : 1;

const rowOf = <R>({ row }: Change<R>) => row;
const among = <R>(changes: readonly Change<R>[], ids: readonly string[]) =>
  ids.length === 0 ? [] : changes.filter(({ row }) => ids.includes(row.id));
const without = <R>(changes: readonly Change<R>[], ids: readonly string[]) => {
  const left = new Set(ids);
  return changes.filter(({ row }) => !left.has(row.id));
};

/** Of the rows skipped by a write, those that belong to another device or company in the database. */
async function foreignRowsOf<R extends { row: RunRow }>(
  tx: Tx,
  skipped: readonly Change<R>[],
): Promise<Change<R>[]> {
  if (skipped.length === 0) return [];
  const stored = await tx
    .select({ id: runs.id, deviceId: runs.deviceId, companyId: runs.companyId })
    .from(runs)
    .where(
      inArray(
        runs.id,
        skipped.map(({ row }) => row.id),
      ),
    );
  return skipped.filter(({ row }) =>
    stored.some((it) => it.id === row.id && runOwner.some((key) => it[key] !== row[key])),
  );
}

/**
 * Writes changed runs: in the transaction that stores their message, or soon in an own one. A run is in one of them at a
 * time. Otherwise the database ends transactions that wait for each other's rows.
 */
export function createRunRows<R extends { row: RunRow }>(db: Db, log: Log, onIdTaken: (run: R) => void) {
  const unwritten = new Map<string, Change<R>>();
  /** Runs that open transactions write before they commit. */
  const pendingSaves = new Map<Tx, Map<string, R>>();
  const progress = createProgressTracker();
  let writing: Promise<void> = Promise.resolve();

  const isPending = (id: string) => [...pendingSaves.values()].some((saves) => saves.has(id));
  const stored = ({ run, row }: Change<R>) => progress.stored(run, row);

  /** Of the rows that a write skipped, those that belong to another device or company. */
  const foreignRows = (tx: Tx, skipped: readonly Change<R>[]) =>
    // Most skipped rows are already stored with this revision.
    foreignRowsOf(
      tx,
      skipped.filter(({ run, row }) => !progress.isStored(run, row)),
    );

  /** Rows of other devices found by the present write; one write runs at a time. */
  const foreignChanges = new Set<Change<R>>();
  const store = createRowStore<Change<R>>({
    name: 'runs',
    db,
    log,
    write: async (tx, due) => {
      const written = await upsert(tx, due.map(rowOf));
      for (const it of await foreignRows(tx, without(due, written))) foreignChanges.add(it);
    },
  });

  const write = () => {
    writing = writing.then(async () => {
      const due = [...unwritten.values()].filter(({ row }) => !isPending(row.id)).sort(byDevice);
      for (const { row } of due) unwritten.delete(row.id);
      foreignChanges.clear();
      const { stored: savedChanges, unsaved } = await store(due);
      for (const it of savedChanges) {
        if (foreignChanges.has(it)) onIdTaken(it.run);
        else stored(it);
      }
      for (const it of unsaved) if (!unwritten.has(it.row.id)) unwritten.set(it.row.id, it);
    });
    return writing;
  };
  db.writers.register({ name: 'runs', size: () => unwritten.size, flush: write });

  return {
    /** Queues the run, which differs from `before` by `patch`. */
    changed(run: R, before: RunRow, patch: Partial<RunRow>): void {
      progress.changed(run, before, patch);
      unwritten.set(run.row.id, { run, row: run.row });
    },
    write,
    /** Makes `settle` write the run, once for all messages of the batch. */
    save(tx: Tx, run: R): void {
      const saves = pendingSaves.get(tx) ?? new Map<string, R>();
      pendingSaves.set(tx, saves.set(run.row.id, run));
    },
    /** Writes the runs passed to `save` in this transaction. */
    async settle(tx: Tx): Promise<void> {
      const due = [...(pendingSaves.get(tx)?.values() ?? [])];
      if (due.length === 0) return;
      // The present write may contain one of them; the next one does not.
      await writing;
      const saved = due
        .map((run) => ({ run, row: run.row, onlyProgress: progress.lacksOnlyProgress(run) }))
        .sort(byDevice);
      const whole = saved.filter(({ onlyProgress }) => !onlyProgress);
      const onlyProgress = saved.filter((it) => it.onlyProgress);
      const [written, skipped] = await Promise.all([
        upsert(tx, whole.map(rowOf)),
        updateProgress(tx, onlyProgress.map(rowOf)),
      ]);
      const foreign = await foreignRows(tx, [...without(whole, written), ...among(onlyProgress, skipped)]);
      tx.afterCommit(() => {
        for (const { run } of foreign) onIdTaken(run);
        for (const it of saved) {
          if (foreign.some(({ row }) => row === it.row)) continue;
          stored(it);
          if (unwritten.get(it.row.id)?.row === it.row) unwritten.delete(it.row.id);
        }
      });
    },
    /** The transaction has ended: the runs that waited for it are written. */
    ended(tx: Tx): void {
      pendingSaves.delete(tx);
      if (unwritten.size > 0) void write();
    },
    /** The run is no longer written. */
    forget: (runId: string): void => void unwritten.delete(runId),
    /** Marks a row as stored. */
    stored: (run: R, row: RunRow) => stored({ run, row }),
  };
}

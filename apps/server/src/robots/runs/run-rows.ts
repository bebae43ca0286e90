import { inArray } from 'drizzle-orm';
import { runs, type RunRow } from '../../features/tasks/run-table.ts';
import { bulkUpsert } from '../../platform/db/bulk.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { createRowStore } from '../../platform/runtime/row-store.ts';
import type { Log } from '../gateway-options.ts';
import { createProgressTracker, runOwner, updateProgress } from './run-progress.ts';

/** A run as it was when it was put in line. */
interface Change<R> {
  run: R;
  row: RunRow;
}

/** Whole rows, only forwards, each only where device and company are the same. */
const upsert = bulkUpsert(runs, runOwner);

/** Of rows that a write left alone, those that stand in the database under another device or company. */
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
 * How runs that changed reach their table: by the transaction that stores the message they changed by, or soon, by our own. No run
 * is in two of them at a time, because transactions that wait for each other's rows are ended by the database.
 */
export function createRunRows<R extends { row: RunRow }>(db: Db, log: Log, onIdTaken: (run: R) => void) {
  const unwritten = new Map<string, Change<R>>();
  /** Runs that transactions under way will write before they commit. */
  const pendingSaves = new Map<Tx, Map<string, R>>();
  const progress = createProgressTracker();
  let writing: Promise<void> = Promise.resolve();

  const isPending = (id: string) => [...pendingSaves.values()].some((saves) => saves.has(id));
  const stored = ({ run, row }: Change<R>) => progress.stored(run, row);

  /** Of what was to be written, what turns out to be the row of another device or company. */
  const foreignRows = (tx: Tx, due: readonly Change<R>[], written: readonly string[]) => {
    const ids = new Set(written);
    // Most rows that are left alone are as new already, and are known to be.
    return foreignRowsOf(
      tx,
      due.filter(({ run, row }) => !ids.has(row.id) && !progress.isStored(run, row)),
    );
  };

  /** Rows of other devices that the write under way met; one write runs at a time. */
  const foreignChanges = new Set<Change<R>>();
  const store = createRowStore<Change<R>>({
    ...{ name: 'runs', db, log },
    write: async (tx, due) => {
      const written = await upsert(
        tx,
        due.map(({ row }) => row),
      );
      for (const it of await foreignRows(tx, due, written)) foreignChanges.add(it);
    },
  });

  const write = () => {
    writing = writing.then(async () => {
      const due = [...unwritten.values()].filter(({ row }) => !isPending(row.id));
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
    /** Puts the run in line: it is `patch` further than `before`. */
    changed(run: R, before: RunRow, patch: Partial<RunRow>): void {
      progress.changed(run, before, patch);
      unwritten.set(run.row.id, { run, row: run.row });
    },
    write,
    /** Has the run written by `settle`, once, however many messages of the batch were about it. */
    save(tx: Tx, run: R): void {
      const saves = pendingSaves.get(tx) ?? new Map<string, R>();
      pendingSaves.set(tx, saves.set(run.row.id, run));
    },
    /** Writes what `save` left to be written in this transaction. */
    async settle(tx: Tx): Promise<void> {
      const due = [...(pendingSaves.get(tx)?.values() ?? [])];
      if (due.length === 0) return;
      // One of them may be in the write under way; in the next it will not be.
      await writing;
      const saved = due.map((run) => ({ run, row: run.row, onlyProgress: progress.lacksOnlyProgress(run) }));
      const rows = (onlyProgress: boolean) =>
        saved.filter((it) => it.onlyProgress === onlyProgress).map(({ row }) => row);
      const written = await Promise.all([upsert(tx, rows(false)), updateProgress(tx, rows(true))]);
      const foreign: readonly Change<R>[] = await foreignRows(tx, saved, written.flat());
      tx.afterCommit(() => {
        for (const { run } of foreign) onIdTaken(run);
        for (const it of saved) {
          if (foreign.some(({ row }) => row === it.row)) continue;
          stored(it);
          if (unwritten.get(it.row.id)?.row === it.row) unwritten.delete(it.row.id);
        }
      });
    },
    /** The transaction is over, one way or the other: what had to wait for it is written. */
    ended(tx: Tx): void {
      pendingSaves.delete(tx);
      if (unwritten.size > 0) void write();
    },
    /** The run is not written any more. */
    forget: (runId: string): void => void unwritten.delete(runId),
    /** What the database is known to hold. */
    stored: (run: R, row: RunRow) => stored({ run, row }),
  };
}

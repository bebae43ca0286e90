import { inArray } from 'drizzle-orm';
import { runs, type RunRow } from '../../features/tasks/run-table.ts';
import { bulkUpsert } from '../../platform/db/bulk.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { createRowStore } from '../../platform/runtime/row-store.ts';
import type { Log } from '../gateway-options.ts';
import { createProgressStandings, runOwner, updateProgress } from './run-progress.ts';

/** A run as it was when it was put in line. */
interface Change<R> {
  run: R;
  row: RunRow;
}

/** Whole rows, only forwards, each only where device and company are the same. */
const upsert = bulkUpsert(runs, runOwner);

/** Of rows that a write left alone, those that stand in the database under another device or company. */
async function takenOf<R extends { row: RunRow }>(tx: Tx, left: readonly Change<R>[]): Promise<Change<R>[]> {
  if (left.length === 0) return [];
  const stored = await tx
    .select({ id: runs.id, deviceId: runs.deviceId, companyId: runs.companyId })
    .from(runs)
    .where(
      inArray(
        runs.id,
        left.map(({ row }) => row.id),
      ),
    );
  return left.filter(({ row }) =>
    stored.some((it) => it.id === row.id && runOwner.some((key) => it[key] !== row[key])),
  );
}

/**
 * How runs that changed reach their table: by the transaction that stores the message they changed by, or soon, by our own. No run
 * is in two of them at a time, because transactions that wait for each other's rows are ended by the database.
 */
export function createRunRows<R extends { row: RunRow }>(db: Db, log: Log, taken: (run: R) => void) {
  const unwritten = new Map<string, Change<R>>();
  /** Runs that transactions under way will write before they commit. */
  const owed = new Map<Tx, Map<string, R>>();
  const standings = createProgressStandings();
  let writing: Promise<void> = Promise.resolve();

  const isOwed = (id: string) => [...owed.values()].some((runsOfOne) => runsOfOne.has(id));
  const stored = ({ run, row }: Change<R>) => standings.stored(run, row);

  /** Of what was to be written, what turns out to be the row of another device or company. */
  const foreign = (tx: Tx, due: readonly Change<R>[], written: readonly string[]) => {
    const ids = new Set(written);
    // Most rows that are left alone are as new already, and are known to be.
    return takenOf(
      tx,
      due.filter(({ run, row }) => !ids.has(row.id) && !standings.isStored(run, row)),
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
      for (const it of await foreign(tx, due, written)) foreignChanges.add(it);
    },
  });

  const write = () => {
    writing = writing.then(async () => {
      const due = [...unwritten.values()].filter(({ row }) => !isOwed(row.id));
      for (const { row } of due) unwritten.delete(row.id);
      foreignChanges.clear();
      const { stored: done, unsaved } = await store(due);
      for (const it of done) {
        if (foreignChanges.has(it)) taken(it.run);
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
      standings.changed(run, before, patch);
      unwritten.set(run.row.id, { run, row: run.row });
    },
    write,
    /** Has the run written by `settle`, once, however many messages of the batch were about it. */
    save(tx: Tx, run: R): void {
      const mine = owed.get(tx) ?? new Map<string, R>();
      owed.set(tx, mine.set(run.row.id, run));
    },
    /** Writes what `save` left to be written in this transaction. */
    async settle(tx: Tx): Promise<void> {
      const due = [...(owed.get(tx)?.values() ?? [])];
      if (due.length === 0) return;
      // One of them may be in the write under way; in the next it will not be.
      await writing;
      const saved = due.map((run) => ({ run, row: run.row, small: standings.lacksOnlyProgress(run) }));
      const rows = (small: boolean) => saved.filter((it) => it.small === small).map(({ row }) => row);
      const written = await Promise.all([upsert(tx, rows(false)), updateProgress(tx, rows(true))]);
      const others: readonly Change<R>[] = await foreign(tx, saved, written.flat());
      tx.afterCommit(() => {
        for (const { run } of others) taken(run);
        for (const it of saved) {
          if (others.some(({ row }) => row === it.row)) continue;
          stored(it);
          if (unwritten.get(it.row.id)?.row === it.row) unwritten.delete(it.row.id);
        }
      });
    },
    /** The transaction is over, one way or the other: what had to wait for it is written. */
    ended(tx: Tx): void {
      owed.delete(tx);
      if (unwritten.size > 0) void write();
    },
    /** The run is not written any more. */
    forget: (runId: string): void => void unwritten.delete(runId),
    /** What the database is known to hold. */
    stored: (run: R, row: RunRow) => stored({ run, row }),
  };
}

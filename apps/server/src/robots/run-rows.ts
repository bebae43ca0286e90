import { runs, type RunRow } from '../features/tasks/run-table.ts';
import { bulkUpsert } from '../platform/bulk.ts';
import type { Db, Tx } from '../platform/db.ts';
import { createRowStore } from '../platform/row-store.ts';
import type { Log } from './gateway-options.ts';
import { openStandings, updateProgress } from './run-progress.ts';

/** A run as it was when it was put in line. */
interface Change<R> {
  run: R;
  row: RunRow;
}

/** Whole rows, only forwards. */
const upsert = bulkUpsert(runs);

/**
 * How runs that changed reach their table: by the transaction that stores the message they changed by, or soon, by our own. No run
 * is in two of them at a time, because transactions that wait for each other's rows are ended by the database.
 */
export function openRunRows<R extends { row: RunRow }>(db: Db, log: Log) {
  const unwritten = new Map<string, Change<R>>();
  /** Runs that transactions under way will write before they commit. */
  const owed = new Map<Tx, Map<string, R>>();
  const standings = openStandings();
  let writing: Promise<void> = Promise.resolve();

  const isOwed = (id: string) => [...owed.values()].some((runsOfOne) => runsOfOne.has(id));
  const stored = ({ run, row }: Change<R>) => standings.stored(run, row);

  const store = createRowStore<Change<R>>({
    ...{ name: 'runs', db, log },
    write: (tx, due) =>
      upsert(
        tx,
        due.map(({ row }) => row),
      ),
  });

  const write = () => {
    writing = writing.then(async () => {
      const due = [...unwritten.values()].filter(({ row }) => !isOwed(row.id));
      for (const { row } of due) unwritten.delete(row.id);
      const { stored: done, unsaved } = await store(due);
      done.forEach(stored);
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
      await Promise.all([upsert(tx, rows(false)), updateProgress(tx, rows(true))]);
      tx.afterCommit(() => {
        for (const it of saved) {
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
    /** What the database is known to hold. */
    stored: (run: R, row: RunRow) => stored({ run, row }),
  };
}

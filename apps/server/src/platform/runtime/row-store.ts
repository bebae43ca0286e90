import { inScope, type Db, type Tx } from '../db/db.ts';
import { createFaultLog, type FaultSink } from './fault-log.ts';
import { isRowFault } from './storage-fault.ts';

export interface RowStoreOptions<R> {
  /** The name of the writer in metrics and logs. */
  name: string;
  db: Db;
  log: FaultSink;
  /** Stores the rows in one transaction. It is called again with parts of them if one row cannot be stored. */
  write(tx: Tx, rows: readonly R[]): Promise<unknown>;
}

/** The outcome of a batch. */
export interface StoreOutcome<R> {
  stored: R[];
  /** Rows that can never be stored; logged and counted. */
  refused: R[];
  /** Rows that are not stored because the database is unavailable or busy. */
  unsaved: R[];
}

interface Attempt<R> extends StoreOutcome<R> {
  faults: unknown[];
  /** The error that stopped the batch, if the database is unavailable. */
  away?: { error: unknown };
}

/** Halves a refused batch until the bad row is alone. A batch without a bad row needs one statement in one transaction. */
async function storeIsolated<R>(
  rows: readonly R[],
  write: (rows: readonly R[]) => Promise<unknown>,
): Promise<Attempt<R>> {
  const none: Attempt<R> = { stored: [], refused: [], unsaved: [], faults: [] };
  try {
    await write(rows);
    return { ...none, stored: [...rows] };
  } catch (error) {
    if (!isRowFault(error)) return { ...none, unsaved: [...rows], away: { error } };
    if (rows.length === 1) return { ...none, refused: [...rows], faults: [error] };
  }
  const middle = Math.floor(rows.length / 2);
  const first = await storeIsolated(rows.slice(0, middle), write);
  const rest = rows.slice(middle);
  // Later rows must not be stored before earlier ones.
  if (first.away) return { ...first, unsaved: [...first.unsaved, ...rest] };
  const second = await storeIsolated(rest, write);
  return {
    ...second,
    stored: [...first.stored, ...second.stored],
    refused: [...first.refused, ...second.refused],
    faults: [...first.faults, ...second.faults],
  };
}

/** Creates a function that stores batches. It isolates bad rows, tolerates an unavailable database, and counts and logs both. */
export function createRowStore<R>({ name, db, log, write }: RowStoreOptions<R>) {
  const report = createFaultLog(log);
  return async (rows: readonly R[]): Promise<StoreOutcome<R>> => {
    if (rows.length === 0) return { stored: [], refused: [], unsaved: [] };
    const attempt = await storeIsolated(rows, (part) =>
      inScope(db, '*', async (tx) => void (await write(tx, part))),
    );
    const { stored, refused, unsaved, faults, away } = attempt;
    db.writers.stored(name, stored.length);
    db.writers.dropped(name, 'refused', refused.length);
    db.writers.retried(name, unsaved.length);
    for (const fault of faults) report('error', fault, { writer: name }, 'a row could not be stored');
    if (away)
      report('warn', away.error, { writer: name, rows: unsaved.length }, 'rows wait for the database');
    return { stored, refused, unsaved };
  };
}

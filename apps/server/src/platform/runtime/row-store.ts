import { inScope, type Db, type Tx } from '../db/db.ts';
import { createFaultLog, type FaultSink } from './fault-log.ts';
import { isRowFault } from './storage-fault.ts';

export interface RowStoreOptions<R> {
  /** Names the writer in figures and logs. */
  name: string;
  db: Db;
  log: FaultSink;
  /** Stores the rows in one transaction. Called again with some of them when one cannot be stored. */
  write(tx: Tx, rows: readonly R[]): Promise<unknown>;
}

/** What became of a batch. */
export interface StoreOutcome<R> {
  stored: R[];
  /** Can never be stored; logged and counted. */
  refused: R[];
  /** Not stored because the database is away or busy. */
  unsaved: R[];
}

interface Attempt<R> extends StoreOutcome<R> {
  faults: unknown[];
  /** Why the database did not take the rest. */
  away?: { error: unknown };
}

/** Halves a batch that is refused until the bad row stands alone: the good path stays one statement in one transaction. */
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
  // Later rows do not overtake earlier ones.
  if (first.away) return { ...first, unsaved: [...first.unsaved, ...rest] };
  const second = await storeIsolated(rest, write);
  return {
    ...second,
    stored: [...first.stored, ...second.stored],
    refused: [...first.refused, ...second.refused],
    faults: [...first.faults, ...second.faults],
  };
}

/** Stores batches for which any one row may be bad and the database may be away, and counts and logs what was not stored. */
export function createRowStore<R>({ name, db, log, write }: RowStoreOptions<R>) {
  const report = createFaultLog(log);
  return async (rows: readonly R[]): Promise<StoreOutcome<R>> => {
    if (rows.length === 0) return { stored: [], refused: [], unsaved: [] };
    const attempt = await storeIsolated(rows, (some) =>
      inScope(db, '*', async (tx) => void (await write(tx, some))),
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

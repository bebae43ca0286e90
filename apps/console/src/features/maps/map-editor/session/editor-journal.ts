import type { MapElements } from '@sweepline/contract';
import type { Stroke } from '@sweepline/map-core';

/** The unsaved drawing at the time the page was closed, with the draft it is based on. */
export interface Journal {
  mapId: string;
  /** The version of the draft it is based on. */
  version: number;
  base: MapElements;
  mine: MapElements;
  strokes: readonly Stroke[];
  at: string;
}

const [database, store] = ['sweepline-drawings', 'journals'];

/** Undefined where the browser has no storage: in tests and in some private windows. */
function openDatabase(): Promise<IDBDatabase | undefined> {
  if (typeof indexedDB === 'undefined') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });
}

async function inTransaction<T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => IDBRequest<T>) {
  const db = await openDatabase();
  if (!db) return undefined;
  return new Promise<T | undefined>((resolve) => {
    const request = work(db.transaction(store, mode).objectStore(store));
    const end = (result: T | undefined) => {
      db.close();
      resolve(result);
    };
    request.onsuccess = () => end(request.result);
    // A full disk loses the journal only: the drawing is still on the page and is being saved.
    request.onerror = () => end(undefined);
  });
}

/** A user's journal of one map; `owner` separates two users of one computer. */
export const journalOf = (owner: string, mapId: string) => {
  const key = `${owner} ${mapId}`;
  return {
    read: () => inTransaction<Journal | undefined>('readonly', (rows) => rows.get(key)),
    write: (journal: Journal) => inTransaction('readwrite', (rows) => rows.put(journal, key)),
    clear: () => inTransaction('readwrite', (rows) => rows.delete(key)),
  };
};

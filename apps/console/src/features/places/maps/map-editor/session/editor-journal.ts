import type { MapElements } from '@sweepline/contract';
import type { Stroke } from '@sweepline/map-core';
import { createStore, del, get, set } from 'idb-keyval';

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

const store = createStore('sweepline-drawings', 'journals');

/**
 * Undefined where the browser has no storage (tests, some private windows) or the disk is full. Then only the journal is lost:
 * the drawing is still on the page and is being saved.
 */
async function orUndefined<T>(access: () => Promise<T>): Promise<T | undefined> {
  try {
    return await access();
  } catch {
    return undefined;
  }
}

/** A user's journal of one map; `owner` separates two users of one computer. */
export const journalOf = (owner: string, mapId: string) => {
  const key = `${owner} ${mapId}`;
  return {
    read: () => orUndefined(() => get<Journal>(key, store)),
    write: (journal: Journal) => orUndefined(() => set(key, journal, store)),
    clear: () => orUndefined(() => del(key, store)),
  };
};

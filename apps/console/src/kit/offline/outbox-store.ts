import { createStore, del, get, set, update } from 'idb-keyval';
import type { OutboxEntry } from './outbox-entry.ts';

/** The bytes of a file. Safari loses stored blobs, so that they are stored as bytes. */
interface StoredFile {
  bytes: ArrayBuffer;
  type: string;
}

/** Where the entries of an account stay until they are sent. */
export interface OutboxStore {
  /** False: the entries are lost when the page is left. */
  isDurable: boolean;
  read: (owner: string) => Promise<OutboxEntry[]>;
  /** Changes all entries of an account at once, so that two tabs lose none of each other's. */
  change: (owner: string, next: (entries: readonly OutboxEntry[]) => OutboxEntry[]) => Promise<OutboxEntry[]>;
  putFiles: (id: string, files: Record<string, Blob>) => Promise<void>;
  files: (id: string) => Promise<Record<string, Blob>>;
  removeFiles: (id: string) => Promise<void>;
}

const entriesKey = (owner: string) => `entries ${owner}`;
const filesKey = (id: string) => `files ${id}`;

const asStored = async (blob: Blob): Promise<StoredFile> => ({
  bytes: await blob.arrayBuffer(),
  type: blob.type,
});

function databaseStore(): OutboxStore {
  const store = createStore('sweepline-outbox', 'entries');
  return {
    isDurable: true,
    read: async (owner) => (await get<OutboxEntry[]>(entriesKey(owner), store)) ?? [],
    change: async (owner, next) => {
      let entries: OutboxEntry[] = [];
      await update<OutboxEntry[]>(entriesKey(owner), (old) => (entries = next(old ?? [])), store);
      return entries;
    },
    putFiles: async (id, files) => {
      const stored = await Promise.all(
        Object.entries(files).map(async ([field, blob]) => [field, await asStored(blob)] as const),
      );
      await set(filesKey(id), Object.fromEntries(stored), store);
    },
    files: async (id) => {
      const stored = (await get<Record<string, StoredFile>>(filesKey(id), store)) ?? {};
      return Object.fromEntries(
        Object.entries(stored).map(([field, { bytes, type }]) => [field, new Blob([bytes], { type })]),
      );
    },
    removeFiles: (id) => del(filesKey(id), store),
  };
}

/** For browsers without a database, and for tests. */
export function memoryStore(): OutboxStore {
  const entries = new Map<string, OutboxEntry[]>();
  const files = new Map<string, Record<string, Blob>>();
  return {
    isDurable: false,
    read: async (owner) => entries.get(owner) ?? [],
    change: async (owner, next) => {
      const changed = next(entries.get(owner) ?? []);
      entries.set(owner, changed);
      return changed;
    },
    putFiles: async (id, blobs) => void files.set(id, blobs),
    files: async (id) => files.get(id) ?? {},
    removeFiles: async (id) => void files.delete(id),
  };
}

export const outboxStore: OutboxStore = typeof indexedDB === 'undefined' ? memoryStore() : databaseStore();

import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../runtime/clock.ts';
import type { Tx } from '../db/db.ts';
import { StartupError } from '../embedded/startup-error.ts';
import { bucketStore } from './file-bucket.ts';
import { folderStore } from './file-folder.ts';
import { storedFiles } from './file-table.ts';
import { newId } from '../runtime/ids.ts';
import { find } from '../db/page.ts';

/** What a store says of bytes it took. */
export interface Content {
  sha256: string;
  bytes: number;
}

/** Where bytes lie, named by their SHA-256: the same content twice is one object, and nothing is ever changed in place. */
export interface FileStore {
  /** Throws a `StartupError` when bytes cannot be kept here: asked once, before anybody is told that the server is up. */
  ready(): Promise<void>;
  /**
   * Takes the stream to its end; more than `limit` bytes are refused and leave nothing behind. What nothing refers to a day
   * later is swept (`features/files/file-sweep-service.ts`), so whoever puts bytes writes a row that says so.
   */
  put(content: Readable | Uint8Array, limit?: number): Promise<Content>;
  /** Bytes from `start` to `end`, both inclusive, as in an HTTP range. */
  open(sha256: string, range?: { start: number; end: number }): Readable;
  has(sha256: string): Promise<boolean>;
  /** Everything that was stored longer ago than this, a few hundred at a time. */
  older(ageMs: number): AsyncIterable<string[]>;
  /** Takes bytes away, unless they were stored again within `ageMs`. Answers whether they are gone. */
  remove(sha256: string, ageMs: number): Promise<boolean>;
  /** Takes away what was on its way here when a process died, longer ago than this. */
  tidy(ageMs: number): Promise<void>;
}

/** Opens the store that `FILES_URL` names: a folder as a `file:` address, or `s3://bucket/prefix` (see `bucketStore`). */
export function createFileStore(url: string): FileStore {
  if (url.startsWith('file:')) return folderStore(fileURLToPath(url));
  if (url.startsWith('s3:')) return bucketStore(url);
  throw new StartupError(`FILES_URL is a file: or an s3: address, not ${url.split(':')[0]}:`);
}

export interface NewFile {
  companyId: string;
  kind: string;
  name: string;
  mediaType: string;
  content: Readable | Uint8Array;
  limit?: number;
}

export type StoredFile = typeof storedFiles.$inferSelect;

/** Stores the bytes, then the row that lets its company read them. Answers the row; its `id` is the opaque id for `file/<id>`. */
export async function storeFile(db: Tx, files: FileStore, now: Clock, file: NewFile): Promise<StoredFile> {
  const { content, limit, ...words } = file;
  const stored = await files.put(content, limit);
  const row = { id: newId(), ...words, ...stored, createdAt: now().toISOString() };
  await db.insert(storedFiles).values(row);
  return row;
}

/** The row of a stored file within the caller's companies. */
export const findFile = (db: Tx, id: string) => find(db, storedFiles, id);

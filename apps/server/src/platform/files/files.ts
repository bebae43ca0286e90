import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../runtime/clock.ts';
import type { Tx } from '../db/db.ts';
import { StartupError } from '../embedded/startup-error.ts';
import type { BytesAnswer } from '../http/bytes.ts';
import { bucketStore } from './file-bucket.ts';
import { FileFault } from './file-fault.ts';
import { withVerification } from './file-verification.ts';
import { folderStore } from './file-folder.ts';
import { storedFiles } from './file-table.ts';
import { newId } from '../runtime/ids.ts';
import { find } from '../db/page.ts';

/** The hash and size of stored content. */
export interface Content {
  sha256: string;
  bytes: number;
}

/** Where the objects of a file store are kept. */
export interface FileStorage {
  /**
   * Rejects with a `StartupError` if the store cannot be used. Called once, before the server reports that it is up. Deletes partial
   * files that killed processes left behind: all of them if this process uses the store `alone`.
   */
  ready(use?: { alone: boolean }): Promise<void>;
  /** Deletes the partial files of uploads that the stop of the server interrupts. */
  close(): Promise<void>;
  /**
   * Stores a stream. More than `limit` bytes are refused and nothing is stored. Content without a row that refers to it is
   * deleted after a day (`features/remote/files/file-garbage-collection-service.ts`), so the caller must write such a row.
   */
  put(content: Readable | Uint8Array, limit?: number): Promise<Content>;
  /** Joins stored parts to one content in a worker thread. A store that has no files leaves it to `joinParts`. */
  join?(hashes: readonly string[]): Promise<Content & { md5: string }>;
  /**
   * Bytes from `start` to `end`, both inclusive, as in an HTTP range. Without a range the content is compared with its hash. The stream
   * fails with a `FileFault` if the content is missing or damaged.
   */
  open(sha256: string, range?: { start: number; end: number }): Readable;
  /** The size of the content in bytes; undefined if nothing is stored. */
  size(sha256: string): Promise<number | undefined>;
  /** The hashes of content stored more than `ageMs` ago, a few hundred at a time. */
  older(ageMs: number): AsyncIterable<string[]>;
  /** Deletes content unless it was stored again within `ageMs`. Returns whether it was deleted. */
  remove(sha256: string, ageMs: number): Promise<boolean>;
  /** Deletes partial files older than `ageMs` that a killed process left behind. */
  tidy(ageMs: number): Promise<void>;
}

/** Content-addressed storage: objects are named by their SHA-256, the same content is one object, and objects never change. */
export interface FileStore extends FileStorage {
  /** Tells the listeners about missing or damaged content. */
  reportFault(fault: FileFault): void;
  /** Calls the listener for missing or damaged content, each time that it is found. Returns the end of it. */
  onFault(listener: (fault: FileFault) => void): () => void;
}

/**
 * Creates the store that `FILES_URL` names: a folder as a `file:` address, or `s3://bucket/prefix` (see `bucketStore`). Throws a
 * `StartupError` for another address.
 */
export function createFileStore(url: string): FileStore {
  if (url.startsWith('file:')) return withVerification(folderStore(fileURLToPath(url)));
  if (url.startsWith('s3:')) return withVerification(bucketStore(url));
  throw new StartupError(`FILES_URL is a file: or an s3: address, not ${url.split(':')[0]}:`);
}

/** The content of a stored file for a download. Its size is checked before the headers name it. */
export const bytesOfFile = (
  files: FileStore,
  { mediaType, bytes, sha256 }: Pick<StoredFile, 'mediaType' | 'bytes' | 'sha256'>,
): BytesAnswer => ({
  mediaType,
  length: bytes,
  tag: sha256,
  check: async () => {
    const size = await files.size(sha256);
    if (size === bytes) return;
    const fault = size === undefined ? 'it is missing' : `it has ${size} of ${bytes} bytes`;
    const error = new FileFault(sha256, fault);
    files.reportFault(error);
    throw error;
  },
  open: (range) => files.open(sha256, range),
});

export interface NewFile {
  companyId: string;
  kind: string;
  name: string;
  mediaType: string;
  content: Readable | Uint8Array;
  limit?: number;
  uploadedById?: string;
}

export type StoredFile = typeof storedFiles.$inferSelect;

/** Stores the bytes, then the row of their company. Returns the row; its `id` is the opaque id of `file/<id>`. */
export async function storeFile(db: Tx, files: FileStore, now: Clock, file: NewFile): Promise<StoredFile> {
  const { content, limit, ...columns } = file;
  const stored = await files.put(content, limit);
  const row = {
    id: newId(),
    uploadedById: null,
    ...columns,
    ...stored,
    md5: null,
    createdAt: now().toISOString(),
  };
  await db.insert(storedFiles).values(row);
  return row;
}

/** The row of a stored file in the caller's tenant scope; refuses with `notFound`. */
export const findFile = (db: Tx, id: string) => find(db, storedFiles, id);

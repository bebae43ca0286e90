import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { Clock } from './clock.ts';
import { Refusal } from './ctx.ts';
import type { Tx } from './db.ts';
import { storedFiles } from './file-table.ts';
import { newId } from './ids.ts';
import { find } from './page.ts';

interface Content {
  sha256: string;
  bytes: number;
}

/** Where bytes lie, named by their SHA-256: the same content twice is one object, and nothing is ever changed in place. */
export interface FileStore {
  /** Takes the stream to its end; more than `limit` bytes are refused and leave nothing behind. */
  put(content: Readable | Uint8Array, limit?: number): Promise<Content>;
  /** Bytes from `start` to `end`, both inclusive, as in an HTTP range. */
  open(sha256: string, range?: { start: number; end: number }): Readable;
  has(sha256: string): Promise<boolean>;
}

/** Opens the store that `FILES_URL` names: a `file:` address. */
export function openFiles(url: string): FileStore {
  if (!url.startsWith('file:'))
    throw new Error(`FILES_URL must be a file: address, not ${url.split(':')[0]}:`);
  return folderStore(fileURLToPath(url));
}

/** A folder, two levels deep so that none holds more than a few hundred entries. */
function folderStore(root: string): FileStore {
  const place = (sha256: string) => join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  return {
    put: async (content, limit = Number.POSITIVE_INFINITY) => {
      const incoming = join(root, 'incoming');
      await mkdir(incoming, { recursive: true });
      const part = join(incoming, randomUUID());
      const hash = createHash('sha256');
      let bytes = 0;
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          hash.update(chunk);
          done(bytes > limit ? new Refusal('fileTooLarge') : null, chunk);
        },
      });
      const source = content instanceof Uint8Array ? Readable.from([content]) : content;
      try {
        // Flushed to disk before it is named: a row must never point at a file that a crash emptied.
        await pipeline(source, measure, createWriteStream(part, { flush: true }));
        const sha256 = hash.digest('hex');
        await mkdir(join(place(sha256), '..'), { recursive: true });
        await rename(part, place(sha256));
        return { sha256, bytes };
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    open: (sha256, range) => createReadStream(place(sha256), range),
    has: (sha256) =>
      stat(place(sha256)).then(
        (found) => found.isFile(),
        () => false,
      ),
  };
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

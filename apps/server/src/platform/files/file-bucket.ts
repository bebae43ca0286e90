import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BucketObjects, Copy } from './bucket-objects.ts';
import { FileFault } from './file-fault.ts';
import { abandonedMs, isOlderFile, spool } from './file-spool.ts';
import type { FileStorage } from './files.ts';

/** Content younger than this is not uploaded again. It is far less than the day before garbage collection. */
const freshMs = 3_600_000;

/**
 * A file store in an S3 bucket, `s3://bucket/prefix`; `bucketObjects` describes the connection.
 *
 * S3 has no rename and no conditional delete. So every upload of the same content creates another object, and `remove` deletes
 * only the objects that it has listed: a concurrent upload is a new object and stays.
 */
export function bucketStore(url: string): FileStorage {
  // The S3 client is large, and most installations do not need it.
  let opened: Promise<BucketObjects> | undefined;
  const open = () => (opened ??= import('./bucket-objects.ts').then((m) => m.bucketObjects(url)));
  const incoming = join(tmpdir(), 'sweepline-incoming');
  /** The partial files of this process. */
  const parts = new Set<string>();
  const tidyParts = async (ageMs: number) => {
    for (const name of await readdir(incoming).catch(() => [])) {
      const path = join(incoming, name);
      if (await isOlderFile(path, ageMs)) await rm(path, { force: true });
    }
  };

  async function* read(sha256: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    const bytes = range && `bytes=${range.start}-${range.end}`;
    const objects = await open();
    // Between list and read, another process may have stored the content again and deleted this copy.
    for (let attempt = 1; attempt <= 3; attempt++) {
      const [copy] = await objects.copies(sha256);
      const body = copy && (await objects.read(copy, bytes));
      if (body) return yield* body as AsyncIterable<Uint8Array>;
      if (!copy) break;
    }
    throw new FileFault(sha256, 'it is missing');
  }

  return {
    ready: async () => {
      await (await open()).reachable();
      await tidyParts(abandonedMs);
    },
    close: async () => {
      for (const part of parts) await rm(part, { force: true });
    },
    put: async (content, limit = Number.POSITIVE_INFINITY) => {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const part = join(incoming, randomUUID());
      parts.add(part);
      try {
        const stored = await spool(content, part, limit);
        const objects = await open();
        const earlier = await objects.copies(stored.sha256);
        if (earlier.some((copy) => !isOlder(copy, freshMs))) return stored;
        await objects.add(stored.sha256, part, stored.bytes);
        await objects.drop(earlier);
        return stored;
      } finally {
        parts.delete(part);
        await rm(part, { force: true });
      }
    },
    open: (sha256, range) => Readable.from(read(sha256, range), { objectMode: false }),
    size: async (sha256) => (await (await open()).copies(sha256))[0]?.Size,
    async *older(ageMs) {
      for await (const copies of (await open()).all()) {
        const names = copies.filter((copy) => isOlder(copy, ageMs)).map(hashOf);
        const hashes = new Set(names.filter((name) => name.length === 64));
        if (hashes.size > 0) yield [...hashes];
      }
    },
    remove: async (sha256, ageMs) => {
      const objects = await open();
      const copies = await objects.copies(sha256);
      if (copies.length === 0 || copies.some((copy) => !isOlder(copy, ageMs))) return false;
      await objects.drop(copies);
      return true;
    },
    tidy: tidyParts,
  };
}

const isOlder = ({ LastModified }: Copy, ageMs: number) =>
  LastModified !== undefined && Date.now() - LastModified.getTime() > ageMs;

/** The hash in the name of a copy. */
const hashOf = ({ Key = '' }: Copy) => Key.slice(Key.lastIndexOf('/') + 1, Key.lastIndexOf('.'));

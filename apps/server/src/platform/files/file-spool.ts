import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../calls/ctx.ts';
import type { Content } from './files.ts';

/** A slow body is cut much earlier, so nothing writes into an older partial file. */
export const abandonedMs = 600_000;

/** Chunks that arrive during a write are written together. With Node's default, each one waits for the one before. */
const queuedBytes = 1024 * 1024;

/**
 * Writes a stream to a file, flushed to disk, and computes its hash and size: a store names content by its hash, which is known
 * only at the end. More than `limit` bytes reject with `fileTooLarge`; the caller then removes the partial file. `flush: false`
 * is for a file that only one call needs.
 */
export async function spool(
  content: Readable | Uint8Array,
  path: string,
  limit: number,
  { flush = true }: { flush?: boolean } = {},
): Promise<Content> {
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
  await pipeline(
    source,
    measure,
    createWriteStream(path, { flush, mode: 0o600, highWaterMark: queuedBytes }),
  );
  return { sha256: hash.digest('hex'), bytes };
}

/** Whether a file was last written more than `ageMs` ago; false for a missing file. */
export const isOlderFile = (path: string, ageMs: number): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > ageMs,
    () => false,
  );

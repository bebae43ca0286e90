import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface WrittenFile {
  bytes: number;
  sha256: string;
}

/** Hears of bytes that pass. It may throw, for example when the disk is full enough or the work is stopped. */
export type OnBytes = (bytes: number) => void | Promise<void>;

/** Flushes the entries of a folder: after a power cut a file is there under its name. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Writes a stream to a new file and flushes it to the disk. One piece is in memory at a time.
 */
export async function writeStream(
  path: string,
  source: AsyncIterable<Uint8Array>,
  onBytes: OnBytes = () => {},
): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'w', 0o600);
  try {
    for await (const piece of source) {
      await onBytes(piece.length);
      hash.update(piece);
      await file.writeFile(piece);
      bytes += piece.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Writes a small file that is either whole or not there. */
export async function writeWhole(path: string, text: string | Uint8Array): Promise<void> {
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await flushFolder(dirname(path));
}

/** Reads a file back and hashes it. */
export async function hashFile(path: string, onBytes: OnBytes = () => {}): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
    await onBytes(piece.length);
  }
  return { bytes, sha256: hash.digest('hex') };
}

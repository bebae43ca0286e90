import { pipeline, type Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { Readable as ReadableStream } from 'node:stream';
import { ArchiveFault, type ArchiveSource } from './archive-source.ts';
import type { ZipEntry } from './zip-directory.ts';

const headBytes = 30;
const headSignature = 0x04_03_4b_50;

/** The content of one entry of a zip as a stream: only a few chunks are in memory, whatever its size. */
export async function openZipEntry(source: ArchiveSource, entry: ZipEntry): Promise<Readable> {
  const { isDeflated, packedBytes, start, name } = entry;
  const head = await source.read(start, start + headBytes);
  if (head.length < headBytes || head.readUInt32LE(0) !== headSignature)
    throw new ArchiveFault('FORMAT', name);
  // The lengths may differ from those in the directory.
  const contentAt = start + headBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (contentAt + packedBytes > source.bytes) throw new ArchiveFault('FORMAT', name);
  if (packedBytes === 0) return ReadableStream.from([]);
  const packed = source.open({ start: contentAt, end: contentAt + packedBytes - 1 });
  // An error of the source destroys the result with it, and a reader that stops closes the source.
  return isDeflated ? pipeline(packed, createInflateRaw(), () => {}) : packed;
}

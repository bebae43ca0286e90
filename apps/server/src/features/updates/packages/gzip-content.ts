import { createInflateRaw, crc32 } from 'node:zlib';
import { ArchiveFault, type ArchiveSource } from '../../../platform/files/archive-source.ts';

/** Larger than a header with the longest extra field, a name and a comment. */
const maxHeadBytes = 72 * 1024;
const trailerBytes = 8;
/** Larger than the usual 16 KB: each piece costs a turn of the event loop. */
const chunkBytes = 256 * 1024;

/** The length of the header before the compressed bytes (RFC 1952). */
function headLength(bytes: Buffer): number {
  const flags = bytes[3] ?? 0;
  if (bytes.length < 10 || bytes.toString('hex', 0, 3) !== '1f8b08' || flags > 31)
    throw new ArchiveFault('FORMAT');
  let at = 10;
  if (flags & 4) at += 2 + (at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0);
  // A name and a comment end with a NUL.
  for (const flag of [8, 16])
    if (flags & flag) {
      const end = bytes.indexOf(0, at);
      at = end < 0 ? bytes.length : end + 1;
    }
  if (flags & 2) at += 2;
  if (at >= bytes.length) throw new ArchiveFault('FORMAT');
  return at;
}

/**
 * The content of a gzip that is one member and nothing else. Programs differ in what they do with a second member and with bytes
 * after the first: one unpacks them, another ignores them.
 */
export async function* gzipContent({ bytes, read, open }: ArchiveSource): AsyncGenerator<Buffer> {
  const start = headLength(await read(0, Math.min(bytes, maxHeadBytes)));
  const end = bytes - trailerBytes;
  if (end <= start) throw new ArchiveFault('FORMAT');
  const trailer = await read(end, bytes);
  const packed = open({ start, end: end - 1 });
  const unpacked = createInflateRaw({ chunkSize: chunkBytes });
  packed.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  let [sum, length] = [0, 0];
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      length += chunk.length;
      yield chunk;
    }
    if (unpacked.bytesWritten !== end - start) throw new ArchiveFault('AMBIGUOUS');
    if (trailer.readUInt32LE(0) !== sum || trailer.readUInt32LE(4) !== length % 2 ** 32)
      throw new ArchiveFault('FORMAT');
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

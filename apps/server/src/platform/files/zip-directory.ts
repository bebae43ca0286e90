import { ArchiveFault, entryKindOf, type ArchiveEntry, type ArchiveSource } from './archive-source.ts';

const endBytes = 22;
const maxCommentBytes = 65_535;
const endSignature = 0x06_05_4b_50;
const entrySignature = 0x02_01_4b_50;
const entryBytes = 46;
/** A value of the older format that says: see the 64-bit record. Packages are far below its limits. */
const in64Bits = [0xff_ff, 0xff_ff_ff_ff];
const chunkBytes = 256 * 1024;
/** An entry of the largest name, extra field and comment. */
const maxEntryBytes = entryBytes + 3 * 65_535;

/** An entry with the place of its bytes. */
export interface ZipEntry extends ArchiveEntry {
  isDeflated: boolean;
  flags: number;
  crc: number;
  packedBytes: number;
  /** The type and rights of a file, if a Unix program packed it. */
  mode: number;
  extra: Buffer;
  /** Of the record before the content. */
  start: number;
}

interface Directory {
  count: number;
  start: number;
  bytes: number;
}

/** The position of the central directory, from the record at the end of the file. */
export async function findDirectory({ bytes, read }: ArchiveSource): Promise<Directory> {
  if (bytes < endBytes) throw new ArchiveFault('FORMAT');
  const tail = await read(Math.max(0, bytes - endBytes - maxCommentBytes), bytes);
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    // A comment with this signature in it has two ends, and programs differ in which one they find.
    if (at + endBytes + tail.readUInt16LE(at + 20) !== tail.length) break;
    const [count, size, start] = [
      tail.readUInt16LE(at + 10),
      tail.readUInt32LE(at + 12),
      tail.readUInt32LE(at + 16),
    ];
    const isOneDisk = tail.readUInt32LE(at + 4) === 0 && tail.readUInt16LE(at + 8) === count;
    const endAt = bytes - tail.length + at;
    if (!isOneDisk || [count, start].some((it) => in64Bits.includes(it)) || start + size !== endAt) break;
    return { count, start, bytes: size };
  }
  throw new ArchiveFault('FORMAT');
}

/**
 * The entries of a zip as its central directory names them, read in pieces. The contents are not read: a robot limits what it
 * unpacks, and the signature covers the bytes. Refuses encrypted entries, other methods than stored and deflated, and entries that
 * share bytes, which is how a small file unpacks to a huge one.
 */
export async function* zipEntries(source: ArchiveSource): AsyncGenerator<ZipEntry> {
  const head = await source.read(0, 4);
  if (head.toString('latin1') !== 'PK\u0003\u0004') throw new ArchiveFault('FORMAT');
  const directory = await findDirectory(source);
  const end = directory.start + directory.bytes;
  let [at, packedBytes] = [directory.start, 0];
  let chunk: Buffer = Buffer.alloc(0);
  let chunkAt = at;
  for (let n = 0; n < directory.count; n++) {
    if (at + maxEntryBytes > chunkAt + chunk.length && chunkAt + chunk.length < end) {
      chunk = await source.read(at, Math.min(end, at + chunkBytes + maxEntryBytes));
      chunkAt = at;
    }
    const { entry, length } = readEntry(chunk.subarray(at - chunkAt));
    at += length;
    packedBytes += entry.packedBytes;
    if (at > end || packedBytes > directory.start) throw new ArchiveFault('FORMAT');
    yield entry;
  }
  if (at !== end) throw new ArchiveFault('FORMAT');
}

function readEntry(bytes: Buffer): { entry: ZipEntry; length: number } {
  if (bytes.length < entryBytes || bytes.readUInt32LE(0) !== entrySignature) throw new ArchiveFault('FORMAT');
  const [flags, method] = [bytes.readUInt16LE(8), bytes.readUInt16LE(10)];
  const [packed, size] = [bytes.readUInt32LE(20), bytes.readUInt32LE(24)];
  const nameBytes = bytes.readUInt16LE(28);
  const length = entryBytes + nameBytes + bytes.readUInt16LE(30) + bytes.readUInt16LE(32);
  const isEncrypted = (flags & 1) !== 0;
  if (isEncrypted || ![0, 8].includes(method) || in64Bits.includes(size) || length > bytes.length)
    throw new ArchiveFault('FORMAT');
  // Unix programs store the type of a file in the upper half of the external attributes.
  const mode = bytes.readUInt32LE(38) >>> 16;
  const nameEnd = entryBytes + nameBytes;
  const name = bytes.toString('utf8', entryBytes, nameEnd);
  const place = { flags, crc: bytes.readUInt32LE(16), packedBytes: packed, start: bytes.readUInt32LE(42) };
  const extra = bytes.subarray(nameEnd, nameEnd + bytes.readUInt16LE(30));
  const entry = { name, bytes: size, isFolder: name.endsWith('/'), kind: entryKindOf(mode), mode, extra };
  return { entry: { ...entry, isDeflated: method === 8, ...place }, length };
}

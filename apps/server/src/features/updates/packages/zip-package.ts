import { ArchiveFault, type ArchiveSource } from '../../../platform/files/archive-source.ts';
import { findDirectory, zipEntries, type ZipEntry } from '../../../platform/files/zip-directory.ts';

const headSignature = 0x04_03_4b_50;
const headBytes = 30;
const descriptorSignature = 0x08_07_4b_50;
/** One read contains the headers of many small files. */
const windowBytes = 64 * 1024;

/** Flags that change nothing but the effort of packing, the place of the sizes and the character set of the name. */
const knownFlags = 0b1000_0000_1110;
const sizesFollow = 0b1000;
const isUtf8 = 0b1000_0000_0000;
/** Extra fields with another name, and with sizes of 64 bits, which packages do not need. */
const refusedFields = [0x70_75, 0x00_01];

const folderMode = 0o040_000;
const typeMask = 0o170_000;
const ambiguous = (name: string) => new ArchiveFault('AMBIGUOUS', name);

/** Refuses a second name and fields that overlap. Zeros at the end align the content of an apk. */
function checkExtra(extra: Buffer, name: string): void {
  for (let at = 0; at < extra.length;) {
    if (extra.subarray(at).every((byte) => byte === 0)) return;
    if (at + 4 > extra.length || refusedFields.includes(extra.readUInt16LE(at))) throw ambiguous(name);
    at += 4 + extra.readUInt16LE(at + 2);
    if (at > extra.length) throw ambiguous(name);
  }
}

/** What the directory says must have one meaning. */
function checkEntry({
  name,
  flags,
  isDeflated,
  packedBytes,
  bytes,
  mode,
  extra,
  kind,
  isFolder,
}: ZipEntry): void {
  checkExtra(extra, name);
  const type = mode & typeMask;
  const isTypeOfName = kind !== 'FILE' || type === 0 || (type === folderMode) === isFolder;
  const isPlainName = name.isWellFormed() && !name.includes('\u{FFFD}');
  const isNamedAlike = isPlainName && ((flags & isUtf8) !== 0 || /^[\0-\u007f]*$/.test(name));
  const isSizeRight = isDeflated || packedBytes === bytes;
  // Only the packed bytes themselves tell where stored content of unknown size ends.
  const isEndKnown = isDeflated || (flags & sizesFollow) === 0;
  const isRight = (flags & ~knownFlags) === 0 && isTypeOfName && isNamedAlike && isSizeRight && isEndKnown;
  if (!isRight || (isFolder && (bytes > 0 || packedBytes > 0))) throw ambiguous(name);
}

/** Reads in windows, so that neighbouring headers need one read. Answers less at the end of the archive. */
function windowOf({ bytes, read }: ArchiveSource) {
  let window: Buffer = Buffer.alloc(0);
  let start = 0;
  return async (at: number, length: number): Promise<Buffer> => {
    const end = Math.min(bytes, at + length);
    if (at < start || end > start + window.length) {
      start = at;
      window = await read(at, Math.min(bytes, at + Math.max(length, windowBytes)));
    }
    return window.subarray(at - start, at - start + length);
  };
}

type ReadWindow = ReturnType<typeof windowOf>;

/** Compares the record before the content with the directory. Returns where the content ends. */
async function checkHead(read: ReadWindow, entry: ZipEntry): Promise<number> {
  const { start, name, flags, crc, packedBytes, bytes, isDeflated } = entry;
  const fixed = await read(start, headBytes);
  if (fixed.length < headBytes || fixed.readUInt32LE(0) !== headSignature) throw ambiguous(name);
  const nameEnd = headBytes + fixed.readUInt16LE(26);
  const length = nameEnd + fixed.readUInt16LE(28);
  const head = await read(start, length);
  const sizes = [head.readUInt32LE(14), head.readUInt32LE(18), head.readUInt32LE(22)];
  const expected = [crc, packedBytes, bytes];
  const isLater = (flags & sizesFollow) !== 0;
  const isSame =
    head.length === length &&
    head.readUInt16LE(6) === flags &&
    head.readUInt16LE(8) === (isDeflated ? 8 : 0) &&
    head.subarray(headBytes, nameEnd).equals(Buffer.from(name)) &&
    sizes.every((size, n) => size === expected[n] || (isLater && size === 0));
  if (!isSame) throw ambiguous(name);
  checkExtra(head.subarray(nameEnd, length), name);
  return start + length + packedBytes;
}

/** The sizes after the content, with or without a signature. Returns where they end. */
async function checkDescriptor(read: ReadWindow, at: number, entry: ZipEntry): Promise<number> {
  const bytes = await read(at, 16);
  if (bytes.length < 12) throw ambiguous(entry.name);
  const isSigned = bytes.length === 16 && bytes.readUInt32LE(0) === descriptorSignature;
  const values = [0, 4, 8].map((n) => bytes.readUInt32LE(n + (isSigned ? 4 : 0)));
  const expected = [entry.crc, entry.packedBytes, entry.bytes];
  if (values.some((value, n) => value !== expected[n])) throw ambiguous(entry.name);
  return at + (isSigned ? 16 : 12);
}

/**
 * The entries of a package, which mean the same to a program that reads the directory and to one that reads from the start: both
 * name the same files with the same sizes, and no bytes lie between them. In an apk there may be such bytes, which contain its own
 * signature; Android reads the directory only.
 */
export async function* zipPackageEntries(
  source: ArchiveSource,
  format: 'zip' | 'apk',
): AsyncGenerator<ZipEntry> {
  const entries: ZipEntry[] = [];
  for await (const entry of zipEntries(source)) {
    checkEntry(entry);
    entries.push(entry);
    yield entry;
  }
  const read = windowOf(source);
  let at = 0;
  for (const entry of entries.toSorted((a, b) => a.start - b.start)) {
    if (entry.start < at || (entry.start > at && format === 'zip')) throw ambiguous(entry.name);
    at = await checkHead(read, entry);
    if ((entry.flags & sizesFollow) !== 0) at = await checkDescriptor(read, at, entry);
  }
  const { start } = await findDirectory(source);
  if (at > start || (at < start && format === 'zip')) throw new ArchiveFault('AMBIGUOUS');
}

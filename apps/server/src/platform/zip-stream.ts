import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

interface ZippedFile {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

interface Entry {
  name: Buffer;
  /** Where its header stands. */
  at: number;
  crc: number;
  packed: number;
  size: number;
}

/** Sizes follow the file; its name is UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980: the same content always gives the same bytes. */
const noDate = 0x00210000;
const version = 20;
/** Beyond four gigabytes a zip has other headers. */
const mostBytes = 0xffff_ffff;

const header = (...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const made = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = made.writeUIntLE(value, at, bytes);
  return made;
};

const localHeader = ({ name }: Entry) =>
  Buffer.concat([
    header([4, 0x04034b50], [2, version], [2, flags], [2, deflated], [4, noDate], [4, 0], [4, 0], [4, 0]),
    header([2, name.length], [2, 0]),
    name,
  ]);

const sizesOf = ({ crc, packed, size }: Entry) => header([4, crc], [4, packed], [4, size]);

const directoryEntry = (entry: Entry) =>
  Buffer.concat([
    header([4, 0x02014b50], [2, version], [2, version], [2, flags], [2, deflated], [4, noDate]),
    sizesOf(entry),
    header([2, entry.name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, entry.at]),
    entry.name,
  ]);

/** Packs texts as they come, off the event loop, and counts them into the entry. */
function packed(content: ZippedFile['content'], entry: Entry): AsyncIterable<Buffer> {
  async function* counted() {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const packer = createDeflateRaw();
  // A fault in between ends the packer with it; whoever reads the packer is told.
  pipeline(Readable.from(counted()), packer, () => {});
  return packer;
}

/** A zip that leaves while it is made: never more of it in memory than a few pieces, however much it holds. */
export async function* zipStream(files: Iterable<ZippedFile>): AsyncGenerator<Buffer> {
  const entries: Entry[] = [];
  let at = 0;
  const counted = (piece: Buffer) => {
    at += piece.length;
    return piece;
  };
  for (const { name, content } of files) {
    const entry = { name: Buffer.from(name), at, crc: 0, packed: 0, size: 0 };
    entries.push(entry);
    yield counted(localHeader(entry));
    for await (const piece of packed(content, entry)) {
      entry.packed += piece.length;
      yield counted(piece);
    }
    if (Math.max(entry.size, at) > mostBytes) throw new Error(`${name} is too large for a zip`);
    yield counted(Buffer.concat([header([4, 0x08074b50]), sizesOf(entry)]));
  }
  const directoryAt = at;
  for (const entry of entries) yield counted(directoryEntry(entry));
  const count: [2, number] = [2, entries.length];
  yield header(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    count,
    count,
    [4, at - directoryAt],
    [4, directoryAt],
    [2, 0],
  );
}

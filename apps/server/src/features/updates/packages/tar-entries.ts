import {
  ArchiveFault,
  type ArchiveEntry,
  type ArchiveSource,
} from '../../../platform/files/archive-source.ts';
import { gzipContent } from './gzip-content.ts';
import { blockBytes, entryOf, readHeader, readLongName, readPax, type TarExtension } from './tar-header.ts';

/** Long names and extended headers are small; a larger one is an attack on the memory. */
const maxHeaderBytes = 64 * 1024;
/** The types of the records before one entry. */
const allowedRecords = ['x', 'L', 'K', 'LK', 'KL'];
const padded = (bytes: number) => Math.ceil(bytes / blockBytes) * blockBytes;

/** Reads a stream by numbers of bytes. More than `limit` bytes in all are refused. */
function byteReader(stream: AsyncIterable<Buffer>, limit: number) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  let total = 0;
  const next = async () => {
    const { value, done } = await chunks.next();
    if (done) return false;
    total += value.length;
    if (total > limit) throw new ArchiveFault('TOO_LARGE');
    rest = rest.length > 0 ? Buffer.concat([rest, value]) : value;
    return true;
  };
  return {
    take: async (bytes: number): Promise<Buffer> => {
      while (rest.length < bytes) if (!(await next())) throw new ArchiveFault('FORMAT');
      const taken = rest.subarray(0, bytes);
      rest = rest.subarray(bytes);
      return taken;
    },
    skip: async (bytes: number) => {
      let left = bytes;
      while (left > rest.length) {
        left -= rest.length;
        rest = Buffer.alloc(0);
        if (!(await next())) throw new ArchiveFault('FORMAT');
      }
      rest = rest.subarray(left);
    },
    /** Reads to the end, which holds zeros only: some programs look for entries after the first empty block. */
    drain: async () => {
      do {
        if (rest.some((byte) => byte !== 0)) throw new ArchiveFault('AMBIGUOUS');
        rest = Buffer.alloc(0);
      } while (await next());
    },
    close: async () => void (await chunks.return?.()),
  };
}

/** The entries of a tar.gz, unpacked as a stream; more than `limit` unpacked bytes are refused. */
export async function* tarEntries(source: ArchiveSource, limit: number): AsyncGenerator<ArchiveEntry> {
  const reader = byteReader(gzipContent(source), limit);
  try {
    let extension: TarExtension = {};
    let records = '';
    for (;;) {
      const block = await reader.take(blockBytes);
      if (block.every((byte) => byte === 0)) break;
      const header = readHeader(block);
      if (['x', 'L', 'K'].includes(header.type)) {
        if (header.size > maxHeaderBytes) throw new ArchiveFault('FORMAT');
        // Programs differ in which of two records counts.
        if (!allowedRecords.includes((records += header.type))) throw new ArchiveFault('AMBIGUOUS');
        const content = (await reader.take(padded(header.size))).subarray(0, header.size);
        Object.assign(extension, readRecord(header.type, content));
        continue;
      }
      const entry = entryOf(header, extension);
      [extension, records] = [{}, ''];
      yield entry;
      await reader.skip(padded(entry.bytes));
    }
    if (records !== '') throw new ArchiveFault('AMBIGUOUS');
    await reader.drain();
  } finally {
    await reader.close();
  }
}

function readRecord(type: string, content: Buffer): TarExtension {
  if (type === 'x') return readPax(content);
  return { [type === 'L' ? 'path' : 'linkpath']: readLongName(content) };
}

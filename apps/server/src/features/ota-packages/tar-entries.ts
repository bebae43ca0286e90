import { createGunzip } from 'node:zlib';
import { ArchiveFault, type ArchiveEntry, type ArchiveSource } from '../../platform/files/archive-source.ts';

const blockBytes = 512;
/** Long names and extended headers are small; a larger one is an attack on the memory. */
const maxHeaderBytes = 64 * 1024;
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
    /** Reads to the end, so that the checksum of the compression is compared too. */
    drain: async () => {
      do rest = Buffer.alloc(0);
      while (await next());
    },
  };
}

const textOf = (block: Buffer, start: number, length: number) => {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
};

function numberOf(block: Buffer, start: number, length: number): number {
  // A set highest bit marks a binary number; such sizes are above every limit here.
  if ((block[start]! & 0x80) !== 0) throw new ArchiveFault('FORMAT');
  const text = textOf(block, start, length).trim();
  if (!/^[0-7]*$/.test(text)) throw new ArchiveFault('FORMAT');
  return Number.parseInt(text || '0', 8);
}

function checkSum(block: Buffer): void {
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  if (sum !== numberOf(block, 148, 8)) throw new ArchiveFault('FORMAT');
}

/** The records of an extended header, `12 path=a/b\n`. Only names, links and sizes matter here. */
function readExtended(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/\d+ (path|linkpath|size)=([^\n]*)\n/g))
    found[name] = value;
  return found;
}

const kinds: Record<string, ArchiveEntry['kind']> = {
  '': 'FILE',
  '0': 'FILE',
  '5': 'FILE',
  '7': 'FILE',
  '1': 'LINK',
  '2': 'LINK',
};

function entryOf(block: Buffer, type: string, extended: Record<string, string>): ArchiveEntry {
  const prefix = textOf(block, 257, 5) === 'ustar' ? textOf(block, 345, 155) : '';
  const name = extended['path'] ?? (prefix ? `${prefix}/` : '') + textOf(block, 0, 100);
  const size = extended['size'] === undefined ? numberOf(block, 124, 12) : Number(extended['size']);
  if (!Number.isSafeInteger(size) || size < 0) throw new ArchiveFault('FORMAT');
  const link = extended['linkpath'] ?? textOf(block, 157, 100);
  // A symbolic link leads on from its own folder, a hard link from that of the archive.
  const folder = type === '2' ? name.slice(0, name.lastIndexOf('/') + 1) : '';
  const kind = kinds[type] ?? 'DEVICE';
  return { name, bytes: size, kind, ...(kind === 'LINK' && { link: { folder, path: link } }) };
}

/** The entries of a tar.gz, unpacked as a stream; more than `limit` unpacked bytes are refused. */
export async function* tarEntries(
  { read, open }: ArchiveSource,
  limit: number,
): AsyncGenerator<ArchiveEntry> {
  if ((await read(0, 2)).toString('hex') !== '1f8b') throw new ArchiveFault('FORMAT');
  const source = open();
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error)).pipe(unpacked);
  try {
    const reader = byteReader(unpacked, limit);
    let extended: Record<string, string> = {};
    for (;;) {
      const block = await reader.take(blockBytes);
      if (block.every((byte) => byte === 0)) break;
      checkSum(block);
      const type = textOf(block, 156, 1);
      const size = numberOf(block, 124, 12);
      if (['x', 'g', 'L', 'K'].includes(type)) {
        if (size > maxHeaderBytes) throw new ArchiveFault('FORMAT');
        const text = (await reader.take(padded(size))).toString('utf8', 0, size);
        if (type === 'x') Object.assign(extended, readExtended(text));
        if (type === 'L') extended['path'] = text.replace(/\0+$/, '');
        if (type === 'K') extended['linkpath'] = text.replace(/\0+$/, '');
        continue;
      }
      const entry = entryOf(block, type, extended);
      extended = {};
      yield entry;
      if (entry.kind === 'FILE') await reader.skip(padded(entry.bytes));
    }
    await reader.drain();
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

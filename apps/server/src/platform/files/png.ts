import { inflateSync } from 'node:zlib';
import { decode, type DecodedPng } from 'fast-png';

const begins = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** What pixels are made of. Profiles and texts are packed as well, unpack to anything, and tell us nothing. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Channels by colour type: grey, colours, palette, and the first two with transparency. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Whether these bytes begin as a PNG does. */
export const isPng = (bytes: Uint8Array): boolean => begins.equals(bytes.subarray(0, begins.length));

/** The size a PNG says it has; undefined where even that is missing. */
export function sizeOfPng(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 33) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/**
 * Unpacks a PNG somebody sent, and throws where it holds more than its size says: a few hundred kilobytes could otherwise take
 * all memory there is. The size itself is the caller's to judge, before.
 */
export function unpackPng(bytes: Uint8Array): DecodedPng {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = chunksOf(file);
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  inflateSync(Buffer.concat(packed), { maxOutputLength: mostBytes(file) });
  return decode(Buffer.concat([begins, ...chunks.map(({ whole }) => whole)]), { checkCrc: true });
}

interface Chunk {
  type: string;
  data: Buffer;
  whole: Buffer;
}

function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = begins.length; at + 12 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (end > file.length) throw new Error(`${type} breaks off`);
    if (kept.has(type))
      chunks.push({ type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) });
    at = end;
  }
  return chunks;
}

/** Rows of pixels, each with a byte before it; in seven passes there are up to twice as many, each rounded up. */
function mostBytes(file: Buffer): number {
  const { width = 0, height = 0 } = sizeOfPng(file) ?? {};
  const [depth = 0, colourType = 0] = file.subarray(24, 26);
  const bits = depth * (channels[colourType] ?? 0);
  return height * Math.ceil((width * bits) / 8) + 4 * height + 64;
}

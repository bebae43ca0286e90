import { inflateSync } from 'node:zlib';
import type { Pixels } from '@sweepline/map-core';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/**
 * The chunks needed for the pixels. Texts and profiles are compressed too and may unpack to any size; gamma and profiles would
 * change the values.
 */
const pixelChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** Channels by colour type: grey, colours, palette, and the first two with transparency. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Whether these bytes begin with the PNG signature. */
export const isPng = (bytes: Uint8Array): boolean => signature.equals(bytes.subarray(0, signature.length));

/** The size in pixels from a PNG's header; undefined if the header is incomplete. */
export function sizeOfPng(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 33) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/**
 * Unpacks an untrusted PNG, with 8 or 16 bits per channel: fewer bits are scaled to 8, a palette becomes colours, each kind of
 * transparency becomes opacity. Rejects a PNG that unpacks to more bytes than its size needs: a few hundred kilobytes could
 * otherwise use all memory. The caller checks the size itself before.
 */
export async function unpackPng(bytes: Uint8Array): Promise<Pixels> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = chunksOf(file);
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  inflateSync(Buffer.concat(packed), { maxOutputLength: maxUnpackedBytes(file) });
  const { default: sharp } = await import('sharp');
  const pixels = Buffer.concat([signature, ...chunks.map(({ whole }) => whole)]);
  const image = sharp(pixels, { ignoreIcc: true, failOn: 'warning', limitInputPixels: false });
  const { depth, channels: count } = await image.metadata();
  const isDeep = depth === 'ushort';
  // Grey becomes three equal colours without this.
  const read = count === 1 ? image.extractChannel(0) : image;
  const { data, info } = await read
    .toColourspace(isDeep ? 'rgb16' : 'srgb')
    .raw({ depth: isDeep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const values = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  return { width, height, channels: info.channels as Pixels['channels'], data: values };
}

/** Packs pixels of 8 bits per channel. */
export async function packPng({
  width,
  height,
  channels: count,
  data,
}: Pixels): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  const png = await sharp(data, { raw: { width, height, channels: count } })
    .toColourspace(count < 3 ? 'b-w' : 'srgb')
    .png({ compressionLevel: 6 })
    .toBuffer();
  // The memory of sharp cannot be moved to another thread.
  return new Uint8Array(png);
}

interface Chunk {
  type: string;
  data: Buffer;
  whole: Buffer;
}

function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at + 12 <= file.length;) {
    const end = at + 12 + file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (end > file.length) throw new Error(`${type} breaks off`);
    if (pixelChunks.has(type))
      chunks.push({ type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) });
    at = end;
  }
  return chunks;
}

/** The maximum unpacked bytes: rows with one filter byte each; interlacing doubles the rows at most, each rounded up. */
function maxUnpackedBytes(file: Buffer): number {
  const { width = 0, height = 0 } = sizeOfPng(file) ?? {};
  const [depth = 0, colourType = 0] = file.subarray(24, 26);
  const bits = depth * (channels[colourType] ?? 0);
  return height * Math.ceil((width * bits) / 8) + 4 * height + 64;
}

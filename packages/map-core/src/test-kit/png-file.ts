import { crc32, deflateSync } from 'node:zlib';

/** A PNG as the standard allows it, built of its parts. */
export interface PngFile {
  width: number;
  height: number;
  depth: 1 | 2 | 4 | 8 | 16;
  /** 0 grey, 2 colours, 3 palette, 4 grey with opacity, 6 colours with opacity. */
  colourType: 0 | 2 | 3 | 4 | 6;
  /** One number per channel, row by row. */
  samples: readonly number[];
  /** Three bytes per colour. */
  palette?: readonly number[];
  /** Bytes of the chunk tRNS. */
  transparency?: readonly number[];
  interlaced?: boolean;
  /** Chunks before the palette. */
  extra?: readonly Uint8Array[];
}

const channelsOf = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
/** Start and step of the seven passes of an interlaced picture: column, row, columns, rows. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const whole = [[0, 0, 1, 1]] as const;

/** A chunk of a PNG with its length and checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** The bytes of a PNG. */
export function pngFile(file: PngFile): Buffer {
  const { palette, transparency, extra = [], interlaced } = file;
  const rows = (interlaced ? passes : whole).flatMap((pass) => rowsOf(file, pass));
  return Buffer.concat([
    pngHeader(file),
    ...extra,
    ...(palette ? [pngChunk('PLTE', Uint8Array.from(palette))] : []),
    ...(transparency ? [pngChunk('tRNS', Uint8Array.from(transparency))] : []),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An 8-bit grey PNG, the picture of a grid or of passes. */
export function greyPng(width: number, height: number, samples: Uint8Array): Buffer {
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++)
    rows.set(samples.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    pngHeader({ width, height, depth: 8, colourType: 0 }),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The signature and the header of a PNG. */
export function pngHeader({
  width,
  height,
  depth,
  colourType,
  interlaced,
}: Omit<PngFile, 'samples'>): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
  ]);
}

type Pass = readonly [column: number, row: number, columns: number, rows: number];

function rowsOf({ width, height, depth, colourType, samples }: PngFile, [x0, y0, dx, dy]: Pass): Buffer[] {
  const channels = channelsOf[colourType];
  const rows: Buffer[] = [];
  for (let y = y0; y < height; y += dy) {
    const values: number[] = [];
    for (let x = x0; x < width; x += dx) {
      const at = (y * width + x) * channels;
      values.push(...samples.slice(at, at + channels));
    }
    // A pass without columns has no rows. Each row begins with its filter, here none.
    if (values.length > 0) rows.push(Buffer.from([0, ...packed(values, depth)]));
  }
  return rows;
}

function packed(values: readonly number[], depth: number): number[] {
  if (depth === 16) return values.flatMap((value) => [value >> 8, value & 0xff]);
  const bytes = Array.from({ length: Math.ceil((values.length * depth) / 8) }, () => 0);
  values.forEach((value, index) => {
    const bit = index * depth;
    bytes[bit >> 3]! |= value << (8 - depth - (bit & 7));
  });
  return bytes;
}

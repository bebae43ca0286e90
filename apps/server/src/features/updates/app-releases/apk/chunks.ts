/** Types of the chunks of binary files of Android. */
export const chunkTypes = {
  strings: 0x0001,
  table: 0x0002,
  xml: 0x0003,
  startElement: 0x0102,
  resourceMap: 0x0180,
  package: 0x0200,
  type: 0x0201,
} as const;

export interface Chunk {
  type: number;
  headBytes: number;
  /** With its head. */
  bytes: Buffer;
}

const minHeadBytes = 8;

/** The chunks from a place on. Throws a `RangeError` if one ends behind the file or has no room for its head. */
export function* chunksOf(bytes: Buffer, start: number): Generator<Chunk> {
  for (let at = start; at + minHeadBytes <= bytes.length;) {
    const [type, headBytes, length] = [
      bytes.readUInt16LE(at),
      bytes.readUInt16LE(at + 2),
      bytes.readUInt32LE(at + 4),
    ];
    if (headBytes < minHeadBytes || length < headBytes || at + length > bytes.length)
      throw new RangeError('a chunk does not fit its file');
    yield { type, headBytes, bytes: bytes.subarray(at, at + length) };
    at += length;
  }
}

/** A value as an attribute or a resource has it. */
export interface TypedValue {
  type: number;
  data: number;
}

export const valueTypes = { reference: 0x01, string: 0x03 } as const;

/** Reads a value of 8 bytes. */
export const readValue = (bytes: Buffer, at: number): TypedValue => ({
  type: bytes.readUInt8(at + 3),
  data: bytes.readUInt32LE(at + 4),
});

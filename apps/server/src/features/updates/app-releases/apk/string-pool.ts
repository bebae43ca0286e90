const utf8Flag = 1 << 8;
/** Longer texts are cut: one long text that is read for very many attributes would take minutes. */
const maxBytes = 4_000;

/** The strings of a binary file of Android. They are decoded when they are read: a table of resources has very many. */
export interface StringPool {
  at(index: number): string | undefined;
}

/** A length of one or two bytes. */
function byteLength(bytes: Buffer, at: number): [length: number, next: number] {
  const first = bytes.readUInt8(at);
  return (first & 0x80) === 0 ? [first, at + 1] : [((first & 0x7f) << 8) | bytes.readUInt8(at + 1), at + 2];
}

/** A length of one or two words of 16 bits. */
function wordLength(bytes: Buffer, at: number): [length: number, next: number] {
  const first = bytes.readUInt16LE(at);
  return (first & 0x8000) === 0
    ? [first, at + 2]
    : [((first & 0x7fff) << 16) | bytes.readUInt16LE(at + 2), at + 4];
}

function slice(bytes: Buffer, start: number, end: number): Buffer {
  if (end > bytes.length) throw new RangeError('a string ends behind its pool');
  return bytes.subarray(start, Math.min(end, start + maxBytes));
}

/** Reads a chunk of strings, in UTF-8 or UTF-16. */
export function readStringPool(chunk: Buffer): StringPool {
  const count = chunk.readUInt32LE(8);
  const isUtf8 = (chunk.readUInt32LE(16) & utf8Flag) !== 0;
  const start = chunk.readUInt32LE(20);
  const headBytes = chunk.readUInt16LE(2);
  return {
    at: (index) => {
      if (index >= count) return undefined;
      const at = start + chunk.readUInt32LE(headBytes + 4 * index);
      if (!isUtf8) {
        const [length, next] = wordLength(chunk, at);
        return slice(chunk, next, next + 2 * length).toString('utf16le');
      }
      // The length in characters comes first, then the one in bytes.
      const [length, next] = byteLength(chunk, byteLength(chunk, at)[1]);
      return slice(chunk, next, next + length).toString('utf8');
    },
  };
}

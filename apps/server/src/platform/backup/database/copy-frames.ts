/** One frame of a snapshot: `T` begins a table, `D` is a piece of its rows, `E` ends it, `S` has the sequences, `Z` ends the snapshot. */
export interface CopyFrame {
  type: 'T' | 'D' | 'E' | 'S' | 'Z';
  body: Buffer;
}

const headBytes = 5;

export function frameOf(type: CopyFrame['type'], body: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write(type, 'latin1');
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

export const jsonFrame = (type: 'T' | 'S', content: unknown): Buffer =>
  frameOf(type, Buffer.from(JSON.stringify(content)));

const isType = (text: string): text is CopyFrame['type'] => 'TDESZ'.includes(text);

/** The frames of a stream. Throws if it ends before the last one. */
export async function* framesIn(source: AsyncIterable<Buffer>): AsyncGenerator<CopyFrame> {
  let pieces: Buffer[] = [];
  let held = 0;
  let needed = headBytes;
  for await (const piece of source) {
    pieces.push(piece);
    held += piece.length;
    if (held < needed) continue;
    const bytes = Buffer.concat(pieces);
    let at = 0;
    for (needed = headBytes; bytes.length - at >= headBytes; needed = headBytes) {
      needed = headBytes + bytes.readUInt32BE(at + 1);
      if (bytes.length - at < needed) break;
      const type = String.fromCharCode(bytes[at] ?? 0);
      if (!isType(type)) throw new Error('the snapshot of the tables is damaged');
      yield { type, body: bytes.subarray(at + headBytes, at + needed) };
      if (type === 'Z') return;
      at += needed;
    }
    pieces = [bytes.subarray(at)];
    held = bytes.length - at;
  }
  throw new Error('the snapshot of the tables is cut');
}

import type { Socket } from 'node:net';

/** One message of PostgreSQL: its type is a letter. */
export interface WireMessage {
  type: string;
  body: Buffer;
}

const headBytes = 5;

/** An error that PostgreSQL reports, with its SQLSTATE. */
export class WireError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function errorOf(body: Buffer): WireError {
  const fields = new Map(
    body
      .toString()
      .split('\0')
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  );
  return new WireError(fields.get('C') ?? 'XX000', fields.get('M') ?? 'PostgreSQL reports an error');
}

/** Splits what a socket receives into messages. A large message is joined once, when all of it has arrived. */
export async function* messagesIn(socket: Socket): AsyncGenerator<WireMessage> {
  let pieces: Buffer[] = [];
  let held = 0;
  let needed = headBytes;
  for await (const piece of socket as AsyncIterable<Buffer>) {
    pieces.push(piece);
    held += piece.length;
    if (held < needed) continue;
    const bytes = pieces.length === 1 ? piece : Buffer.concat(pieces);
    let at = 0;
    for (needed = headBytes; bytes.length - at >= headBytes; needed = headBytes) {
      needed = bytes.readUInt32BE(at + 1) + 1;
      if (bytes.length - at < needed) break;
      yield {
        type: String.fromCharCode(bytes[at] ?? 0),
        body: bytes.subarray(at + headBytes, at + needed),
      };
      at += needed;
    }
    pieces = [bytes.subarray(at)];
    held = bytes.length - at;
  }
}

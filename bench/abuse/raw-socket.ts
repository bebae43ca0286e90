import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A masked frame, as clients send them. A mask of zeros leaves the text as it is. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const length = payload.length;
  const size =
    length < 126
      ? Buffer.from([0x80 | length])
      : length < 65_536
        ? Buffer.from([0x80 | 126, length >> 8, length & 255])
        : Buffer.from([0x80 | 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (length >> shift) & 255)]);
  return Buffer.concat([Buffer.from([0x81]), size, Buffer.alloc(4), payload]);
}

/** What became of a socket: the HTTP status that refused it, or the close code. */
export type Ending = `HTTP ${number}` | `close ${number}` | 'cut' | 'stayed open';

interface Use {
  /** What to send; asked for more whenever the network takes it. Undefined sends nothing more. */
  next: () => Buffer | undefined;
  /** Does not read what comes, so that it piles up on the server. */
  deaf?: boolean;
  signal: AbortSignal;
}

/** Opens a WebSocket as bytes: quick to flood with, and able not to read. Answers when it is over. */
export function rawSocket(
  port: number,
  ticket: string,
  { next, deaf = false, signal }: Use,
): Promise<Ending> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let ending: Ending = 'cut';
    let isOpen = false;
    socket.write(
      `GET /service/ws/${ticket} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    );
    socket.on('data', (data: Buffer) => {
      if (!isOpen) {
        const status = Number(data.subarray(9, 12).toString());
        if (status !== 101) {
          ending = `HTTP ${status}`;
          return socket.destroy();
        }
        isOpen = true;
        flood(socket, next);
        if (deaf) socket.pause();
      }
      const code = closeCodeIn(data);
      if (code === undefined) return;
      ending = `close ${code}`;
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => done(ending));
    const stop = () => {
      if (!socket.destroyed) ending = 'stayed open';
      socket.destroy();
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** A close frame comes last and by itself or behind others; the server's frames are not masked. */
function closeCodeIn(data: Buffer): number | undefined {
  for (let at = data.lastIndexOf(0x88); at >= 0; at = at === 0 ? -1 : data.lastIndexOf(0x88, at - 1)) {
    const length = data[at + 1] ?? 0;
    if (length >= 2 && length < 126 && at + 2 + length === data.length) return data.readUInt16BE(at + 2);
  }
  return undefined;
}

function flood(socket: Socket, next: () => Buffer | undefined): void {
  for (;;) {
    if (socket.destroyed) return;
    const data = next();
    if (data === undefined) return;
    if (socket.write(data)) continue;
    socket.once('drain', () => flood(socket, next));
    return;
  }
}

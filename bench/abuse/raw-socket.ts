import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** A masked client frame. A mask of zeros leaves the text unchanged. */
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

/** End of a socket: the HTTP status of a refusal, or the close code. */
export type Ending = `HTTP ${number}` | `close ${number}` | 'cut' | 'stayed open';

interface Use {
  /** Next data to send, called when the network accepts more; undefined ends sending. */
  next: () => Buffer | undefined;
  /** Does not read, so that data accumulates on the server. */
  ignoreInput?: boolean;
  signal: AbortSignal;
}

/** Opens a WebSocket on a raw TCP socket, which can flood and refuse to read. Resolves with its end. */
export function rawSocket(
  port: number,
  ticket: string,
  { next, ignoreInput = false, signal }: Use,
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
        if (ignoreInput) socket.pause();
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

/** The code of a close frame at the end of the data; server frames are not masked. */
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

import type { WebSocket } from '@fastify/websocket';

/** Content of a message that browsers receive as a binary message. Other servers receive it as text. */
export class BinaryContent {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
  toJSON(): string {
    return this.bytes.toString('base64');
  }
}

/** The bytes of a binary content, also of one that another server sent; undefined for any other content. */
export const bytesIn = (content: unknown): Buffer | undefined =>
  content instanceof BinaryContent
    ? content.bytes
    : typeof content === 'string'
      ? Buffer.from(content, 'base64')
      : undefined;

/** Above this many unsent bytes binary messages are dropped: about one picture. */
const maxUnsentBytes = 48 * 1024;

/** Sends a binary message, or drops it if older bytes are unsent. */
export function sendBytes({ socket }: { socket: WebSocket }, bytes: Buffer): void {
  if (socket.readyState === socket.OPEN && socket.bufferedAmount < maxUnsentBytes) socket.send(bytes);
}

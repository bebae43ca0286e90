import { WebSocket } from 'ws';
import type { OpenStream, StreamEvents, StreamSocket } from '../../video/streams.ts';
import type { ClientTls } from './http.ts';

const openWithinMs = 8_000;
const silentMs = 12_000;

/** Connects a stream to the device API. */
export function openStreamSocket(
  address: string,
  { headers, tls }: { headers: Record<string, string>; tls: ClientTls | undefined },
  { opened, received, receivedText, closed }: StreamEvents,
): StreamSocket {
  const socket = new WebSocket(address.replace(/^http/, 'ws'), {
    headers,
    ...tls,
    handshakeTimeout: openWithinMs,
    perMessageDeflate: false,
  });
  socket.on('open', opened);
  socket.on('message', (message: Buffer, isBinary) => {
    if (isBinary) received?.(message);
    else receivedText?.(message.toString());
  });
  endWithoutPings(socket);
  // `close` follows.
  socket.on('error', () => {});
  socket.on('close', closed);
  return {
    send: (message) => {
      if (socket.readyState === socket.OPEN) socket.send(message);
    },
    unsent: () => socket.bufferedAmount,
    close: () => socket.close(),
  };
}

/** A server that pings does so every 5 s. Without it the connection is dead. */
function endWithoutPings(socket: WebSocket) {
  let timer: NodeJS.Timeout | undefined;
  socket.on('ping', () => {
    clearTimeout(timer);
    timer = setTimeout(() => socket.terminate(), silentMs).unref();
  });
  socket.on('close', () => clearTimeout(timer));
}

/** Counts what a stream sends as traffic of the mobile network. */
export const countedStream =
  (open: OpenStream, count: (bytes: number) => void): OpenStream =>
  (sessionId, token, events) => {
    const socket = open(sessionId, token, events);
    const send = (message: Uint8Array | string) => {
      count(Buffer.byteLength(message));
      socket.send(message);
    };
    return { ...socket, send };
  };

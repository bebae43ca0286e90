import { WebSocket } from 'ws';

/** A socket of a page that can stop to read, as one on a slow line does. */
export async function openPausableSocket(
  address: string,
  headers: Record<string, string>,
): Promise<WebSocket> {
  const socket = new WebSocket(address, { headers });
  await new Promise<void>((done, fail) => socket.on('open', () => done()).on('error', fail));
  return socket;
}

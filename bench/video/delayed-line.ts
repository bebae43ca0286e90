import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to a port of this machine that takes `delayMs` in each direction, as a mobile network does. Returns its port. */
export async function delayedLine(target: number, delayMs: number): Promise<{ port: number; close(): void }> {
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) socket.setNoDelay(true);
    carry(near, far, delayMs);
    carry(far, near, delayMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

/** Timers of one delay fire in the order in which they were set, so the bytes keep theirs. */
function carry(from: Socket, to: Socket, delayMs: number): void {
  from.on('data', (bytes) => void setTimeout(() => to.write(bytes), delayMs));
  from.on('close', () => void setTimeout(() => to.destroy(), delayMs));
  from.on('error', () => {});
}

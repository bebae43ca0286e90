import { setTimeout as pause } from 'node:timers/promises';
import { socketCloseCodes, topics } from '@sweepline/contract';
import { createLocalChannel } from './bus.ts';
import type { SocketConnection } from './socket-connection.ts';

/** This server ends or is drained: its browsers move to other servers within this time. */
export const serverEnding = createLocalChannel<{ withinMs: number }>('server.ending');

const closeGraceMs = 1_000;
const pollMs = 10;

/** Tells every page that its server ends. Pages open their next connection before they close this one. */
export function announceEnd(open: Iterable<SocketConnection>, withinMs: number): void {
  const text = JSON.stringify({ topic: topics.moving.name, content: { withinMs } });
  for (const connection of open) connection.send(text);
}

/** Closes every socket with the code after which pages connect again at once. Resolves when they are closed. */
export async function closeAll(open: ReadonlySet<SocketConnection>): Promise<void> {
  for (const { socket } of open) socket.close(socketCloseCodes.restart);
  for (const fromMs = performance.now(); open.size > 0; await pause(pollMs))
    if (performance.now() - fromMs > closeGraceMs) break;
  for (const { socket } of open) socket.terminate();
}

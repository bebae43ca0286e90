import { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A request that was sent before the client knew of the stop arrives within this time. */
const graceMs = 1_000;
/** Longer than robots take to answer. The rest of the stop needs time too, within the 30 s that the program has. */
const maxMs = 12_000;
const pollMs = 25;

/**
 * Lets a stopping server answer what it was asked: no new connections, each answer is the last of its connection, and a connection
 * without a request is closed only after a moment, because a request may be on its way in it.
 */
export function drainOnClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const { server } = app;
    if (!server.listening) return;
    // The method of the HTTP server would close idle connections at once.
    Server.prototype.close.call(server);
    const startedMs = performance.now();
    while ((await connectionsOf(server)) > 0) {
      const elapsedMs = performance.now() - startedMs;
      if (elapsedMs > graceMs) server.closeIdleConnections();
      if (elapsedMs > maxMs) server.closeAllConnections();
      await pause(pollMs);
      if (elapsedMs > maxMs + graceMs) break;
    }
  });
}

const connectionsOf = (server: Pick<Server, 'getConnections'>) =>
  new Promise<number>((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

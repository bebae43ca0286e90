import type { Server } from 'node:net';

const backlog = 4096;

/** Listens on the first free port from `firstPort` and returns it. */
export async function listen(server: Server, host: string, firstPort: number): Promise<number> {
  for (let port = firstPort; ; port++) {
    try {
      await new Promise<void>((done, fail) => {
        server.once('error', fail);
        // A whole fleet may reconnect at once; with a short backlog a refused connection is retried only after a second.
        server.listen({ port, host, backlog }, () => {
          server.off('error', fail);
          done();
        });
      });
      const address = server.address();
      return typeof address === 'object' && address ? address.port : port;
    } catch (error) {
      const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!inUse || firstPort === 0 || port >= firstPort + 50) throw error;
    }
  }
}

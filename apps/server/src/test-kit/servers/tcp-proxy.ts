import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network between a client and `target` (`mqtt://host:port`) that a test can break. */
export async function startProxy(target: string) {
  const { protocol, hostname, port: targetPort } = new URL(target);
  const pairs = new Map<Socket, Socket>();
  let state: 'WHOLE' | 'CUT' | 'STALLED' = 'WHOLE';

  const listener = createServer({ noDelay: true }, (client) => {
    client.on('error', () => client.destroy());
    if (state === 'CUT') return void client.destroy();
    const server = connect({ host: hostname, port: Number(targetPort), noDelay: true });
    pairs.set(client, server);
    server.on('error', () => client.destroy());
    server.on('close', () => client.destroy());
    client.on('close', () => {
      pairs.delete(client);
      // What the client had sent still arrives, as on a real network.
      server.end();
    });
    if (state === 'WHOLE') client.pipe(server).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // A listening server has an address.
  const { port } = listener.address() as AddressInfo;

  return {
    url: `${protocol}//127.0.0.1:${port}`,
    /** Ends the connections and refuses others. */
    cut: (): void => {
      state = 'CUT';
      for (const [client, server] of pairs) {
        client.destroy();
        server.destroy();
      }
    },
    /** From now on nothing passes, in connections that stay open. What is sent waits. */
    stall: (): void => {
      state = 'STALLED';
      for (const pair of pairs) for (const socket of pair) socket.unpipe().pause();
    },
    /** Everything passes again, and first what was sent meanwhile. */
    mend: (): void => {
      state = 'WHOLE';
      for (const [client, server] of pairs) client.pipe(server).pipe(client);
    },
    stop: (): void => {
      listener.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
  };
}
export type Proxy = Awaited<ReturnType<typeof startProxy>>;

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A free port, for a server that is restarted on the same port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  // A listening server has an address.
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

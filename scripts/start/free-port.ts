import { createServer } from 'node:net';

/** The port itself, or the next one nobody listens on. */
export async function freePort(wanted: number, host?: string): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + 100, 65_536); port++) {
    if (await isFree(port, host)) return port;
  }
  return 0;
}

function isFree(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

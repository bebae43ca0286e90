import { createServer } from 'node:net';
import { StartupError } from '../../apps/server/src/platform/embedded/startup-error.ts';

/** The preferred port, or the next free one within a hundred. Throws when there is none. */
export async function freePort(preferred: number, host?: string): Promise<number> {
  for (let port = preferred; port < Math.min(preferred + 100, 65_536); port++) {
    if (await isFree(port, host)) return port;
  }
  throw new StartupError(
    `Neither port ${preferred} nor one of the next hundred is free: set PORT or MQTT_PORT.`,
  );
}

function isFree(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

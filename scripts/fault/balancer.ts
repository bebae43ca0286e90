import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const checkMs = 200;
const checkTimeoutMs = 1_000;

/**
 * What stands in front of several servers: it asks each for `/ready` and gives new connections to those that are, in turn. With
 * `prefersFirst` the others get none while the first is ready.
 */
export async function startBalancer(urls: readonly string[], { prefersFirst = false } = {}) {
  const ready = new Set<string>();
  const sockets = new Set<Socket>();
  let turn = 0;
  const check = async (url: string) => {
    const isReady = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(checkTimeoutMs) }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) ready.add(url);
    else ready.delete(url);
  };
  const timer = setInterval(() => void Promise.all(urls.map(check)), checkMs);
  /** Servers in the order in which a new connection tries them. */
  const candidates = () => {
    const among = urls.filter((url) => ready.has(url));
    if (prefersFirst) return among;
    turn += 1;
    return among.map((_, index) => among[(turn + index) % among.length]!);
  };
  const pass = (browser: Socket, [first, ...others]: readonly string[]) => {
    if (first === undefined) return void browser.destroy();
    const { hostname, port } = new URL(first);
    const server = connect({ host: hostname, port: Number(port), noDelay: true });
    let isConnected = false;
    server.on('connect', () => {
      isConnected = true;
      browser.pipe(server).pipe(browser);
    });
    server.on('error', () => (isConnected ? browser.destroy() : pass(browser, others)));
    browser.on('close', () => server.destroy());
    server.on('close', () => isConnected && browser.end());
  };
  const listener = createServer({ noDelay: true }, (browser) => {
    sockets.add(browser);
    browser.on('close', () => sockets.delete(browser));
    browser.on('error', () => browser.destroy());
    pass(browser, candidates());
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // A listening server has an address.
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    isReady: (url: string): boolean => ready.has(url),
    stop: (): void => {
      clearInterval(timer);
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
export type Balancer = Awaited<ReturnType<typeof startBalancer>>;

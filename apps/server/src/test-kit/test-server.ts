import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startServer, type TestServer } from './index.ts';

type ServerOptions = Parameters<typeof startServer>;

/** The server of every file of this worker that needs no options. Starting one costs more than a second of processor time. */
let ofWorker: Promise<TestServer> | undefined;

/**
 * A server for the tests of a file, reset before each. It is shared with other files of the worker: a file that listens on a port,
 * stops a part of it, changes the schema or fails to sign in takes `ownTestServer`. Its members can be read inside tests and hooks only.
 */
export function testServer(): TestServer {
  const server = runningServer(() => (ofWorker ??= startServer()));
  beforeEach(() => server.reset());
  // Its robots, sockets and rows must not reach the next file.
  afterAll(() => server.reset());
  return server;
}

/** Like `testServer`, with options, and with a server that is started and stopped for this file. */
export function ownTestServer(...options: ServerOptions): TestServer {
  const server = sharedTestServer(...options);
  beforeEach(() => server.reset());
  return server;
}

/** Like `ownTestServer`, but never reset: the tests share the rows, or one of them arranges rows for all. */
export function sharedTestServer(...options: ServerOptions): TestServer {
  let own: TestServer | undefined;
  afterAll(() => own?.stop());
  return runningServer(async () => (own = await startServer(...options)));
}

/** Stands for the server that `start` returns before the first test. */
function runningServer(start: () => Promise<TestServer>): TestServer {
  let running: TestServer | undefined;
  beforeAll(async () => {
    running = await start();
  });
  return new Proxy({} as TestServer, {
    get: (_target, member) => {
      if (!running) throw new Error('The server of a test file runs only during its tests and hooks.');
      return Reflect.get(running, member);
    },
    // A test may spread the server.
    ownKeys: () => Reflect.ownKeys(running ?? {}),
    getOwnPropertyDescriptor: (_target, member) =>
      running && { ...Reflect.getOwnPropertyDescriptor(running, member), configurable: true },
  });
}

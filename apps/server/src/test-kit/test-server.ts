import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startServer, type TestServer } from './index.ts';

/**
 * One server for the tests of a file: started before the first, reset before each, stopped after the last. Its members can be
 * read inside tests and hooks only, because the server does not run before.
 */
export function testServer(...options: Parameters<typeof startServer>): TestServer {
  const server = sharedTestServer(...options);
  beforeEach(() => server.reset());
  return server;
}

/** Like `testServer`, but never reset: the tests share the rows, or one of them arranges rows for all. */
export function sharedTestServer(...options: Parameters<typeof startServer>): TestServer {
  let running: TestServer | undefined;
  beforeAll(async () => {
    running = await startServer(...options);
  });
  afterAll(() => running?.stop());
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

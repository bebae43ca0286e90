import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { CardRegistry } from './card-book.ts';

const reasonIn = z.object({ reason: z.string().max(200) }).partial();
const maxBytes = 10_000;

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maxBytes) throw new Error('too long');
  }
  return text === '' ? {} : (JSON.parse(text) as unknown);
}

/** The simulated operator's HTTP, on this machine only (docs/sim-operator.md). Port 0 lets the system choose. */
export async function serveOperator(book: CardRegistry, port: number) {
  const answer = async (request: IncomingMessage): Promise<[status: number, content: object]> => {
    const url = new URL(request.url ?? '/', 'http://operator');
    const [, version, cards, iccid = '', act = ''] = url.pathname.split('/');
    if (version !== 'v1' || cards !== 'cards') return [404, { error: 'no such address' }];
    if (request.method === 'GET') {
      const wanted = (url.searchParams.get('iccid') ?? '').split(',');
      return [200, { cards: wanted.flatMap((one) => book.card(one) ?? []) }];
    }
    const { reason = '' } = reasonIn.parse(await bodyOf(request));
    const acts: Record<string, (() => boolean) | undefined> = {
      suspend: () => book.suspend(iccid, reason),
      resume: () => book.resume(iccid),
      wake: () => book.wake(iccid),
    };
    const done = acts[act]?.();
    if (done === undefined) return [404, { error: 'no such address' }];
    return done ? [200, {}] : [409, { error: 'unknown or suspended card' }];
  };
  const server = createServer((request, reply) => {
    answer(request)
      .catch((): [number, object] => [400, { error: 'a body that cannot be read' }])
      .then(([status, content]) =>
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content)),
      )
      .catch(() => reply.destroy());
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', done);
  });
  return {
    // A server that listens on a port has an address of this kind.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

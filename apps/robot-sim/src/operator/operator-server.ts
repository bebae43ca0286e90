import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { CardRegistry } from './card-registry.ts';

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

/** The simulated operator's HTTP server, on this machine only (docs/sim-operator.md). Port 0 selects a free port. */
export async function serveOperator(registry: CardRegistry, port: number) {
  const answer = async (request: IncomingMessage): Promise<[status: number, content: object]> => {
    const url = new URL(request.url ?? '/', 'http://operator');
    const [, version, cards, iccid = '', action = ''] = url.pathname.split('/');
    if (version !== 'v1' || cards !== 'cards') return [404, { error: 'no such address' }];
    if (request.method === 'GET') {
      const iccids = (url.searchParams.get('iccid') ?? '').split(',');
      return [200, { cards: iccids.flatMap((id) => registry.card(id) ?? []) }];
    }
    const { reason = '' } = reasonIn.parse(await bodyOf(request));
    const actions: Record<string, (() => boolean) | undefined> = {
      suspend: () => registry.suspend(iccid, reason),
      resume: () => registry.resume(iccid),
      wake: () => registry.wake(iccid),
    };
    const accepted = actions[action]?.();
    if (accepted === undefined) return [404, { error: 'no such address' }];
    return accepted ? [200, {}] : [409, { error: 'unknown or suspended card' }];
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
    // A server that listens on a port has an AddressInfo.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

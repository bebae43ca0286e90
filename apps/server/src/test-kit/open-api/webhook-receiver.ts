import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { certificateFolder } from '../../robots/test-kit/test-certificates.ts';

interface ReceivedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How the receiver answers: a status, or a fault. */
export type ReceiverAnswer =
  | { status: number; headers?: Record<string, string>; text?: string }
  /** Never answers. */
  | 'STALL'
  /** Answers 200 and sends a byte now and then without an end. */
  | 'TRICKLE'
  /** Answers 200 with ten million bytes. */
  | 'FLOOD'
  /** Closes the connection without an answer. */
  | 'DIE';

const floodBytes = 10_000_000;

/** A receiver of webhooks over TLS whose certificate this process trusts. It answers, stalls, floods and dies on demand. */
export async function startReceiver() {
  const folder = certificateFolder();
  folder.authority('receivers');
  const { cert, key } = folder.certificate('receiver', 'receivers');
  setDefaultCACertificates([...getCACertificates('default'), folder.read('receivers.crt')]);
  const received: ReceivedMessage[] = [];
  const answers = new Map<string, ReceiverAnswer>();
  const timers = new Set<NodeJS.Timeout>();
  const reply = (answer: ReceiverAnswer, response: ServerResponse) => {
    if (answer === 'STALL') return;
    if (answer === 'DIE') return void response.socket?.destroy();
    if (answer === 'FLOOD') return void response.writeHead(200).end('x'.repeat(floodBytes));
    if (answer === 'TRICKLE') {
      response.writeHead(200);
      timers.add(setInterval(() => response.write('.'), 20));
      return;
    }
    response.writeHead(answer.status, answer.headers).end(answer.text ?? '');
  };
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const part of request) body += String(part);
    const path = request.url ?? '/';
    received.push({ path, headers: request.headers, body });
    reply(answers.get(path) ?? { status: 204 }, response);
  };
  const server = createServer({ cert, key }, (request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has one.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path = '/events') => `https://localhost:${port}${path}`,
    received,
    /** Sets how a path answers from now on. */
    answer: (answer: ReceiverAnswer, path = '/events') => void answers.set(path, answer),
    reset: () => {
      received.length = 0;
      answers.clear();
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      folder.remove();
    },
  };
}
export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>;

import { request } from 'node:http';
import { authCalls } from '@sweepline/contract';
import type { Person, TestServer } from './index.ts';

interface Frame {
  topic: string;
  content: unknown;
}

/** A browser's socket: its received messages, and how the server closed it. */
export class BrowserSocket {
  readonly socket: WebSocket;
  readonly received: Frame[] = [];
  closed: { code: number; reason: string } | undefined;
  readonly opened: Promise<boolean>;

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      // Binary messages are frames of cameras.
      if (typeof data === 'string') this.received.push(JSON.parse(data) as Frame);
    });
    this.socket.addEventListener('close', ({ code, reason }) => (this.closed = { code, reason }));
    this.opened = new Promise((done) => {
      this.socket.addEventListener('open', () => done(true));
      this.socket.addEventListener('error', () => done(false));
    });
  }

  send(...requests: object[]): void {
    for (const request of requests) this.socket.send(JSON.stringify(request));
  }

  count = (topic: string) => this.received.filter((frame) => frame.topic === topic).length;
}

export const ticketOf = async (server: TestServer, who: Person) =>
  (await server.ok(authCalls.socketTicket, who, {})).ticket;

/** Opens a socket like the console. `address` is the server's address, as `http://…`. */
export async function openBrowserSocket(server: TestServer, address: string, who: Person) {
  const page = new BrowserSocket(
    `${address.replace('http', 'ws')}/service/ws/${await ticketOf(server, who)}`,
  );
  if (!(await page.opened)) throw new Error('the socket was refused');
  return page;
}

/** The HTTP status of the answer to an opening; 101 is a socket, which is closed at once. */
export const openingStatus = (address: string, ticket: string, headers: Record<string, string> = {}) =>
  new Promise<number>((done, fail) => {
    const key = { 'sec-websocket-version': '13', 'sec-websocket-key': Buffer.alloc(16).toString('base64') };
    const opening = request(`${address}/service/ws/${ticket}`, {
      // The server does not reuse a connection after it refused an upgrade.
      agent: false,
      headers: { connection: 'Upgrade', upgrade: 'websocket', ...key, ...headers },
    });
    opening.on('upgrade', (_response, socket) => {
      socket.destroy();
      done(101);
    });
    opening.on('response', (response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    opening.on('error', fail);
    opening.end();
  });

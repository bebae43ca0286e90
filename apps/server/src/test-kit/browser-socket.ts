import { request } from 'node:http';
import { authCalls } from '@sweepline/contract';
import type { Person, TestServer } from './index.ts';

interface Frame {
  topic: string;
  content: unknown;
}

/** A browser's end of a socket: what it heard, and how the server closed it. */
export class BrowserSocket {
  readonly socket: WebSocket;
  readonly heard: Frame[] = [];
  closed: { code: number; reason: string } | undefined;
  readonly opened: Promise<boolean>;

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.addEventListener('message', ({ data }) => this.heard.push(JSON.parse(String(data)) as Frame));
    this.socket.addEventListener('close', ({ code, reason }) => (this.closed = { code, reason }));
    this.opened = new Promise((done) => {
      this.socket.addEventListener('open', () => done(true));
      this.socket.addEventListener('error', () => done(false));
    });
  }

  say(...requests: object[]): void {
    for (const one of requests) this.socket.send(JSON.stringify(one));
  }

  count = (topic: string) => this.heard.filter((frame) => frame.topic === topic).length;
}

export const ticketOf = async (server: TestServer, who: Person) =>
  (await server.ok(authCalls.socketTicket, who, {})).ticket;

/** Opens a socket as the console does. `address` is where the server listens, as `http://…`. */
export async function openBrowserSocket(server: TestServer, address: string, who: Person) {
  const page = new BrowserSocket(
    `${address.replace('http', 'ws')}/service/ws/${await ticketOf(server, who)}`,
  );
  if (!(await page.opened)) throw new Error('the socket was refused');
  return page;
}

/** The HTTP status by which an opening is answered; 101 is a socket, which is closed at once. */
export const openingStatus = (address: string, ticket: string, headers: Record<string, string> = {}) =>
  new Promise<number>((done, fail) => {
    const key = { 'sec-websocket-version': '13', 'sec-websocket-key': Buffer.alloc(16).toString('base64') };
    const opening = request(`${address}/service/ws/${ticket}`, {
      // The server is done with a connection after it refused to upgrade it.
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

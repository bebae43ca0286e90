import { connect, type Socket } from 'node:net';
import { socketCloseCodes, topics } from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import {
  openBrowserSocket,
  openingStatus,
  ticketOf,
  type BrowserSocket,
} from '../test-kit/browser-socket.ts';
import { companyIds, people, startServer, type Person, type TestServer } from '../test-kit/index.ts';

const limits = {
  maxSocketsPerProcess: 4,
  maxSubscriptionsPerSocket: 3,
  maxSubscriptionsPerProcess: 5,
  maxBufferedBytesPerSocket: 512 * 1024,
};
let server: TestServer;
let address: string;
const pages: BrowserSocket[] = [];
const sockets: Socket[] = [];
beforeAll(async () => {
  server = await startServer({ socketLimits: limits });
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => server.reset());
afterEach(async () => {
  for (const { socket } of pages.splice(0)) socket.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  await eventually(async () => (await metric('sweepline_sockets')) === 0, 'all sockets to be gone');
});
afterAll(() => server.stop());

const open = async (person: Person) => {
  const page = await openBrowserSocket(server, address, person);
  pages.push(page);
  return page;
};

async function metric(name: string): Promise<number> {
  const headers = { authorization: 'Bearer metrics-token-of-the-tests' };
  const { body } = await server.app.inject({ url: '/metrics', headers });
  return Number(
    body
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  );
}
const reached = (limit: string) => metric(`sweepline_socket_limit_reached_total{limit="${limit}"}`);

const commonTopics = [topics.online, topics.devices, topics.alarm, topics.event].map(({ name }) => name);
const subscribe = (page: BrowserSocket, count: number) =>
  page.send(...commonTopics.slice(0, count).map((name) => ({ subscribe: name })));
const publish = (sn: string) =>
  server.bus.publish(
    topics.online,
    { deviceId: 'd', sn, online: true, at: '' },
    { companyId: companyIds.mall },
  );

test('a socket with more subscriptions than one may have is closed with 4009, and no other socket is', async () => {
  const other = await open(people.mallAdmin);
  subscribe(other, 1);
  const page = await open(people.reader);
  subscribe(page, limits.maxSubscriptionsPerSocket + 1);
  const { code, reason } = await eventually(() => page.closed, 'the socket to be closed');
  expect(code).toBe(socketCloseCodes.tooManySubscriptions);
  expect(reason).toContain(`${limits.maxSubscriptionsPerSocket} topics`);
  await eventually(() => {
    publish('x');
    return other.count(topics.online.name) > 0;
  }, 'a message to the other socket');
  expect(other.closed).toBeUndefined();
});

test('a socket is closed with 4009 when all sockets together have as many subscriptions as the process may have', async () => {
  const first = await open(people.mallAdmin);
  subscribe(first, limits.maxSubscriptionsPerSocket);
  await eventually(async () => (await metric('sweepline_socket_subscriptions')) === 3, 'three subscriptions');
  const second = await open(people.reader);
  subscribe(second, limits.maxSubscriptionsPerSocket);
  const { code } = await eventually(() => second.closed, 'the second socket to be closed');
  expect(code).toBe(socketCloseCodes.tooManySubscriptions);
  expect(first.closed).toBeUndefined();
});

test('an opening above the sockets of the process is answered 503 until one of them closes', async () => {
  for (let n = 0; n < limits.maxSocketsPerProcess; n += 1) await open(people.mallAdmin);
  const before = await reached('sockets_process');
  expect(await openingStatus(address, await ticketOf(server, people.reader))).toBe(503);
  expect(await reached('sockets_process')).toBe(before + 1);
  pages.shift()!.socket.close();
  await eventually(
    async () => (await metric('sweepline_sockets')) < limits.maxSocketsPerProcess,
    'a socket to be gone',
  );
  expect(await openingStatus(address, await ticketOf(server, people.reader))).toBe(101);
});

test('a socket that does not read is cut off at its buffered bytes, and another one goes on receiving', async () => {
  const reading = await open(people.mallAdmin);
  subscribe(reading, 1);
  await deafSocket(await ticketOf(server, people.reader));
  await eventually(async () => (await metric('sweepline_socket_subscriptions')) === 2, 'both subscriptions');
  const long = 'x'.repeat(200_000);
  await eventually(async () => {
    publish(long);
    return (await reached('buffered_bytes')) > 0;
  }, 'the limit of buffered bytes');
  await eventually(async () => (await metric('sweepline_sockets')) === 1, 'the deaf socket to be gone');
  publish('last');
  await eventually(
    () => reading.received.some(({ content }) => (content as { sn?: string }).sn === 'last'),
    'the last message',
  );
});

/** A socket that subscribes to one topic and reads nothing after its handshake. */
async function deafSocket(ticket: string): Promise<void> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(
    `GET /service/ws/${ticket} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await new Promise((handshake) => socket.once('data', handshake));
  socket.pause();
  const text = Buffer.from(JSON.stringify({ subscribe: topics.online.name }));
  // A masked text frame; a mask of zeros leaves the text as it is.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]));
}

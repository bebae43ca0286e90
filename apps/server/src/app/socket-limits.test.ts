import {
  authCalls,
  deviceTopic,
  driveTopic,
  errors,
  mapDraftTopic,
  socketCloseCodes,
  topics,
} from '@sweepline/contract';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../platform/runtime/ids.ts';
import { socketLimits } from '../platform/socket/socket-limits.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import {
  openBrowserSocket,
  openingStatus,
  ticketOf,
  type BrowserSocket,
} from '../test-kit/browser-socket.ts';
import { companyIds, people, type Person } from '../test-kit/index.ts';
import { ownTestServer } from '../test-kit/test-server.ts';
import { rightsChanged } from '../features/people/auth/session-service.ts';

const server = ownTestServer({ publicUrl: 'https://fleet.example.com' });
let address: string;
let tests = 0;
const pages: BrowserSocket[] = [];
beforeAll(async () => {
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => {
  // Later than any earlier test: the tests share one account, whose limits have refilled by then.
  tests += 1;
  server.clock.advance(tests * 600_000);
});
afterEach(async () => {
  for (const { socket } of pages.splice(0)) socket.close();
  await eventually(async () => (await metric('sweepline_sockets')) === 0, 'all sockets to be closed');
});

const open = async (who: Person = people.reader) => {
  const page = await openBrowserSocket(server, address, who);
  pages.push(page);
  return page;
};

/** One value of `/metrics`. */
async function metric(name: string): Promise<number> {
  const headers = { authorization: 'Bearer metrics-token-of-the-tests' };
  const { body } = await server.app.inject({ url: '/metrics', headers });
  const line = body.split('\n').find((text) => text.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}
const reached = (limit: string) => metric(`sweepline_socket_limit_reached_total{limit="${limit}"}`);
const queries = () => metric('sweepline_socket_admission_queries_total');
const subscriptions = () => metric('sweepline_socket_subscriptions');

/** Waits until all earlier requests of the page are applied: its last subscription then receives a message of this wait. */
async function applied(page: BrowserSocket) {
  page.send({ subscribe: topics.online.name });
  const content = { deviceId: newId(), sn: 'x', online: true, at: '' };
  const isOfThisWait = (frame: { content: unknown }) =>
    JSON.stringify(frame.content).includes(content.deviceId);
  await eventually(() => {
    server.bus.publish(topics.online, content, { companyId: companyIds.mall });
    return page.received.some(isOfThisWait);
  }, 'the last subscription');
}

const manyIds = (count: number) => Array.from({ length: count }, newId);

test('a flood of subscriptions to unknown devices closes the socket with its code and reason, and costs few queries', async () => {
  const attackers = await Promise.all(Array.from({ length: 4 }, () => open()));
  const before = { queries: await queries(), reached: await reached('messages_account') };
  const requests = manyIds(socketLimits.messages.burst / 4 + 1).map((id) => ({
    subscribe: deviceTopic(id).name,
  }));
  for (const attacker of attackers) attacker.send(...requests);
  const [closed] = await eventually(() => {
    const ends = attackers.flatMap((page) => page.closed ?? []);
    return ends.length > 0 && ends;
  }, 'a socket to be closed');
  expect(closed?.code).toBe(socketCloseCodes.tooManyMessages);
  expect(closed?.reason).toContain(`${socketLimits.messages.perSecond} a second`);
  expect(await reached('messages_account')).toBeGreaterThan(before.reached);
  // One query checks all queued requests; four sockets queue 1,000 each and the rest of one network chunk.
  expect((await queries()) - before.queries).toBeLessThan(socketLimits.messages.burst / 100);
  expect(await subscriptions()).toBe(0);
  // Another account is not affected.
  await applied(await open(people.mallAdmin));
});

test('after a flood a new socket of the account may send no messages until time has passed', async () => {
  const flood = Array.from({ length: socketLimits.messages.burst + 1 }, () => ({ unsubscribe: '/ws/none' }));
  const attacker = await open();
  attacker.send(...flood);
  await eventually(() => attacker.closed, 'the flood to be cut');
  const next = await open();
  next.send({ subscribe: topics.online.name });
  const { code } = await eventually(() => next.closed, 'the next socket to be closed');
  expect(code).toBe(socketCloseCodes.tooManyMessages);
  server.clock.advance(10_000);
  await applied(await open());
});

test('subscribing to one device and unsubscribing repeatedly costs one query', async () => {
  const { id } = await server.aDevice();
  const page = await open();
  const before = await queries();
  for (let round = 0; round < 2_000; round += 1)
    page.send({ subscribe: deviceTopic(id).name }, { unsubscribe: deviceTopic(id).name });
  page.send({ subscribe: deviceTopic(id).name }, { subscribe: deviceTopic(id).name });
  await applied(page);
  expect((await queries()) - before).toBe(1);
  expect(await subscriptions()).toBe(2);
});

test('a hidden device is looked up once for any number of subscriptions', async () => {
  const { id } = await server.aDevice({ companyId: companyIds.other });
  const page = await open();
  const before = await queries();
  for (let round = 0; round < 2_000; round += 1) page.send({ subscribe: driveTopic(id).name });
  await applied(page);
  expect((await queries()) - before).toBe(1);
  expect(await subscriptions()).toBe(1);
});

test('the allowed topics of an account are checked again when its rights change', async () => {
  const { id } = await server.aDevice();
  const page = await open();
  page.send({ subscribe: deviceTopic(id).name }, { unsubscribe: deviceTopic(id).name });
  await applied(page);
  await server.asOwner((sql) => sql`update devices set company_id = ${companyIds.other} where id = ${id}`);
  server.bus.publish(rightsChanged, {});
  page.send({ unsubscribe: topics.online.name });
  // The next wait would end with a message to the earlier subscription.
  await eventually(async () => (await subscriptions()) === 0, 'the end of the earlier subscription');
  page.send({ subscribe: deviceTopic(id).name });
  await applied(page);
  expect(await subscriptions()).toBe(1);
});

test('subscriptions to invalid topics are not stored', async () => {
  const page = await open();
  for (let n = 0; n < 500; n += 1)
    page.send({ subscribe: mapDraftTopic(`map ${n}`).name }, { subscribe: `/ws/${n}` });
  await applied(page);
  expect(await subscriptions()).toBe(1);
});

test('a frame above the byte limit closes the socket with 1009', async () => {
  const page = await open();
  const before = await reached('message_bytes');
  page.socket.send('x'.repeat(socketLimits.maxMessageBytes + 1));
  const { code } = await eventually(() => page.closed, 'the socket to be closed');
  expect(code).toBe(socketCloseCodes.messageTooLong);
  expect((await reached('message_bytes')) - before).toBe(1);
  expect(server.faults).toEqual([]);
});

test('a tab above the limit closes the oldest tab of the account and none of another account', async () => {
  const other = await open(people.mallAdmin);
  const oldest = await open();
  const second = await open();
  for (let n = 2; n < socketLimits.maxSocketsPerAccount; n += 1) await open();
  expect(oldest.closed).toBeUndefined();
  const newest = await open();
  const closed = await eventually(() => oldest.closed, 'the oldest to be closed');
  expect(closed).toEqual({
    code: socketCloseCodes.tooManySockets,
    reason: expect.stringContaining(`${socketLimits.maxSocketsPerAccount} sockets`),
  });
  expect([second.closed, newest.closed, other.closed]).toEqual([undefined, undefined, undefined]);
  expect(await metric('sweepline_sockets')).toBe(socketLimits.maxSocketsPerAccount + 1);
});

test('tickets and openings of one account are limited and those of other accounts are not', async () => {
  const { burst } = socketLimits.openings;
  const status = (who: Person) => openingStatus(address, who.token);
  for (let n = 0; n < burst; n += 1) expect(await status(people.reader)).toBe(101);
  expect(await status(people.reader)).toBe(429);
  expect(await status(people.mallAdmin)).toBe(101);
  for (let n = 0; n < burst; n += 1) await ticketOf(server, people.reader);
  const refused = await server.send(authCalls.socketTicket, people.reader, {});
  expect(refused.code).toBe(errors.tooMany.code);
  server.clock.advance(1_000);
  expect(await status(people.reader)).toBe(101);
});

test('an address that tries unknown tickets is refused without a query, except with a valid ticket', async () => {
  for (let n = 0; n < socketLimits.failedOpenings.burst; n += 1)
    expect(await openingStatus(address, `unknown-${n}`)).toBe(401);
  expect(await openingStatus(address, 'unknown')).toBe(429);
  expect(await reached('failed_openings')).toBeGreaterThan(0);
  expect(await openingStatus(address, await ticketOf(server, people.reader))).toBe(101);
});

test('a page of a foreign origin opens no socket, and the ticket stays valid', async () => {
  const ticket = await ticketOf(server, people.reader);
  const { host } = new URL(address);
  for (const origin of ['https://evil.example.com', `http://${host}.evil.example.com`, 'null', 'file://'])
    expect(await openingStatus(address, ticket, { origin }), origin).toBe(403);
  expect(await openingStatus(address, ticket)).toBe(101);
  for (const origin of [`http://${host}`, 'https://fleet.example.com'])
    expect(await openingStatus(address, await ticketOf(server, people.reader), { origin }), origin).toBe(101);
  expect(await reached('origin')).toBeGreaterThan(0);
});

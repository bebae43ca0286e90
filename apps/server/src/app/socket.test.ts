import {
  authCalls,
  deviceTopic,
  errors,
  mapDraftTopic,
  topics,
  type DeviceChange,
} from '@sweepline/contract';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { unseenLive } from '../features/devices/devices/device-service.ts';
import { newId } from '../platform/runtime/ids.ts';
import { localLimits } from '../platform/limits/rates/keyed-limit.ts';
import { callerOf } from '../platform/socket/socket-caller.ts';
import { createTickets, ticketsInMemory } from '../platform/socket/tickets.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { companyIds, people, signIn, type Person } from '../test-kit/index.ts';
import { ownTestServer } from '../test-kit/test-server.ts';

interface Frame {
  topic: string;
  content: unknown;
  errorMsg?: string;
}

const server = ownTestServer();
let address: string;
const open: WebSocket[] = [];
beforeAll(async () => {
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
afterEach(() => open.splice(0).forEach((socket) => socket.close()));

const ticketOf = async (who: Person) =>
  (await server.ok(authCalls.socketTicket, who, {}, { lang: 'ge' })).ticket;

/** A browser's socket and its received messages. */
async function connect(path: string) {
  const socket = new WebSocket(`${address}/service/ws/${path}`);
  open.push(socket);
  const received: Frame[] = [];
  socket.addEventListener('message', ({ data }) => received.push(JSON.parse(String(data)) as Frame));
  const opened = await new Promise<boolean>((done) => {
    socket.addEventListener('open', () => done(true));
    socket.addEventListener('error', () => done(false));
  });
  const on = (topic: string) =>
    received.filter((frame) => frame.topic === topic).map(({ content }) => content);
  return {
    socket,
    received,
    on,
    opened,
    send: (frame: object | string) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
  };
}

/** Subscribes and waits until a message of this topic arrives, because a subscription has no answer. */
async function subscribed(page: Awaited<ReturnType<typeof connect>>, topic: string, publish: () => void) {
  page.send({ subscribe: topic });
  await eventually(() => {
    publish();
    return page.on(topic).length > 0;
  }, `something on ${topic}`);
  page.received.length = 0;
}

const online = (deviceId: string, companyId: string) =>
  server.bus.publish(topics.online, { deviceId, sn: 'x', online: true, at: '' }, { companyId });
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

test('a ticket opens a socket once and within thirty seconds', async () => {
  const ticket = await ticketOf(people.mallAdmin);
  expect((await connect(ticket)).opened).toBe(true);
  expect((await connect(ticket)).opened).toBe(false);
  const late = await ticketOf(people.mallAdmin);
  server.clock.advance(30_001);
  expect((await connect(late)).opened).toBe(false);
  expect((await connect('x'.repeat(43))).opened).toBe(false);
});

test('a session token opens a socket', async () => {
  expect((await connect(people.mallAdmin.token)).opened).toBe(true);
});

test('a session token opens no socket if the installation accepts tickets only', async () => {
  const deps = {
    tickets: createTickets(localLimits(server.clock), ticketsInMemory(server.clock)),
    findAccount: () => Promise.reject(new Error('no account is looked up')),
    acceptSessionToken: false,
  };
  expect(await callerOf(deps, people.mallAdmin.token)).toBeUndefined();
});

test('an account receives messages of its own company and those below, and of no other', async () => {
  const pages = {
    mall: people.mallAdmin,
    agent: people.agentAdmin,
    other: people.otherAdmin,
    provider: people.superAdmin,
  };
  const received: Record<string, Frame[]> = {};
  for (const [name, who] of Object.entries(pages)) {
    const page = await connect(await ticketOf(who));
    await subscribed(page, topics.online.name, () => online('own', who.companyId));
    received[name] = page.received;
  }
  online('news', companyIds.mall);
  const news = (name: string) =>
    received[name]?.filter(({ content }) => (content as { deviceId: string }).deviceId === 'news').length;
  await eventually(() => news('provider'), 'the message at the provider’s page');
  await pause(50);
  expect(Object.keys(received).map((name) => [name, news(name)])).toEqual([
    ['mall', 1],
    ['agent', 1],
    ['other', 0],
    ['provider', 1],
  ]);
});

test('an editor of a map receives edits of other editors, and another company receives none', async () => {
  const { id: mapId } = await server.aMap();
  const { name } = mapDraftTopic(mapId);
  const publishEdit = (by: string, companyId: string) =>
    server.bus.publish({ name }, { mapId, version: 1, currentVersion: 1, by }, { companyId });
  const [own, foreign] = [people.mallAdmin, people.otherAdmin];
  const pages = { own: await connect(await ticketOf(own)), foreign: await connect(await ticketOf(foreign)) };
  await subscribed(pages.own, name, () => publishEdit('before', own.companyId));
  await subscribed(pages.foreign, name, () => publishEdit('before', foreign.companyId));
  publishEdit('news', own.companyId);
  await eventually(() => pages.own.on(name).length > 0, 'the news');
  publishEdit('last', foreign.companyId);
  await eventually(() => pages.foreign.on(name).length > 0, 'a message of their own');
  const editorsOn = (page: typeof pages.own) =>
    page.on(name).map((content) => (content as { by: string }).by);
  expect(editorsOn(pages.own)).toContain('news');
  expect(editorsOn(pages.foreign)).not.toContain('news');
});

test('no message is sent without the topic’s permission, or after unsubscribing', async () => {
  const bare = await connect(await ticketOf(people.bare));
  const page = await connect(await ticketOf(people.mallAdmin));
  bare.send({ subscribe: topics.online.name });
  await subscribed(page, topics.online.name, () => online('d', companyIds.mall));
  expect(bare.received).toEqual([]);
  page.send({ unsubscribe: topics.online.name });
  await eventually(() => {
    page.received.length = 0;
    online('d', companyIds.mall);
    return page.received.length === 0;
  }, 'silence');
});

test('invalid frames and unknown topics are ignored, and a huge frame closes the socket', async () => {
  const page = await connect(await ticketOf(people.mallAdmin));
  for (const frame of [
    '{',
    '[]',
    '{"subscribe":1}',
    JSON.stringify({ subscribe: 'x'.repeat(2000) }),
    '{"subscribe":"/ws/none"}',
  ])
    page.send(frame);
  await subscribed(page, topics.online.name, () => online('d', companyIds.mall));
  page.send('x'.repeat(100_000));
  await eventually(() => page.socket.readyState === WebSocket.CLOSED, 'the socket to close');
  expect(server.faults).toEqual([]);
});

test('a second login ends the first session with a message in the language of its page', async () => {
  const page = await connect(await ticketOf(people.reader));
  await signIn(server, { username: 'reader' });
  const kick = await eventually(
    () => page.received.find(({ topic }) => topic === topics.kick.name),
    'the kick',
  );
  expect(kick.errorMsg).toBe(errors.kicked.texts.ge);
  await eventually(() => page.socket.readyState === WebSocket.CLOSED, 'the socket to close');
});

test('a logout closes the socket', async () => {
  const page = await connect(await ticketOf(people.reader));
  await server.ok(authCalls.logout, people.reader, {});
  await eventually(() => page.socket.readyState === WebSocket.CLOSED, 'the socket to close');
});

const change = (id: string, soc: number): DeviceChange => ({
  id,
  soc,
  state: 'ONLINE',
  since: null,
  lastSeenAt: null,
  mode: null,
  paused: false,
  charging: false,
  mapId: null,
  cleanWaterPct: null,
  dirtyWaterPct: null,
  dustBagPct: null,
  networkMode: null,
  cleaningMode: null,
  coverage: null,
  runId: null,
  alarmLevel: 0,
  operatingMode: null,
  relocating: false,
  localized: null,
  faults: [],
});

test('a flood of changes arrives as one frame with the newest change of each device', async () => {
  const page = await connect(await ticketOf(people.mallAdmin));
  const publish = (...changes: DeviceChange[]) =>
    server.bus.publish(topics.devices, { changes }, { companyId: companyIds.mall });
  await subscribed(page, topics.devices.name, () => publish(change('a', 0)));
  for (let soc = 1; soc <= 100; soc++) publish(change('a', soc), change('b', 100 - soc));
  const last = await eventually(() => page.on(topics.devices.name).at(-1), 'the changes');
  await pause(50);
  expect(page.on(topics.devices.name).length).toBeLessThanOrEqual(2);
  const { changes } = last as { changes: DeviceChange[] };
  expect(changes.map(({ id, soc }) => [id, soc])).toEqual(
    expect.arrayContaining([
      ['a', 100],
      ['b', 0],
    ]),
  );
});

test('a page that names devices receives changes of those only, and of others when it names others', async () => {
  const [first, other] = [newId(), newId()];
  const page = await connect(await ticketOf(people.mallAdmin));
  const publish = (...changes: DeviceChange[]) =>
    server.bus.publish(topics.devices, { changes }, { companyId: companyIds.mall });
  await subscribed(page, topics.devices.name, () => publish(change(first, 0)));
  const receivesOnly = async (only: string[], expected: string) => {
    page.send({ subscribe: topics.devices.name, only });
    page.received.length = 0;
    await eventually(() => {
      publish(change(first, 1), change(other, 2));
      // Messages of the earlier subscription may still arrive.
      return (
        page.on(topics.devices.name).at(-1) as { changes?: DeviceChange[] } | undefined
      )?.changes?.every(({ id }) => id === expected);
    }, `nothing but ${expected}`);
    page.received.length = 0;
    publish(change(first, 3), change(other, 4));
    const received = await eventually(() => page.on(topics.devices.name).at(-1), 'a change');
    expect((received as { changes: DeviceChange[] }).changes.map(({ id }) => id)).toEqual([expected]);
  };
  await receivesOnly([first], first);
  await receivesOnly([other], other);
});

test('a device is pushed to pages whose account may see it, and no point of its path is lost', async () => {
  const { id } = await server.aDevice();
  const { name } = deviceTopic(id);
  const stranger = await connect(await ticketOf(people.otherAdmin));
  const page = await connect(await ticketOf(people.mallAdmin));
  stranger.send({ subscribe: name });
  const frame = (n: number) => ({ live: unseenLive(id), trail: { runId: 'r', points: [[n, n, 0, 0, 1]] } });
  await subscribed(page, name, () => server.bus.publish({ name }, frame(0), { companyId: companyIds.mall }));
  for (let n = 1; n <= 20; n++) server.bus.publish({ name }, frame(n), { companyId: companyIds.mall });
  const points = () =>
    page
      .on(name)
      .flatMap((content) => (content as ReturnType<typeof frame>).trail.points.map(([t]) => t ?? 0));
  await eventually(() => points().includes(20), 'the last point');
  expect(points().filter((t) => t > 0)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(stranger.on(name)).toEqual([]);
});

test('the address of the socket is not logged', async () => {
  const token = people.mallAdmin.token;
  await connect(token);
  await server.app.inject({ url: `/service/ws/${token}` });
  expect(JSON.stringify(server.faults)).not.toContain(token);
});

import {
  authCalls,
  deviceTopic,
  errors,
  mapDraftTopic,
  topics,
  type DeviceChange,
} from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { unseenLive } from '../features/devices/device-service.ts';
import { newId } from '../platform/runtime/ids.ts';
import { callerOf } from '../platform/socket/socket-caller.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { companyIds, people, signIn, startServer, type Person, type TestServer } from '../test-kit/index.ts';

interface Frame {
  topic: string;
  content: unknown;
  errorMsg?: string;
}

let server: TestServer;
let address: string;
const open: WebSocket[] = [];
beforeAll(async () => {
  server = await startServer();
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
beforeEach(() => server.reset());
afterEach(() => open.splice(0).forEach((socket) => socket.close()));
afterAll(() => server.stop());

const ticketOf = async (who: Person) =>
  (await server.ok(authCalls.socketTicket, who, {}, { lang: 'ge' })).ticket;

/** A browser's end of the line, and everything it heard. */
async function connect(path: string) {
  const socket = new WebSocket(`${address}/service/ws/${path}`);
  open.push(socket);
  const heard: Frame[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data)) as Frame));
  const opened = await new Promise<boolean>((done) => {
    socket.addEventListener('open', () => done(true));
    socket.addEventListener('error', () => done(false));
  });
  const on = (topic: string) => heard.filter((frame) => frame.topic === topic).map(({ content }) => content);
  return {
    socket,
    heard,
    on,
    opened,
    say: (frame: object | string) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
  };
}

/** Subscribes, and waits until a message of this topic arrives: there is no other sign that it was taken. */
async function subscribed(line: Awaited<ReturnType<typeof connect>>, topic: string, publish: () => void) {
  line.say({ subscribe: topic });
  await eventually(() => {
    publish();
    return line.on(topic).length > 0;
  }, `something on ${topic}`);
  line.heard.length = 0;
}

const online = (deviceId: string, companyId: string) =>
  server.bus.publish(topics.online.name, { deviceId, sn: 'x', online: true, at: '' }, { companyId });
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

test('a ticket opens the line once and for thirty seconds', async () => {
  const ticket = await ticketOf(people.mallAdmin);
  expect((await connect(ticket)).opened).toBe(true);
  expect((await connect(ticket)).opened).toBe(false);
  const late = await ticketOf(people.mallAdmin);
  server.clock.advance(30_001);
  expect((await connect(late)).opened).toBe(false);
  expect((await connect('x'.repeat(43))).opened).toBe(false);
});

test('the session’s token opens it too, as the specification has it', async () => {
  expect((await connect(people.mallAdmin.token)).opened).toBe(true);
});

test('and not where the installation takes tickets alone', async () => {
  const deps = {
    tickets: { redeem: () => undefined, holds: () => false, issue: () => ({ ticket: '', expiresAt: '' }) },
    findAccount: () => Promise.reject(new Error('nobody is looked for')),
    acceptSessionToken: false,
  };
  expect(await callerOf(deps, people.mallAdmin.token)).toBeUndefined();
});

test('everybody hears of their own companies and those below, and of no other', async () => {
  const lines = {
    mall: people.mallAdmin,
    agent: people.agentAdmin,
    other: people.otherAdmin,
    provider: people.superAdmin,
  };
  const heard: Record<string, Frame[]> = {};
  for (const [name, who] of Object.entries(lines)) {
    const line = await connect(await ticketOf(who));
    await subscribed(line, topics.online.name, () => online('own', who.companyId));
    heard[name] = line.heard;
  }
  online('news', companyIds.mall);
  const news = (name: string) =>
    heard[name]?.filter(({ content }) => (content as { deviceId: string }).deviceId === 'news').length;
  await eventually(() => news('provider'), 'the message at the provider’s');
  await pause(50);
  expect(Object.keys(heard).map((name) => [name, news(name)])).toEqual([
    ['mall', 1],
    ['agent', 1],
    ['other', 0],
    ['provider', 1],
  ]);
});

test('who draws on a map hears of others who do, and another company never', async () => {
  const { id: mapId } = await server.aMap();
  const { name } = mapDraftTopic(mapId);
  const tell = (by: string, companyId: string) =>
    server.bus.publish(name, { mapId, version: 1, currentVersion: 1, by }, { companyId });
  const [own, foreign] = [people.mallAdmin, people.otherAdmin];
  const lines = { own: await connect(await ticketOf(own)), foreign: await connect(await ticketOf(foreign)) };
  await subscribed(lines.own, name, () => tell('before', own.companyId));
  await subscribed(lines.foreign, name, () => tell('before', foreign.companyId));
  tell('news', own.companyId);
  await eventually(() => lines.own.on(name).length > 0, 'the news');
  tell('last', foreign.companyId);
  await eventually(() => lines.foreign.on(name).length > 0, 'a word of their own');
  const toldBy = (line: typeof lines.own) => line.on(name).map((content) => (content as { by: string }).by);
  expect(toldBy(lines.own)).toContain('news');
  expect(toldBy(lines.foreign)).not.toContain('news');
});

test('a topic is silent for whoever lacks its permission, and after unsubscribing', async () => {
  const bare = await connect(await ticketOf(people.bare));
  const line = await connect(await ticketOf(people.mallAdmin));
  bare.say({ subscribe: topics.online.name });
  await subscribed(line, topics.online.name, () => online('d', companyIds.mall));
  expect(bare.heard).toEqual([]);
  line.say({ unsubscribe: topics.online.name });
  await eventually(() => {
    line.heard.length = 0;
    online('d', companyIds.mall);
    return line.heard.length === 0;
  }, 'silence');
});

test('nonsense, huge frames and unknown topics disturb nobody', async () => {
  const line = await connect(await ticketOf(people.mallAdmin));
  for (const frame of [
    '{',
    '[]',
    '{"subscribe":1}',
    JSON.stringify({ subscribe: 'x'.repeat(2000) }),
    '{"subscribe":"/ws/none"}',
  ])
    line.say(frame);
  await subscribed(line, topics.online.name, () => online('d', companyIds.mall));
  line.say('x'.repeat(100_000));
  await eventually(() => line.socket.readyState === WebSocket.CLOSED, 'the line to be cut');
  expect(server.faults).toEqual([]);
});

test('a second login kicks the first, in the language of its page', async () => {
  const line = await connect(await ticketOf(people.reader));
  await signIn(server, { username: 'reader' });
  const kick = await eventually(() => line.heard.find(({ topic }) => topic === topics.kick.name), 'the kick');
  expect(kick.errorMsg).toBe(errors.kicked.texts.ge);
  await eventually(() => line.socket.readyState === WebSocket.CLOSED, 'the line to close');
});

test('a logout closes the line', async () => {
  const line = await connect(await ticketOf(people.reader));
  await server.ok(authCalls.logout, people.reader, {});
  await eventually(() => line.socket.readyState === WebSocket.CLOSED, 'the line to close');
});

const change = (id: string, soc: number): DeviceChange => ({
  ...{
    id,
    soc,
    state: 'ONLINE',
    since: null,
    lastSeenAt: null,
    mode: null,
    paused: false,
    charging: false,
    mapId: null,
  },
  ...{ cleanWaterPct: null, dirtyWaterPct: null, dustBagPct: null, networkMode: null, cleaningMode: null },
  ...{ coverage: null, runId: null, alarmLevel: 0 },
});

test('a flood of changes arrives as one frame with the newest word on each device', async () => {
  const line = await connect(await ticketOf(people.mallAdmin));
  const publish = (...changes: DeviceChange[]) =>
    server.bus.publish(topics.devices.name, { changes }, { companyId: companyIds.mall });
  await subscribed(line, topics.devices.name, () => publish(change('a', 0)));
  for (let soc = 1; soc <= 100; soc++) publish(change('a', soc), change('b', 100 - soc));
  const last = await eventually(() => line.on(topics.devices.name).at(-1), 'the changes');
  await pause(50);
  expect(line.on(topics.devices.name).length).toBeLessThanOrEqual(2);
  const { changes } = last as { changes: DeviceChange[] };
  expect(changes.map(({ id, soc }) => [id, soc])).toEqual(
    expect.arrayContaining([
      ['a', 100],
      ['b', 0],
    ]),
  );
});

test('a page that names the devices it shows hears of those only, and of others when it shows others', async () => {
  const [shown, other] = [newId(), newId()];
  const line = await connect(await ticketOf(people.mallAdmin));
  const publish = (...changes: DeviceChange[]) =>
    server.bus.publish(topics.devices.name, { changes }, { companyId: companyIds.mall });
  await subscribed(line, topics.devices.name, () => publish(change(shown, 0)));
  const heardOf = async (only: string[], expected: string) => {
    line.say({ subscribe: topics.devices.name, only });
    line.heard.length = 0;
    await eventually(() => {
      publish(change(shown, 1), change(other, 2));
      // What was asked before may still be under way.
      return (
        line.on(topics.devices.name).at(-1) as { changes?: DeviceChange[] } | undefined
      )?.changes?.every(({ id }) => id === expected);
    }, `nothing but ${expected}`);
    line.heard.length = 0;
    publish(change(shown, 3), change(other, 4));
    const told = await eventually(() => line.on(topics.devices.name).at(-1), 'a change');
    expect((told as { changes: DeviceChange[] }).changes.map(({ id }) => id)).toEqual([expected]);
  };
  await heardOf([shown], shown);
  await heardOf([other], other);
});

test('a device is watched while a page looks at it, only for whoever may see it, and no point of its path is lost', async () => {
  const { id } = await server.aDevice();
  const { name } = deviceTopic(id);
  const stranger = await connect(await ticketOf(people.otherAdmin));
  const line = await connect(await ticketOf(people.mallAdmin));
  stranger.say({ subscribe: name });
  const frame = (n: number) => ({ live: unseenLive(id), trail: { runId: 'r', points: [[n, n, 0, 0, 1]] } });
  await subscribed(line, name, () => server.bus.publish(name, frame(0), { companyId: companyIds.mall }));
  for (let n = 1; n <= 20; n++) server.bus.publish(name, frame(n), { companyId: companyIds.mall });
  const points = () =>
    line
      .on(name)
      .flatMap((content) => (content as ReturnType<typeof frame>).trail.points.map(([t]) => t ?? 0));
  await eventually(() => points().includes(20), 'the last point');
  expect(points().filter((t) => t > 0)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(stranger.on(name)).toEqual([]);
});

test('the address of the socket is in no log', async () => {
  const token = people.mallAdmin.token;
  await connect(token);
  await server.app.inject({ url: `/service/ws/${token}` });
  expect(JSON.stringify(server.faults)).not.toContain(token);
});

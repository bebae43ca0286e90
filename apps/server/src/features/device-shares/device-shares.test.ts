import {
  deviceCalls,
  deviceShareCalls,
  deviceTopic,
  driveTopic,
  errors,
  mapCalls,
  receivedShareCalls,
  sharedTopic,
} from '@sweepline/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import { unseenLive } from '../devices/device-service.ts';
import { aLine } from '../../test-kit/builders/drivable.ts';
import { companyIds, people, startServer, type TestServer } from '../../test-kit/index.ts';

const { list, find, create, revoke } = deviceShareCalls;
const { mallAdmin, otherAdmin, reader, bare } = people;
const received = receivedShareCalls;
const day = 86_400_000;

let server: TestServer;
let deviceId: string;
const lines: { close(): void }[] = [];
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.reset();
  deviceId = (await server.aDevice({ nickname: 'Otter' })).id;
});
afterAll(async () => {
  for (const line of lines) line.close();
  await server.stop();
});

const give = (more: object = {}) =>
  server.ok(create, mallAdmin, { deviceId, username: 'otherAdmin', rights: ['VIDEO'], term: 'DAY', ...more });
const mine = async (who = otherAdmin) => (await server.ok(received.list, who, {})).list;

test('an account of any company is found by exactly its name, and nothing but what it is called is told', async () => {
  expect(await server.ok(find, mallAdmin, { deviceId, username: ' OTHERADMIN ' })).toEqual({
    username: 'otherAdmin',
    nickname: 'Nick otherAdmin',
  });
  for (const username of ['otherAdmi', 'Nick otherAdmin', 'mallAdmin'])
    expect((await server.send(find, mallAdmin, { deviceId, username })).data).toMatchObject({
      fields: { username: expect.any(String) },
    });
});

test('whoever looks for names by the dozen is slowed down', async () => {
  const ask = (n: number) => server.send(find, people.agentAdmin, { deviceId, username: `somebody ${n}` });
  for (let n = 0; n < 21; n++) expect((await ask(n)).code).toBe(errors.invalid.code);
  expect((await ask(99)).code).toBe(429);
});

test.each([
  ['DAY', 1],
  ['WEEK', 7],
  ['MONTH', 30],
] as const)('a share for a %s ends after %i days', async (term, days) => {
  const { endsAt } = await give({ term });
  expect(Date.parse(endsAt ?? '') - server.clock().getTime()).toBe(days * day);
});

test('a custom share lasts until its moment, which lies ahead, and not a moment longer', async () => {
  await give({ term: 'CUSTOM', endsAt: new Date(server.clock().getTime() + 60_000).toISOString() });
  server.clock.advance(59_999);
  expect(await mine()).toHaveLength(1);
  server.clock.advance(1);
  expect(await mine()).toEqual([]);
  expect((await server.ok(list, mallAdmin, { deviceId })).list).toMatchObject([{ state: 'EXPIRED' }]);
  const wish = { deviceId, username: 'otherAdmin', rights: ['VIDEO' as const], term: 'CUSTOM' as const };
  for (const more of [{}, { endsAt: '2020-01-01T00:00:00.000Z' }])
    expect((await server.send(create, mallAdmin, { ...wish, ...more })).data).toMatchObject({
      fields: { endsAt: expect.any(String) },
    });
});

test('a permanent share lasts until it is revoked, which is done once', async () => {
  const { id, endsAt } = await give({ term: 'PERMANENT' });
  expect(endsAt).toBeNull();
  expect(await mine()).toMatchObject([{ nickname: 'Otter', companyName: 'Mall', rights: ['VIDEO'] }]);
  await server.ok(revoke, mallAdmin, { id });
  expect(await mine()).toEqual([]);
  expect((await server.send(revoke, mallAdmin, { id })).code).toBe(errors.wrongState.code);
});

test('a new share takes the place of the one before, and both are told of', async () => {
  await give();
  await give({ rights: ['VIDEO', 'CONTROL'], term: 'WEEK' });
  const { list: rows } = await server.ok(list, mallAdmin, { deviceId });
  expect(
    rows.map(({ state, rights, username, givenBy }) => [state, rights.length, username, givenBy]),
  ).toEqual([
    ['ACTIVE', 2, 'otherAdmin', 'mallAdmin'],
    ['REVOKED', 1, 'otherAdmin', 'mallAdmin'],
  ]);
  expect(await mine()).toHaveLength(1);
});

test('nobody shares what is not theirs to share', async () => {
  const wish = { deviceId, username: 'otherAdmin', rights: ['CONTROL' as const], term: 'DAY' as const };
  expect((await server.send(create, reader, wish)).code).toBe(errors.forbidden.code);
  expect((await server.send(create, otherAdmin, wish)).code).toBe(errors.notFound.code);
  expect((await server.send(create, mallAdmin, { ...wish, rights: [] })).code).toBe(errors.invalid.code);
});

test('a device that goes to another company takes no share with it', async () => {
  await give({ term: 'PERMANENT' });
  await server.asOwner(
    (sql) => sql`update devices set company_id = ${companyIds.agent} where id = ${deviceId}`,
  );
  expect(await mine()).toEqual([]);
});

test('the receiver sees the device’s place, its map and nothing else of the company', async () => {
  const map = await server.aMap({ name: 'Ground floor' });
  const position = { mapId: map.id, x: 3, y: 4, theta: 0, localized: true, score: 0.9 };
  const at = server.clock().toISOString();
  const live = { ...unseenLive(deviceId), position: { value: position, at } };
  await server.saidLast(deviceId, { state: 'ONLINE', live, mapId: map.id });
  const { id: shareId } = await give();
  // The gateway has the word on what is live; here it has heard nothing.
  const shown = await server.ok(received.detail, otherAdmin, { shareId });
  expect(shown.share).toMatchObject({ deviceId, nickname: 'Otter' });
  expect(Object.keys(shown.live).toSorted()).toEqual([
    'battery',
    'connection',
    'deviceId',
    'mode',
    'position',
  ]);
  expect((await server.send(deviceCalls.detail, otherAdmin, { id: deviceId })).code).toBe(
    errors.notFound.code,
  );
  expect((await server.send(mapCalls.detail, otherAdmin, { id: map.id })).code).toBe(errors.notFound.code);
  for (const who of [mallAdmin, bare, people.staff])
    expect((await server.send(received.detail, who, { shareId })).code).toBe(errors.notFound.code);
  expect((await server.send(received.ground, bare, { shareId })).code).toBe(errors.notFound.code);
});

test('a receiver hears of the device while the share stands, and of nothing else', async () => {
  const address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const line = await aLine(server, address, otherAdmin);
  const stranger = await aLine(server, address, bare);
  lines.push(line, stranger);
  const { id } = await give();
  const other = (await server.aDevice()).id;
  const names = [sharedTopic(deviceId), deviceTopic(deviceId), driveTopic(deviceId), sharedTopic(other)];
  for (const { name } of names) for (const one of [line, stranger]) one.say({ subscribe: name });
  const tell = () => {
    for (const one of [deviceId, other])
      server.bus.publish(
        deviceTopic(one).name,
        { live: unseenLive(one), trail: null },
        { companyId: companyIds.mall },
      );
  };
  const shared = sharedTopic(deviceId).name;
  await eventually(() => {
    tell();
    return line.on(shared).length > 0;
  }, 'a word of the device');
  expect(JSON.stringify(line.on(shared))).not.toContain('run');
  await server.ok(revoke, mallAdmin, { id });
  line.heard.length = 0;
  for (let n = 0; n < 5; n++) {
    tell();
    await new Promise((done) => setTimeout(done, 60));
  }
  const heard = [...line.heard, ...stranger.heard].map(({ topic }) => topic);
  expect(heard.filter((topic) => names.some(({ name }) => name === topic))).toEqual([]);
});

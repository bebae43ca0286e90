import {
  deviceCalls,
  deviceShareCalls,
  deviceTopic,
  driveTopic,
  errors,
  mapCalls,
  permissions,
  receivedShareCalls,
  sharedTopic,
} from '@sweepline/contract';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { unseenLive } from '../devices/device-service.ts';
import { aSocket } from '../../../test-kit/builders/drivable.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const { list, find, create, revoke } = deviceShareCalls;
const { mallAdmin, otherAdmin, reader, bare } = people;
const received = receivedShareCalls;
const day = 86_400_000;

const connections: { close(): void }[] = [];
// Hooks after the tests run in reverse order: the connections close before the server stops.
const server = ownTestServer();
afterAll(() => {
  for (const connection of connections) connection.close();
});
let deviceId: string;
beforeEach(async () => {
  deviceId = (await server.aDevice({ nickname: 'Otter' })).id;
});

const share = (overrides: object = {}) =>
  server.ok(create, mallAdmin, {
    deviceId,
    username: 'otherAdmin',
    rights: ['VIDEO'],
    term: 'DAY',
    ...overrides,
  });
const receivedBy = async (who = otherAdmin) => (await server.ok(received.list, who, {})).list;

test('an account of any company is found by its exact username', async () => {
  expect(await server.ok(find, mallAdmin, { deviceId, username: ' OTHERADMIN ' })).toEqual({
    username: 'otherAdmin',
    nickname: null,
  });
  for (const username of ['otherAdmi', 'Nick otherAdmin', 'mallAdmin'])
    expect((await server.send(find, mallAdmin, { deviceId, username })).data).toMatchObject({
      fields: { username: expect.any(String) },
    });
});

test('the display name of a receiver is disclosed only to callers who see its company', async () => {
  const created = await share();
  await share({ username: 'reader' });
  const names = async (who: typeof mallAdmin) =>
    (await server.ok(list, who, { deviceId })).list
      .map(({ username, nickname }) => `${username} ${nickname}`)
      .toSorted();
  expect(created.nickname).toBeNull();
  expect((await server.ok(find, mallAdmin, { deviceId, username: 'reader' })).nickname).toBe('Nick reader');
  expect(await names(mallAdmin)).toEqual(['otherAdmin null', 'reader Nick reader']);
  expect(await names(people.superAdmin)).toEqual(['otherAdmin Nick otherAdmin', 'reader Nick reader']);
});

test('an account of a frozen company is answered as missing', async () => {
  const input = { deviceId, username: 'otherAdmin', rights: ['VIDEO' as const], term: 'DAY' as const };
  await server.asOwner((sql) => sql`update companies set frozen_at = now() where id = ${companyIds.other}`);
  const unknown = await server.send(create, mallAdmin, { ...input, username: 'nobody.here' });
  expect(unknown.data).toMatchObject({ fields: { username: expect.any(String) } });
  for (const answer of [
    await server.send(create, mallAdmin, input),
    await server.send(find, mallAdmin, { deviceId, username: 'otherAdmin' }),
  ])
    expect([answer.code, answer.data]).toEqual([unknown.code, unknown.data]);
  await server.asOwner((sql) => sql`update companies set frozen_at = null where id = ${companyIds.other}`);
});

test('repeated lookups of unknown usernames are rate-limited', async () => {
  const lookUp = (n: number) => server.send(find, people.agentAdmin, { deviceId, username: `somebody ${n}` });
  for (let n = 0; n < 21; n++) expect((await lookUp(n)).code).toBe(errors.invalid.code);
  expect((await lookUp(99)).code).toBe(429);
});

test.each([
  ['DAY', 1],
  ['WEEK', 7],
  ['MONTH', 30],
] as const)('a share for a %s ends after %i days', async (term, days) => {
  const { endsAt } = await share({ term });
  expect(Date.parse(endsAt ?? '') - server.clock().getTime()).toBe(days * day);
});

test('a custom share expires at its end, which must be in the future', async () => {
  await share({ term: 'CUSTOM', endsAt: new Date(server.clock().getTime() + 60_000).toISOString() });
  server.clock.advance(59_999);
  expect(await receivedBy()).toHaveLength(1);
  server.clock.advance(1);
  expect(await receivedBy()).toEqual([]);
  expect((await server.ok(list, mallAdmin, { deviceId })).list).toMatchObject([{ state: 'EXPIRED' }]);
  const input = { deviceId, username: 'otherAdmin', rights: ['VIDEO' as const], term: 'CUSTOM' as const };
  for (const end of [{}, { endsAt: '2020-01-01T00:00:00.000Z' }])
    expect((await server.send(create, mallAdmin, { ...input, ...end })).data).toMatchObject({
      fields: { endsAt: expect.any(String) },
    });
});

test('a custom share of a hundred years is refused, one of a year is created', async () => {
  const until = (days: number) => new Date(server.clock().getTime() + days * day).toISOString();
  const input = { deviceId, username: 'otherAdmin', rights: ['VIDEO' as const], term: 'CUSTOM' as const };
  for (const days of [36_525, 367])
    expect(
      (await server.send(create, mallAdmin, { ...input, endsAt: until(days) })).data,
      `${days}`,
    ).toMatchObject({ fields: { endsAt: 'At most a year ahead' } });
  expect((await share({ term: 'CUSTOM', endsAt: until(366) })).endsAt).toBe(until(366));
});

test('a permanent share lasts until it is revoked, and a second revocation is refused', async () => {
  const { id, endsAt } = await share({ term: 'PERMANENT' });
  expect(endsAt).toBeNull();
  expect(await receivedBy()).toMatchObject([{ nickname: 'Otter', companyName: 'Mall', rights: ['VIDEO'] }]);
  await server.ok(revoke, mallAdmin, { id });
  expect(await receivedBy()).toEqual([]);
  expect((await server.send(revoke, mallAdmin, { id })).code).toBe(errors.wrongState.code);
});

test('a new share of the same device and account replaces the earlier one, and both are listed', async () => {
  await share();
  await share({ rights: ['VIDEO', 'CONTROL'], term: 'WEEK' });
  const { list: rows } = await server.ok(list, mallAdmin, { deviceId });
  expect(
    rows.map(({ state, rights, username, givenBy }) => [state, rights.length, username, givenBy]),
  ).toEqual([
    ['ACTIVE', 2, 'otherAdmin', 'mallAdmin'],
    ['REVOKED', 1, 'otherAdmin', 'mallAdmin'],
  ]);
  expect(await receivedBy()).toHaveLength(1);
});

test('sharing a device requires the permission and the device in scope, and at least one right', async () => {
  const input = { deviceId, username: 'otherAdmin', rights: ['CONTROL' as const], term: 'DAY' as const };
  expect((await server.send(create, reader, input)).code).toBe(errors.forbidden.code);
  expect((await server.send(create, otherAdmin, input)).code).toBe(errors.notFound.code);
  expect((await server.send(create, mallAdmin, { ...input, rights: [] })).code).toBe(errors.invalid.code);
});

test('an account cannot share the cameras without the permission to watch them', async () => {
  const { companyId } = mallAdmin;
  const sharer = await server.anAccount({
    companyId,
    permissionCodes: [permissions.deviceList, permissions.deviceShare],
  });
  const input = { deviceId, username: 'otherAdmin', rights: ['VIDEO' as const], term: 'DAY' as const };
  expect(await server.send(create, sharer, input)).toMatchObject({ msg: errors.moreRights.texts.en });
});

test('a share ends when its device moves to another company', async () => {
  await share({ term: 'PERMANENT' });
  await server.asOwner(
    (sql) => sql`update devices set company_id = ${companyIds.agent} where id = ${deviceId}`,
  );
  expect(await receivedBy()).toEqual([]);
});

test('the receiver sees the position and map of the device and nothing else of its company', async () => {
  const map = await server.aMap({ name: 'Ground floor' });
  const position = { mapId: map.id, x: 3, y: 4, theta: 0, localized: true, score: 0.9 };
  const at = server.clock().toISOString();
  const live = { ...unseenLive(deviceId), position: { value: position, at } };
  await server.setLiveState(deviceId, { state: 'ONLINE', live, mapId: map.id });
  const { id: shareId } = await share();
  // The gateway has no live state here, so the stored one is returned.
  const detail = await server.ok(received.detail, otherAdmin, { shareId });
  expect(detail.share).toMatchObject({ deviceId, nickname: 'Otter' });
  expect(Object.keys(detail.live).toSorted()).toEqual([
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

test('a receiver gets live messages of the device until the share is revoked, and no others', async () => {
  const address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const connection = await aSocket(server, address, otherAdmin);
  const unrelated = await aSocket(server, address, bare);
  connections.push(connection, unrelated);
  const { id } = await share();
  const other = (await server.aDevice()).id;
  const names = [sharedTopic(deviceId), deviceTopic(deviceId), driveTopic(deviceId), sharedTopic(other)];
  for (const { name } of names) for (const each of [connection, unrelated]) each.say({ subscribe: name });
  const publish = () => {
    for (const id of [deviceId, other])
      server.bus.publish(
        deviceTopic(id),
        { live: unseenLive(id), trail: null },
        { companyId: companyIds.mall },
      );
  };
  const shared = sharedTopic(deviceId).name;
  await eventually(() => {
    publish();
    return connection.on(shared).length > 0;
  }, 'a message about the device');
  expect(JSON.stringify(connection.on(shared))).not.toContain('run');
  await server.ok(revoke, mallAdmin, { id });
  connection.frames.length = 0;
  for (let n = 0; n < 5; n++) {
    publish();
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  const received = [...connection.frames, ...unrelated.frames].map(({ topic }) => topic);
  expect(received.filter((topic) => names.some(({ name }) => name === topic))).toEqual([]);
});

import { authCalls, errors, profileCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';

const server = testServer();

const read = () => server.ok(profileCalls.read, people.reader, {});
const own = { nickname: 'Katrin Vogel', phone: '+49 221 5550', email: 'katrin@example.com' };

test('people keep their name, how to reach them and how they read numbers, and the session knows it', async () => {
  const { version } = await read();
  const profile = { timezone: 'Europe/Berlin', area: 'FT2', volume: 'GALLON', weekStart: 1 } as const;
  await server.ok(profileCalls.save, people.reader, { ...own, profile, version });
  expect(await read()).toMatchObject({ ...own, profile, username: 'reader', companyName: 'Mall' });
  const session = await server.ok(authCalls.check, people.reader, {});
  expect(session).toMatchObject({ nickname: own.nickname, profile });
});

test('nobody else’s profile changes', async () => {
  const before = await server.ok(profileCalls.read, people.mallAdmin, {});
  const { version } = await read();
  await server.ok(profileCalls.save, people.reader, { ...own, profile: { popUps: false }, version });
  expect(await server.ok(profileCalls.read, people.mallAdmin, {})).toEqual(before);
});

test('a save on an older version is refused and says who saved meanwhile', async () => {
  const { version } = await read();
  await server.ok(profileCalls.save, people.reader, { ...own, profile: {}, version });
  const late = await server.send(profileCalls.save, people.reader, { ...own, profile: {}, version });
  expect(late.code).toBe(errors.changedMeanwhile.code);
  expect(late.msg).toContain('reader');
});

test.each([
  ['profile.timezone', { profile: { timezone: 'Mars/Olympus' } }],
  ['profile.weekStart', { profile: { weekStart: 3 } }],
  ['profile.area', { profile: { area: 'ACRE' } }],
  ['email', { email: 'nobody' }],
  ['phone', { phone: 'call me' }],
  ['nickname', { nickname: '   ' }],
])('%s is refused where it makes no sense, and named', async (field, wrong) => {
  const { version } = await read();
  const answer = await server.send(profileCalls.save, people.reader, {
    ...own,
    profile: {},
    version,
    ...wrong,
  });
  expect(answer.code).toBe(errors.invalid.code);
  expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual([field]);
});

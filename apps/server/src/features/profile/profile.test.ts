import { authCalls, errors, profileCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';

const server = testServer();

const read = () => server.ok(profileCalls.read, people.reader, {});
const own = { nickname: 'Katrin Vogel', phone: '+49 221 5550', email: 'katrin@example.com' };

test('a saved profile is returned by read, and its name and formats are part of the session', async () => {
  const { version } = await read();
  const profile = { timezone: 'Europe/Berlin', area: 'FT2', volume: 'GALLON', weekStart: 1 } as const;
  await server.ok(profileCalls.save, people.reader, { ...own, profile, version });
  expect(await read()).toMatchObject({ ...own, profile, username: 'reader', companyName: 'Mall' });
  const session = await server.ok(authCalls.check, people.reader, {});
  expect(session).toMatchObject({ nickname: own.nickname, profile });
});

test('saving a profile changes no profile of another account', async () => {
  const before = await server.ok(profileCalls.read, people.mallAdmin, {});
  const { version } = await read();
  await server.ok(profileCalls.save, people.reader, { ...own, profile: { popUps: false }, version });
  expect(await server.ok(profileCalls.read, people.mallAdmin, {})).toEqual(before);
});

test('a save of an older version is refused with the name of the account that saved meanwhile', async () => {
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
])('an invalid %s is refused with its field', async (field, input) => {
  const { version } = await read();
  const answer = await server.send(profileCalls.save, people.reader, {
    ...own,
    profile: {},
    version,
    ...input,
  });
  expect(answer.code).toBe(errors.invalid.code);
  expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual([field]);
});

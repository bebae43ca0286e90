import { authCalls, errors, profileCalls, type FieldErrors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { logIn, password, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const server = ownTestServer();

const read = () => server.ok(profileCalls.read, people.reader, {});
const own = {
  nickname: 'Katrin Vogel',
  phone: '+49 221 5550',
  email: 'katrin@example.com',
  originPassword: password,
};

test('a saved profile is returned by read, and its name and formats are part of the session', async () => {
  const { version } = await read();
  const profile = { timezone: 'Europe/Berlin', area: 'FT2', volume: 'GALLON', weekStart: 1 } as const;
  await server.ok(profileCalls.save, people.reader, { ...own, profile, version });
  const { originPassword: _password, ...saved } = own;
  expect(await read()).toMatchObject({ ...saved, profile, username: 'reader', companyName: 'Mall' });
  const session = await server.ok(authCalls.check, people.reader, {});
  expect(session).toMatchObject({ nickname: own.nickname, profile });
});

test('email and phone are changed with the password only, and the old address is told', async () => {
  const { version } = await read();
  const save = (changes: object) =>
    server.send(profileCalls.save, people.reader, { ...own, profile: {}, version, ...changes });
  const fieldsOf = ({ data }: { data: unknown }) => (data as FieldErrors).reasons;
  expect(fieldsOf(await save({ originPassword: undefined }))).toMatchObject({
    originPassword: { code: 'REQUIRED' },
  });
  expect(fieldsOf(await save({ originPassword: 'wrong' }))).toMatchObject({
    originPassword: { code: 'PASSWORD_WRONG' },
  });
  expect((await read()).email).toBe('');
  expect((await save({})).code).toBe(200);
  const next = { version: version + 1, email: 'thief@example.com' };
  // A name needs no password.
  expect((await save({ version: version + 1, nickname: 'K', originPassword: undefined })).code).toBe(200);
  expect((await save({ ...next, version: version + 2 })).code).toBe(200);
  const mails = await server.asOwner((sql) => sql`select address, template, params from notice_mails`);
  expect(mails).toEqual([
    {
      address: 'katrin@example.com',
      template: 'contactChanged',
      params: { account: 'reader', by: 'Nick reader' },
    },
  ]);
  const bell = await server.asOwner(
    (sql) => sql`select account_id from notices where template = 'contactChanged'`,
  );
  expect(bell.map(({ account_id: id }) => id)).toEqual([people.reader.id, people.reader.id]);
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

// The last test: the account waits after it.
test('wrong passwords make a session wait before it tries more', async () => {
  const { version } = await read();
  const codes = [];
  for (let n = 0; n < 7; n += 1)
    codes.push(
      (
        await server.send(profileCalls.save, people.reader, {
          ...own,
          profile: {},
          version,
          originPassword: 'no',
        })
      ).code,
    );
  expect(codes.at(-1)).toBe(errors.waitToUnlock.code);
  expect((await logIn(server, { username: 'reader' })).code).toBe(200);
});

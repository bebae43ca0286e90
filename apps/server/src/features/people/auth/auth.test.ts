import {
  authCalls,
  deviceCalls,
  errors,
  flatten,
  isInternal,
  permissions,
  backgroundHeader,
  type PermissionNode,
} from '@sweepline/contract';
import { hash } from '@node-rs/argon2';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../../platform/runtime/passwords.ts';
import { logIn, password, people, signIn } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const { login, check, logout } = authCalls;
const server = ownTestServer();
beforeEach(async () => {
  await server.asOwner((sql) => sql`delete from sessions`);
});

const hour = 3_600_000;

test('a sign-in from a page of a foreign origin is refused, even with the right password', async () => {
  const refused = await logIn(server, { username: 'reader', origin: 'https://evil.example.com' });
  expect([refused.code, refused.msg]).toEqual([403, errors.foreignOrigin.texts.en]);
  expect((await logIn(server, { username: 'reader' })).code).toBe(200);
});

test('a login returns the account, its codes and its part of the permission tree', async () => {
  const { code, data } = await logIn(server, { username: 'reader' });
  expect(code).toBe(200);
  if ('needConfirm' in data) throw new Error('the account has another session');
  expect(data).toMatchObject({ userId: people.reader.id, roleType: 3, companyName: 'Mall', companyType: 1 });
  expect(data.authorities.map(({ authority }) => authority)).toContain(permissions.deviceList);
  expect(data.permissions.map(({ code: top }) => top).toSorted()).toEqual([
    permissions.deviceCentre,
    permissions.dataCentre,
  ]);
  expect(JSON.stringify(data)).not.toContain('argon2');
});

test('a super admin has `*` and the whole tree; spaces, case and width of the username make no difference', async () => {
  const { data } = await logIn(server, { username: '  ＳｕｐｅｒＡｄｍｉｎ ' });
  if ('needConfirm' in data) throw new Error('the account has another session');
  expect(data).toMatchObject({ roleType: 1, companyType: 0, authorities: [{ authority: '*' }] });
  expect(data.permissions.length).toBeGreaterThan(10);
});

test('the tree of a customer’s account has no internal codes, whatever its role grants', async () => {
  const { data } = await logIn(server, { username: 'otherAdmin' });
  if ('needConfirm' in data) throw new Error('the account has another session');
  expect(data.authorities).toEqual([{ authority: '*' }]);
  const codes: string[] = flatten(data.permissions as PermissionNode[]);
  expect(codes).toContain(permissions.outerAccounts);
  expect(codes).toContain(permissions.chatUsers);
  expect(codes.filter(isInternal)).toEqual([]);
});

test('a wrong password and an unknown account get the same answer', async () => {
  const wrong = await server.send(login, undefined, { username: 'reader', password: 'not this one' });
  const unknown = await server.send(login, undefined, { username: 'nobody', password });
  expect(wrong).toMatchObject({ code: errors.wrongCredentials.code, msg: errors.wrongCredentials.texts.en });
  expect({ ...unknown, requestId: '' }).toEqual({ ...wrong, requestId: '' });
});

test('a session is valid until its logout', async () => {
  const who = await signIn(server, { username: 'reader' });
  expect((await server.ok(check, who, {})).session).toBe(who.token);
  await server.ok(logout, who, {});
  expect((await server.send(check, who, {})).code).toBe(errors.signedOut.code);
});

test('a token with the prefix `Bearer` is accepted', async () => {
  const { token } = await signIn(server, { username: 'reader' });
  const answer = await server.send(check, undefined, {}, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.code).toBe(200);
});

test('a session ends after twelve idle hours, and each use extends it', async () => {
  const who = await signIn(server, { username: 'reader' });
  server.clock.advance(11 * hour);
  expect((await server.send(check, who, {})).code).toBe(200);
  server.clock.advance(11 * hour);
  expect((await server.send(check, who, {})).code).toBe(200);
  server.clock.advance(12 * hour + 1);
  expect((await server.send(check, who, {})).code).toBe(errors.signedOut.code);
});

test('a session ends after seven days despite use', async () => {
  const who = await signIn(server, { username: 'reader' });
  for (let i = 0; i < 15; i++) {
    server.clock.advance(11 * hour);
    expect((await server.send(check, who, {})).code).toBe(200);
  }
  server.clock.advance(4 * hour);
  expect((await server.send(check, who, {})).code).toBe(errors.signedOut.code);
});

test('socket tickets and background requests do not extend a session', async () => {
  const who = await signIn(server, { username: 'reader' });
  server.clock.advance(11 * hour);
  const background = { headers: { [backgroundHeader]: '1' } };
  expect((await server.send(check, who, {}, background)).code).toBe(200);
  expect((await server.send(authCalls.socketTicket, who, {})).code).toBe(200);
  server.clock.advance(hour + 1);
  expect((await server.send(check, who, {}, background)).code).toBe(errors.signedOut.code);
});

test('an account with an initial password may only check its session and log out', async () => {
  await server.asOwner(
    (sql) => sql`update accounts set must_change_password = true where id = ${people.mallAdmin.id}`,
  );
  const who = await signIn(server, { username: 'mallAdmin' });
  expect((await server.ok(check, who, {})).mustChangePassword).toBe(true);
  expect((await server.send(deviceCalls.list, who, {})).msg).toBe(errors.mustChangePassword.texts.en);
  await server.ok(logout, who, {});
});

test('the database has no token, and passwords only as argon2id of 19 MiB and two passes', async () => {
  const { token } = await signIn(server, { username: 'reader' });
  const [row] = await server.asOwner(
    (sql) => sql`select count(*)::int as n from sessions where token_hash = ${token}`,
  );
  expect(row?.n).toBe(0);
  expect(await hashPassword('some password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hash('x')).toContain('argon2id');
});

test('a login with files is refused', async () => {
  const answer = await server.send(
    login,
    undefined,
    { username: 'reader', password },
    { files: { picture: 'x'.repeat(5_000) } },
  );
  expect(answer.code).not.toBe(200);
});

test('a refusal is in the language of the header, old header values included', async () => {
  const messageIn = async (lang: string) =>
    (await server.send(check, undefined, {}, { headers: { lang } })).msg;
  const { texts } = errors.signedOut;
  expect([
    await messageIn('de'),
    await messageIn('ge'),
    await messageIn('zh_TW'),
    await messageIn('ja'),
    await messageIn('xx'),
  ]).toEqual([texts.ge, texts.ge, texts['zh-cw'], texts.ja, texts.en]);
});

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
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashPassword } from '../../platform/runtime/passwords.ts';
import { logIn, password, people, signIn, startServer, type TestServer } from '../../test-kit/index.ts';

const { login, check, logout } = authCalls;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.reset();
  await server.asOwner((sql) => sql`delete from sessions`);
});
afterAll(() => server.stop());

const hour = 3_600_000;

test('a login answers who it is, what they hold and the part of the menu that is theirs', async () => {
  const { code, data } = await logIn(server, { username: 'reader' });
  expect(code).toBe(200);
  if ('needConfirm' in data) throw new Error('nobody else is signed in');
  expect(data).toMatchObject({ userId: people.reader.id, roleType: 3, companyName: 'Mall', companyType: 1 });
  expect(data.authorities.map(({ authority }) => authority)).toContain(permissions.deviceList);
  expect(data.permissions.map(({ code: top }) => top).toSorted()).toEqual([
    permissions.deviceCentre,
    permissions.dataCentre,
  ]);
  expect(JSON.stringify(data)).not.toContain('argon2');
});

test('a super admin holds everything and sees the whole tree; spaces, capitals and width of the name do not matter', async () => {
  const { data } = await logIn(server, { username: '  ＳｕｐｅｒＡｄｍｉｎ ' });
  if ('needConfirm' in data) throw new Error('nobody else is signed in');
  expect(data).toMatchObject({ roleType: 1, companyType: 0, authorities: [{ authority: '*' }] });
  expect(data.permissions.length).toBeGreaterThan(10);
});

test('whatever a customer’s role holds, the provider’s own people and roles are not in its menu', async () => {
  const { data } = await logIn(server, { username: 'otherAdmin' });
  if ('needConfirm' in data) throw new Error('nobody else is signed in');
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

test('the session is good until logout and for nobody after it', async () => {
  const who = await signIn(server, { username: 'reader' });
  expect((await server.ok(check, who, {})).session).toBe(who.token);
  await server.ok(logout, who, {});
  expect((await server.send(check, who, {})).code).toBe(errors.signedOut.code);
});

test('`Bearer` before the token is accepted', async () => {
  const { token } = await signIn(server, { username: 'reader' });
  const answer = await server.send(check, undefined, {}, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.code).toBe(200);
});

test('a session ends after twelve idle hours and goes on while it is used', async () => {
  const who = await signIn(server, { username: 'reader' });
  server.clock.advance(11 * hour);
  expect((await server.send(check, who, {})).code).toBe(200);
  server.clock.advance(11 * hour);
  expect((await server.send(check, who, {})).code).toBe(200);
  server.clock.advance(12 * hour + 1);
  expect((await server.send(check, who, {})).code).toBe(errors.signedOut.code);
});

test('a session ends after seven days however much it is used', async () => {
  const who = await signIn(server, { username: 'reader' });
  for (let i = 0; i < 15; i++) {
    server.clock.advance(11 * hour);
    expect((await server.send(check, who, {})).code).toBe(200);
  }
  server.clock.advance(4 * hour);
  expect((await server.send(check, who, {})).code).toBe(errors.signedOut.code);
});

test('a socket, and what a page asks by itself, do not keep a session from idling out', async () => {
  const who = await signIn(server, { username: 'reader' });
  server.clock.advance(11 * hour);
  const byItself = { headers: { [backgroundHeader]: '1' } };
  expect((await server.send(check, who, {}, byItself)).code).toBe(200);
  expect((await server.send(authCalls.socketTicket, who, {})).code).toBe(200);
  server.clock.advance(hour + 1);
  expect((await server.send(check, who, {}, byItself)).code).toBe(errors.signedOut.code);
});

test('who must change the password first may only look who they are and leave', async () => {
  await server.asOwner(
    (sql) => sql`update accounts set must_change_password = true where id = ${people.mallAdmin.id}`,
  );
  const who = await signIn(server, { username: 'mallAdmin' });
  expect((await server.ok(check, who, {})).mustChangePassword).toBe(true);
  expect((await server.send(deviceCalls.list, who, {})).msg).toBe(errors.mustChangePassword.texts.en);
  await server.ok(logout, who, {});
});

test('the database holds no token and passwords only as argon2id of 19 MiB and two passes', async () => {
  const { token } = await signIn(server, { username: 'reader' });
  const [row] = await server.asOwner(
    (sql) => sql`select count(*)::int as n from sessions where token_hash = ${token}`,
  );
  expect(row?.n).toBe(0);
  expect(await hashPassword('some password')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hash('x')).toContain('argon2id');
});

test('strangers may not attach files to a login', async () => {
  const answer = await server.send(
    login,
    undefined,
    { username: 'reader', password },
    { files: { picture: 'x'.repeat(5_000) } },
  );
  expect(answer.code).not.toBe(200);
});

test('each language gets its own words, old header values included', async () => {
  const say = async (lang: string) => (await server.send(check, undefined, {}, { headers: { lang } })).msg;
  const { texts } = errors.signedOut;
  expect([await say('de'), await say('ge'), await say('zh_TW'), await say('ja'), await say('xx')]).toEqual([
    texts.ge,
    texts.ge,
    texts['zh-cw'],
    texts.ja,
    texts.en,
  ]);
});

import { authCalls, deviceCalls, errors, sessionCalls, type FieldErrors } from '@sweepline/contract';
import common from '@sweepline/contract/common-passwords' with { type: 'json' };
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import {
  companyIds,
  logIn,
  password,
  people,
  signIn,
  startServer,
  type Person,
  type TestServer,
} from '../../test-kit/index.ts';
import {
  configureInitialPassword,
  newInitialPassword,
  setInitialPassword,
} from '../accounts/password-service.ts';

const { changePassword, check, logout } = authCalls;
const hour = 3_600_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  configureInitialPassword(undefined);
  await server.reset();
  await server.asOwner((sql) => sql`delete from sessions`);
});
afterAll(() => server.stop());

const change = (who: Person, chosen: string, originPassword = password, userId = who.id) =>
  server.send(changePassword, who, { originPassword, password: chosen, userId });

/** Which field was refused, and why. */
const marked = ({ code, data }: { code: number; data: unknown }) => {
  expect(code).toBe(errors.invalid.code);
  return (data as FieldErrors).fields;
};
const opens = async (username: string, secret: string) =>
  (await logIn(server, { username, password: secret })).code === 200;

const reset = (accountId: string) =>
  inScope(server.db, [companyIds.mall], (tx) => setInitialPassword(tx, server.clock, 'test', accountId));

test('a new password opens the account, the old one no longer, and every session is over', async () => {
  const who = await signIn(server, { username: 'reader' });
  expect((await change(who, 'wrong mule torch')).code).toBe(200);
  const { code, msg } = await server.send(check, who, {});
  expect([code, msg]).toEqual([errors.signedOut.code, errors.endedByPasswordChange.texts.en]);
  expect(await opens('reader', password)).toBe(false);
  expect(await opens('reader', 'wrong mule torch')).toBe(true);
});

test('the history keeps the change, and the row says when', async () => {
  const who = await signIn(server, { username: 'reader' });
  await change(who, 'wrong mule torch');
  const again = await signIn(server, { username: 'reader', password: 'wrong mule torch' });
  const { list } = await server.ok(sessionCalls.history, again, { kind: ['PASSWORD_CHANGED'] });
  expect(list).toHaveLength(1);
  const [row] = await server.asOwner(
    (sql) => sql`select password_changed_at as at from accounts where id = ${who.id}`,
  );
  expect(row?.at).toEqual(server.clock());
});

test('the original must be right, and the account one’s own', async () => {
  const who = await signIn(server, { username: 'reader' });
  expect(marked(await change(who, 'wrong mule torch', 'not this one'))).toEqual({ originPassword: 'WRONG' });
  const another = await change(who, 'wrong mule torch', password, people.mallAdmin.id);
  expect(another.code).toBe(errors.notFound.code);
  expect((await server.send(check, who, {})).code).toBe(200);
});

test.each([
  ['seven letters', 'sevenle', 'TOO_SHORT'],
  ['seven letters of two code points each, put together', 'é'.normalize('NFD').repeat(7), 'TOO_SHORT'],
  ['seven faces, which are fourteen units', '🙂'.repeat(7), 'TOO_SHORT'],
  ['129 characters', '字'.repeat(129), 'TOO_LONG'],
  ['the original', password, 'UNCHANGED'],
  ['a common one', 'password1', 'COMMON'],
  ['a common one in capitals', 'PassWord1', 'COMMON'],
  ['a common one in full width', 'ｐａｓｓｗｏｒｄ１', 'COMMON'],
])('%s is refused', async (_what, chosen, reason) => {
  const who = await signIn(server, { username: 'reader' });
  expect(marked(await change(who, chosen))).toEqual({ password: reason });
});

test('neither the account’s name nor the installation’s initial password may be chosen', async () => {
  const who = await signIn(server, { username: 'superAdmin' });
  expect(marked(await change(who, 'SuperAdmin'))).toEqual({ password: 'ACCOUNT_NAME' });
  configureInitialPassword('first day at work');
  expect(marked(await change(who, 'first day at work'))).toEqual({ password: 'INITIAL' });
});

test.each([
  ['eight characters', 'aZ3-kf9q'],
  ['128 characters beyond the first plane', '🧹'.repeat(128)],
  ['letters of any script, and spaces', ' пароль 密码 パス '],
])('%s are taken whole', async (_what, chosen) => {
  const who = await signIn(server, { username: 'reader' });
  expect((await change(who, chosen)).code).toBe(200);
  expect(await opens('reader', chosen)).toBe(true);
  expect(await opens('reader', [...chosen].slice(0, -1).join(''))).toBe(false);
});

test('a password typed in parts is the one typed composed', async () => {
  const who = await signIn(server, { username: 'reader' });
  expect((await change(who, 'Straßenbahnhöfe'.normalize('NFD'))).code).toBe(200);
  expect(await opens('reader', 'Straßenbahnhöfe'.normalize('NFC'))).toBe(true);
});

test('there are three thousand common passwords, each once and in the form that is looked up', () => {
  expect(new Set(common).size).toBe(3_000);
  expect(common.filter((word) => word.normalize('NFKC').trim().toLowerCase() !== word)).toEqual([]);
  expect(common.filter((word) => [...word].length >= 8).length).toBeGreaterThan(2_500);
});

test('an initial password opens the change of itself and nothing else', async () => {
  const { password: first, until } = await reset(people.reader.id);
  expect(until).toBe('2030-01-05T03:04:05.000Z');
  expect(await opens('reader', password)).toBe(false);
  const who = await signIn(server, { username: 'reader', password: first });
  expect((await server.ok(check, who, {})).mustChangePassword).toBe(true);
  for (const call of [deviceCalls.list, authCalls.socketTicket, sessionCalls.list]) {
    expect((await server.send(call, who, {})).msg).toBe(errors.mustChangePassword.texts.en);
  }
  expect((await server.app.inject({ url: `/service/ws/${who.token}` })).statusCode).toBe(401);
  expect(marked(await change(who, first, first))).toEqual({ password: 'UNCHANGED' });
  expect((await change(who, 'wrong mule torch', first)).code).toBe(200);
  const free = await signIn(server, { username: 'reader', password: 'wrong mule torch' });
  expect((await server.ok(check, free, {})).mustChangePassword).toBe(false);
  await server.ok(deviceCalls.list, free, {});
  await server.ok(logout, free, {});
});

test('an initial password lasts 72 hours, and then says so, signed in or not', async () => {
  const { password: first } = await reset(people.reader.id);
  const who = await signIn(server, { username: 'reader', password: first });
  for (let i = 0; i < 7; i++) {
    server.clock.advance(10 * hour);
    await server.ok(check, who, {});
  }
  server.clock.advance(2 * hour);
  expect((await change(who, 'wrong mule torch', first)).msg).toBe(errors.initialPasswordExpired.texts.en);
  const late = await logIn(server, { username: 'reader', password: first });
  expect(late.msg).toBe(errors.initialPasswordExpired.texts.en);
  const wrong = await logIn(server, { username: 'reader', password: 'not this one' });
  expect(wrong.msg).toBe(errors.wrongCredentials.texts.en);
});

test('initial passwords are random, at least 60 bits, and readable; INITIAL_PASSWORD replaces them', () => {
  const made = Array.from({ length: 200 }, newInitialPassword);
  expect(new Set(made).size).toBe(200);
  expect(made.filter((one) => !/^([a-hj-km-np-z2-9]{5}-){2}[a-hj-km-np-z2-9]{5}$/.test(one))).toEqual([]);
  expect(15 * Math.log2(new Set(made.join('').replaceAll('-', '')).size)).toBeGreaterThan(60);
  configureInitialPassword('first day at work');
  expect(newInitialPassword()).toBe('first day at work');
});

test('who has a session cannot find the original out by trying', async () => {
  const who = await signIn(server, { username: 'staff' });
  const answers = [];
  for (let i = 0; i < 20; i++) answers.push(await change(who, 'wrong mule torch', `guess number ${i}`));
  expect(answers.filter(({ code }) => code === errors.invalid.code).length).toBeLessThan(10);
  expect((await change(who, 'wrong mule torch')).code).toBe(errors.waitToSignIn.code);
  server.clock.advance(hour);
  expect((await change(who, 'wrong mule torch')).code).toBe(200);
});

test('what is kept of a repeated call cannot be used to try passwords', async () => {
  const who = await signIn(server, { username: 'reader' });
  await server.send(
    changePassword,
    who,
    { originPassword: 'x1', password: 'wrong mule torch', userId: who.id },
    {
      headers: { 'idempotency-key': 'a key of the console' },
    },
  );
  const everything = await server.asOwner(
    (sql) => sql`select string_agg(k::text, '') as text from idempotency_keys k`,
  );
  expect(String(everything[0]?.text)).not.toContain('mule');
});

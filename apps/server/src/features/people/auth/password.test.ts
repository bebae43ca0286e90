import { authCalls, deviceCalls, errors, sessionCalls, type FieldErrors } from '@sweepline/contract';
import common from '@sweepline/contract/common-passwords' with { type: 'json' };
import { beforeEach, expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, logIn, password, people, signIn, type Person } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { configureInitialPassword, newInitialPassword, setInitialPassword } from './password-service.ts';

const { changePassword, check, logout } = authCalls;
const hour = 3_600_000;
const server = ownTestServer();
beforeEach(async () => {
  configureInitialPassword(undefined);
  await server.asOwner((sql) => sql`delete from sessions`);
});

const change = (who: Person, newPassword: string, originPassword = password, userId = who.id) =>
  server.send(changePassword, who, { originPassword, password: newPassword, userId });

/** The refused fields with their reasons. */
const refusedFields = ({ code, data }: { code: number; data: unknown }) => {
  expect(code).toBe(errors.invalid.code);
  return Object.fromEntries(
    Object.entries((data as FieldErrors).reasons).map(([field, { code }]) => [field, code]),
  );
};
const canSignIn = async (username: string, secret: string) =>
  (await logIn(server, { username, password: secret })).code === 200;

const reset = (accountId: string) =>
  inScope(server.db, [companyIds.mall], (tx) =>
    setInitialPassword(tx, server.clock, { username: 'test', resetterIds: [] }, accountId),
  );

test('a changed password signs in, the old one does not, and all sessions end', async () => {
  const who = await signIn(server, { username: 'reader' });
  expect((await change(who, 'wrong mule torch')).code).toBe(200);
  const { code, msg } = await server.send(check, who, {});
  expect([code, msg]).toEqual([errors.signedOut.code, errors.endedByPasswordChange.texts.en]);
  expect(await canSignIn('reader', password)).toBe(false);
  expect(await canSignIn('reader', 'wrong mule torch')).toBe(true);
});

test('a change is in the history, and the account stores its time', async () => {
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

test('a change requires the right original password and the own account', async () => {
  const who = await signIn(server, { username: 'reader' });
  expect(refusedFields(await change(who, 'wrong mule torch', 'not this one'))).toEqual({
    originPassword: 'PASSWORD_WRONG',
  });
  const another = await change(who, 'wrong mule torch', password, people.mallAdmin.id);
  expect(another.code).toBe(errors.notFound.code);
  expect((await server.send(check, who, {})).code).toBe(200);
});

test.each([
  ['seven letters', 'sevenle', 'PASSWORD_TOO_SHORT'],
  ['seven letters of two code points each, decomposed', 'é'.normalize('NFD').repeat(7), 'PASSWORD_TOO_SHORT'],
  ['seven emoji of two code units each', '🙂'.repeat(7), 'PASSWORD_TOO_SHORT'],
  ['129 characters', '字'.repeat(129), 'PASSWORD_TOO_LONG'],
  ['the original', password, 'PASSWORD_UNCHANGED'],
  ['a common one', 'password1', 'PASSWORD_COMMON'],
  ['a common one in capitals', 'PassWord1', 'PASSWORD_COMMON'],
  ['a common one in full width', 'ｐａｓｓｗｏｒｄ１', 'PASSWORD_COMMON'],
])('%s is refused', async (_what, newPassword, reason) => {
  const who = await signIn(server, { username: 'reader' });
  expect(refusedFields(await change(who, newPassword))).toEqual({ password: reason });
});

test('the username and the installation’s initial password are refused as passwords', async () => {
  const who = await signIn(server, { username: 'superAdmin' });
  expect(refusedFields(await change(who, 'SuperAdmin'))).toEqual({ password: 'PASSWORD_ACCOUNT_NAME' });
  configureInitialPassword('first day at work');
  expect(refusedFields(await change(who, 'first day at work'))).toEqual({ password: 'PASSWORD_INITIAL' });
});

test.each([
  ['eight characters', 'aZ3-kf9q'],
  ['128 characters beyond the first plane', '🧹'.repeat(128)],
  ['letters of any script, and spaces', ' пароль 密码 パス '],
])('%s are accepted and checked in full', async (_what, newPassword) => {
  const who = await signIn(server, { username: 'reader' });
  expect((await change(who, newPassword)).code).toBe(200);
  expect(await canSignIn('reader', newPassword)).toBe(true);
  expect(await canSignIn('reader', [...newPassword].slice(0, -1).join(''))).toBe(false);
});

test('a password in decomposed form equals its composed form', async () => {
  const who = await signIn(server, { username: 'reader' });
  expect((await change(who, 'Straßenbahnhöfe'.normalize('NFD'))).code).toBe(200);
  expect(await canSignIn('reader', 'Straßenbahnhöfe'.normalize('NFC'))).toBe(true);
});

test('the list has three thousand distinct common passwords in their normalised form', () => {
  expect(new Set(common).size).toBe(3_000);
  expect(common.filter((word) => word.normalize('NFKC').trim().toLowerCase() !== word)).toEqual([]);
  expect(common.filter((word) => [...word].length >= 8).length).toBeGreaterThan(2_500);
});

test('an initial password allows only its change', async () => {
  const { password: initial, until } = await reset(people.reader.id);
  expect(until).toBe('2030-01-05T03:04:05.000Z');
  expect(await canSignIn('reader', password)).toBe(false);
  const who = await signIn(server, { username: 'reader', password: initial });
  expect((await server.ok(check, who, {})).mustChangePassword).toBe(true);
  for (const call of [deviceCalls.list, authCalls.socketTicket, sessionCalls.list]) {
    expect((await server.send(call, who, {})).msg).toBe(errors.mustChangePassword.texts.en);
  }
  expect((await server.app.inject({ url: `/service/ws/${who.token}` })).statusCode).toBe(401);
  expect(refusedFields(await change(who, initial, initial))).toEqual({ password: 'PASSWORD_UNCHANGED' });
  expect((await change(who, 'wrong mule torch', initial)).code).toBe(200);
  const renewed = await signIn(server, { username: 'reader', password: 'wrong mule torch' });
  expect((await server.ok(check, renewed, {})).mustChangePassword).toBe(false);
  await server.ok(deviceCalls.list, renewed, {});
  await server.ok(logout, renewed, {});
});

test('an initial password expires after 72 hours, at sign-in and within a session', async () => {
  const { password: initial } = await reset(people.reader.id);
  const who = await signIn(server, { username: 'reader', password: initial });
  for (let i = 0; i < 7; i++) {
    server.clock.advance(10 * hour);
    await server.ok(check, who, {});
  }
  server.clock.advance(2 * hour);
  expect((await change(who, 'wrong mule torch', initial)).msg).toBe(errors.initialPasswordExpired.texts.en);
  const late = await logIn(server, { username: 'reader', password: initial });
  expect(late.msg).toBe(errors.initialPasswordExpired.texts.en);
  const wrong = await logIn(server, { username: 'reader', password: 'not this one' });
  expect(wrong.msg).toBe(errors.wrongCredentials.texts.en);
});

test('initial passwords are random with at least 60 bits and readable; INITIAL_PASSWORD replaces them', () => {
  const passwords = Array.from({ length: 200 }, newInitialPassword);
  expect(new Set(passwords).size).toBe(200);
  expect(passwords.filter((text) => !/^([a-hj-km-np-z2-9]{5}-){2}[a-hj-km-np-z2-9]{5}$/.test(text))).toEqual(
    [],
  );
  expect(15 * Math.log2(new Set(passwords.join('').replaceAll('-', '')).size)).toBeGreaterThan(60);
  configureInitialPassword('first day at work');
  expect(newInitialPassword()).toBe('first day at work');
});

test('guessing the original password within a session is rate-limited', async () => {
  const who = await signIn(server, { username: 'staff' });
  const answers = [];
  for (let i = 0; i < 20; i++) answers.push(await change(who, 'wrong mule torch', `guess number ${i}`));
  expect(answers.filter(({ code }) => code === errors.invalid.code).length).toBeLessThan(10);
  expect((await change(who, 'wrong mule torch')).code).toBe(errors.waitToSignIn.code);
  server.clock.advance(hour);
  expect((await change(who, 'wrong mule torch')).code).toBe(200);
});

test('the stored result of a repeated call contains no password', async () => {
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

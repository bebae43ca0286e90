import { authCalls, errors, sessionCalls, systemLogCalls, type ConfirmNeeded } from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, logIn, people, signIn } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { signOutEverywhere, type SignOutCause } from './session-service.ts';

const { check, confirm } = authCalls;
const hour = 3_600_000;
const server = ownTestServer();
beforeEach(async () => {
  await server.asOwner((sql) => sql`delete from sessions`);
});

const codeOf = async (token: string) => (await server.send(check, { ...people.reader, token }, {})).code;
const confirmLogin = (confirmToken: string) => server.send(confirm, undefined, { confirmToken });

async function secondLogin(username = 'reader'): Promise<ConfirmNeeded> {
  const { data } = await logIn(server, { username, agent: 'second browser', address: '192.0.2.9' });
  if (!('needConfirm' in data)) throw new Error('the account has no other session');
  return data;
}

test('a login during a live session returns needConfirm with its time and address, and ends nothing', async () => {
  const first = await signIn(server, { username: 'reader', agent: 'first browser', address: '192.0.2.1' });
  server.clock.advance(90_000);
  expect(await codeOf(first.token)).toBe(200);
  const question = await secondLogin();
  expect(question).toMatchObject({
    needConfirm: true,
    since: '2030-01-02T03:04:05.000Z',
    address: '192.0.2.1',
    agent: 'first browser',
  });
  expect(JSON.stringify(question)).not.toContain(first.token);
  expect(await codeOf(first.token)).toBe(200);
});

test('the first step of a confirmed sign-in is in the log with its account and its own text', async () => {
  await signIn(server, { username: 'reader' });
  await secondLogin();
  const staff = await signIn(server, { username: 'staff' });
  const { list } = await server.ok(systemLogCalls.list, staff, {});
  expect(list.map(({ action }) => action)).toEqual([
    'Signed in',
    'Entered the password while another session is open',
    'Signed in',
  ]);
  expect(list[1]).toMatchObject({
    account: { username: 'reader' },
  });
});

test('a confirmation opens the new session and ends the old one with KICKED', async () => {
  const first = await signIn(server, { username: 'reader' });
  const { code, data } = await confirmLogin((await secondLogin()).confirmToken);
  expect(code).toBe(200);
  expect(await codeOf(data.session)).toBe(200);
  const { code: old, msg } = await server.send(check, first, {});
  expect([old, msg]).toEqual([errors.kicked.code, errors.kicked.texts.en]);
});

test('of two confirmations with one token one succeeds', async () => {
  await signIn(server, { username: 'reader' });
  const { confirmToken } = await secondLogin();
  const both = await Promise.all([confirmLogin(confirmToken), confirmLogin(confirmToken)]);
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([200, errors.confirmExpired.code]));
  expect((await confirmLogin(confirmToken)).msg).toBe(errors.confirmExpired.texts.en);
});

test('several confirm tokens are valid; the last confirmation leaves one live session', async () => {
  await signIn(server, { username: 'reader' });
  const [earlier, later] = [await secondLogin(), await secondLogin()];
  const first = (await confirmLogin(earlier.confirmToken)).data.session;
  const second = (await confirmLogin(later.confirmToken)).data.session;
  expect([await codeOf(first), await codeOf(second)]).toEqual([errors.kicked.code, 200]);
});

test('a confirm token expires after a minute, and an unknown token is refused', async () => {
  const first = await signIn(server, { username: 'reader' });
  const { confirmToken } = await secondLogin();
  server.clock.advance(60_000);
  expect((await confirmLogin(confirmToken)).msg).toBe(errors.confirmExpired.texts.en);
  expect((await confirmLogin('x'.repeat(43))).msg).toBe(errors.confirmExpired.texts.en);
  expect(await codeOf(first.token)).toBe(200);
});

test('of concurrent logins one opens a session and the others get needConfirm', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => logIn(server, { username: 'reader' })));
  expect(all.map(({ code }) => code)).toEqual(Array(5).fill(200));
  expect(all.filter(({ data }) => 'needConfirm' in data)).toHaveLength(4);
});

test('an idle or week-old session does not require a confirmation', async () => {
  const idle = await signIn(server, { username: 'reader' });
  server.clock.advance(12 * hour + 1);
  expect((await logIn(server, { username: 'reader' })).data).not.toHaveProperty('needConfirm');
  expect(await codeOf(idle.token)).toBe(errors.signedOut.code);

  const old = await signIn(server, { username: 'reader' });
  for (let day = 0; day < 14; day++) {
    server.clock.advance(12 * hour);
    if (day < 13) expect(await codeOf(old.token)).toBe(200);
  }
  server.clock.advance(1);
  expect((await logIn(server, { username: 'reader' })).data).not.toHaveProperty('needConfirm');
});

test('a view by an administrator does not require a confirmation', async () => {
  const view = {
    companyId: companyIds.provider,
    accountId: people.superAdmin.id,
    viewedId: people.reader.id,
  };
  await server.asOwner(
    (sql) => sql`
      insert into sessions ${sql({ id: people.bare.id, company_id: view.companyId, account_id: view.accountId, viewed_id: view.viewedId, token_hash: 'x', created_at: server.clock().toISOString(), last_seen_at: server.clock().toISOString(), address: '::1' })}`,
  );
  expect((await logIn(server, { username: 'superAdmin' })).data).not.toHaveProperty('needConfirm');
  expect((await logIn(server, { username: 'reader' })).data).not.toHaveProperty('needConfirm');
});

test.each<[SignOutCause, keyof typeof errors]>([
  ['DISABLED', 'endedByDisabling'],
  ['FROZEN', 'endedByFreezing'],
  ['RESET', 'endedByReset'],
  ['PASSWORD', 'endedByPasswordChange'],
])(
  'signing out everywhere (%s) ends the session and its confirm tokens, with the reason',
  async (because, reason) => {
    const who = await signIn(server, { username: 'reader' });
    const bystander = await signIn(server, { username: 'mallAdmin' });
    const { confirmToken } = await secondLogin();
    await inScope(server.db, [companyIds.mall], (tx) =>
      signOutEverywhere(tx, server.bus, server.clock, [people.reader.id], because),
    );
    const { code, msg } = await server.send(check, who, {});
    expect([code, msg]).toEqual([errors.signedOut.code, errors[reason].texts.en]);
    expect((await confirmLogin(confirmToken)).msg).toBe(errors.confirmExpired.texts.en);
    expect((await server.send(check, bystander, {})).code).toBe(200);
  },
);

test('a disabled account and a company frozen directly or above cannot sign in, confirm or continue', async () => {
  const who = await signIn(server, { username: 'reader' });
  const { confirmToken } = await secondLogin();
  await server.asOwner((sql) => sql`update companies set frozen_at = now() where id = ${companyIds.agent}`);
  server.clock.advance(11_000);
  expect((await server.send(check, who, {})).msg).toBe(errors.endedByFreezing.texts.en);
  expect((await confirmLogin(confirmToken)).msg).toBe(errors.companyFrozen.texts.en);
  expect((await logIn(server, { username: 'reader' })).msg).toBe(errors.companyFrozen.texts.en);
  expect((await logIn(server, { username: 'otherAdmin' })).code).toBe(200);

  await server.asOwner((sql) => sql`update companies set frozen_at = null`);
  await server.asOwner((sql) => sql`update accounts set disabled = true where id = ${people.reader.id}`);
  server.clock.advance(11_000);
  expect((await server.send(check, who, {})).msg).toBe(errors.endedByDisabling.texts.en);
  expect((await logIn(server, { username: 'reader' })).msg).toBe(errors.accountDisabled.texts.en);
  // With a wrong password the answer does not disclose the state of the account.
  const wrong = await logIn(server, { username: 'reader', password: 'not this one' });
  expect(wrong.msg).toBe(errors.wrongCredentials.texts.en);
});

test('a confirm token is invalid after a change of the password', async () => {
  await signIn(server, { username: 'reader' });
  const { confirmToken } = await secondLogin();
  const { token } = await signIn(server, { username: 'reader' });
  const who = { ...people.reader, token };
  const change = { originPassword: 'right horse battery', password: 'wrong mule torch', userId: who.id };
  await server.ok(authCalls.changePassword, who, change);
  expect((await confirmLogin(confirmToken)).msg).toBe(errors.confirmExpired.texts.en);
});

test('an ended session is not listed, and its end is in the history of its account', async () => {
  await signIn(server, { username: 'reader', agent: 'first browser' });
  const { token } = await signIn(server, { username: 'reader', agent: 'second browser' });
  const who = { ...people.reader, token };
  const { list } = await server.ok(sessionCalls.list, who, {});
  expect(list.map(({ current }) => current)).toEqual([true]);
  const { list: history } = await server.ok(sessionCalls.history, who, { kind: ['KICKED', 'SIGNED_IN'] });
  expect(history.map(({ kind }) => kind).toSorted()).toEqual(['KICKED', 'SIGNED_IN', 'SIGNED_IN']);
  expect(history.find(({ kind }) => kind === 'KICKED')?.agent).toBe('first browser');
});

import { authCalls, errors, sessionCalls, type ConfirmNeeded } from '@sweepline/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { companyIds, logIn, people, signIn, startServer, type TestServer } from '../../test-kit/index.ts';
import { signOutEverywhere, type SignOutCause } from './session-service.ts';

const { check, confirm } = authCalls;
const hour = 3_600_000;
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.reset();
  await server.asOwner((sql) => sql`delete from sessions`);
});
afterAll(() => server.stop());

const codeOf = async (token: string) => (await server.send(check, { ...people.reader, token }, {})).code;
const confirmed = (confirmToken: string) => server.send(confirm, undefined, { confirmToken });

async function asked(username = 'reader'): Promise<ConfirmNeeded> {
  const { data } = await logIn(server, { username, agent: 'second browser', address: '192.0.2.9' });
  if (!('needConfirm' in data)) throw new Error('nobody else was signed in');
  return data;
}

test('a login while another session is live asks first, says since when and where, and ends nothing', async () => {
  const first = await signIn(server, { username: 'reader', agent: 'first browser', address: '192.0.2.1' });
  server.clock.advance(90_000);
  expect(await codeOf(first.token)).toBe(200);
  const question = await asked();
  expect(question).toMatchObject({
    needConfirm: true,
    since: '2030-01-02T03:04:05.000Z',
    address: '192.0.2.1',
    agent: 'first browser',
  });
  expect(JSON.stringify(question)).not.toContain(first.token);
  expect(await codeOf(first.token)).toBe(200);
});

test('the word to go on opens the new session and kicks the old one, which is told so', async () => {
  const first = await signIn(server, { username: 'reader' });
  const { code, data } = await confirmed((await asked()).confirmToken);
  expect(code).toBe(200);
  expect(await codeOf(data.session)).toBe(200);
  const { code: old, msg } = await server.send(check, first, {});
  expect([old, msg]).toEqual([errors.kicked.code, errors.kicked.texts.en]);
});

test('of two words with one token one wins', async () => {
  await signIn(server, { username: 'reader' });
  const { confirmToken } = await asked();
  const both = await Promise.all([confirmed(confirmToken), confirmed(confirmToken)]);
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([200, errors.confirmExpired.code]));
  expect((await confirmed(confirmToken)).msg).toBe(errors.confirmExpired.texts.en);
});

test('of several questions each is good, the last word wins, and one session is live', async () => {
  await signIn(server, { username: 'reader' });
  const [one, other] = [await asked(), await asked()];
  const first = (await confirmed(one.confirmToken)).data.session;
  const second = (await confirmed(other.confirmToken)).data.session;
  expect([await codeOf(first), await codeOf(second)]).toEqual([errors.kicked.code, 200]);
});

test('the token to go on is good for a minute, and what nobody asked is refused', async () => {
  const first = await signIn(server, { username: 'reader' });
  const { confirmToken } = await asked();
  server.clock.advance(60_000);
  expect((await confirmed(confirmToken)).msg).toBe(errors.confirmExpired.texts.en);
  expect((await confirmed('x'.repeat(43))).msg).toBe(errors.confirmExpired.texts.en);
  expect(await codeOf(first.token)).toBe(200);
});

test('of many logins at once one opens a session and the others are asked', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => logIn(server, { username: 'reader' })));
  expect(all.map(({ code }) => code)).toEqual(Array(5).fill(200));
  expect(all.filter(({ data }) => 'needConfirm' in data)).toHaveLength(4);
});

test('a session that idled out, or is a week old, is in nobody’s way', async () => {
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

test('an administrator who looks through these eyes is in nobody’s way', async () => {
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
  'signing out everywhere (%s) ends the session, what waits to be confirmed, and says why',
  async (because, reason) => {
    const who = await signIn(server, { username: 'reader' });
    const bystander = await signIn(server, { username: 'mallAdmin' });
    const { confirmToken } = await asked();
    await inScope(server.db, [companyIds.mall], (tx) =>
      signOutEverywhere(tx, server.bus, server.clock, [people.reader.id], because),
    );
    const { code, msg } = await server.send(check, who, {});
    expect([code, msg]).toEqual([errors.signedOut.code, errors[reason].texts.en]);
    expect((await confirmed(confirmToken)).msg).toBe(errors.confirmExpired.texts.en);
    expect((await server.send(check, bystander, {})).code).toBe(200);
  },
);

test('nobody of a disabled account or a frozen company signs in, confirms or goes on, and frozen is who stands below', async () => {
  const who = await signIn(server, { username: 'reader' });
  const { confirmToken } = await asked();
  await server.asOwner((sql) => sql`update companies set frozen_at = now() where id = ${companyIds.agent}`);
  server.clock.advance(11_000);
  expect((await server.send(check, who, {})).msg).toBe(errors.endedByFreezing.texts.en);
  expect((await confirmed(confirmToken)).msg).toBe(errors.companyFrozen.texts.en);
  expect((await logIn(server, { username: 'reader' })).msg).toBe(errors.companyFrozen.texts.en);
  expect((await logIn(server, { username: 'otherAdmin' })).code).toBe(200);

  await server.asOwner((sql) => sql`update companies set frozen_at = null`);
  await server.asOwner((sql) => sql`update accounts set disabled = true where id = ${people.reader.id}`);
  server.clock.advance(11_000);
  expect((await server.send(check, who, {})).msg).toBe(errors.endedByDisabling.texts.en);
  expect((await logIn(server, { username: 'reader' })).msg).toBe(errors.accountDisabled.texts.en);
  // Whoever does not know the password learns nothing of it.
  const wrong = await logIn(server, { username: 'reader', password: 'not this one' });
  expect(wrong.msg).toBe(errors.wrongCredentials.texts.en);
});

test('a password that was replaced between question and word opens nothing', async () => {
  await signIn(server, { username: 'reader' });
  const { confirmToken } = await asked();
  const { token } = await signIn(server, { username: 'reader' });
  const who = { ...people.reader, token };
  const change = { originPassword: 'right horse battery', password: 'wrong mule torch', userId: who.id };
  await server.ok(authCalls.changePassword, who, change);
  expect((await confirmed(confirmToken)).msg).toBe(errors.confirmExpired.texts.en);
});

test('ended sessions are in no list, and their end is in the history of whose they were', async () => {
  await signIn(server, { username: 'reader', agent: 'first browser' });
  const { token } = await signIn(server, { username: 'reader', agent: 'second browser' });
  const who = { ...people.reader, token };
  const { list } = await server.ok(sessionCalls.list, who, {});
  expect(list.map(({ current }) => current)).toEqual([true]);
  const { list: history } = await server.ok(sessionCalls.history, who, { kind: ['KICKED', 'SIGNED_IN'] });
  expect(history.map(({ kind }) => kind).toSorted()).toEqual(['KICKED', 'SIGNED_IN', 'SIGNED_IN']);
  expect(history.find(({ kind }) => kind === 'KICKED')?.agent).toBe('first browser');
});

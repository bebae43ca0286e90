import {
  accountCalls,
  authCalls,
  errors,
  everything,
  invitationCalls,
  permissions,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people, type Person, type TestServer } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { takeLetters } from './outbox-service.ts';

const { list, add, link, resend, revoke, look, accept } = invitationCalls;
const server = ownTestServer();

const { provider, mall, other } = companyIds;
const dayMs = 24 * 3_600_000;
const ownPassword = 'a broom of one’s own';
let roleCount = 0;
const roleOf = async (companyId: string = mall) =>
  (await server.aRole({ companyId, name: `Cleaner ${++roleCount}`, permissions: [permissions.deviceList] }))
    .id;
/** An administrator with a new session, for tests that advance the clock. */
const lateAdmin = () => server.anAccount({ roleType: 2, permissionCodes: [everything] });
const invite = async (who: Person = people.mallAdmin, input: object = {}) =>
  await server.ok(add, who, { companyId: mall, email: 'li@mall.example', roleId: await roleOf(), ...input });
const answer = (token: string, input: object = {}) =>
  server.send(accept, undefined, {
    token,
    username: 'li.wei',
    nickname: 'Li Wei',
    password: ownPassword,
    ...input,
  });
const lookAt = (token: string) => server.send(look, undefined, { token });
const gone = { code: errors.invitationGone.code, msg: errors.invitationGone.texts.en };

test('an invitation shows its inviter and company, and accepting it creates the account with its role', async () => {
  const { id, token, expiresAt } = await invite(people.mallAdmin, { roleType: 2 });
  expect(expiresAt).toBe('2030-01-09T03:04:05.000Z');
  expect((await lookAt(token)).data).toEqual({
    invitedBy: 'Nick mallAdmin',
    companyName: 'Mall',
    email: 'li@mall.example',
    expiresAt,
  });
  expect((await answer(token)).data).toEqual({ id, username: 'li.wei' });
  const { data } = await server.send(authCalls.login, undefined, {
    username: 'li.wei',
    password: ownPassword,
  });
  expect(data).toMatchObject({ roleType: 2, companyId: mall, mustChangePassword: false });
  const [row] = (await server.ok(list, people.mallAdmin, {})).list;
  expect(row).toMatchObject({
    id,
    state: 'ACCEPTED',
    usable: false,
    roleName: expect.stringMatching('Cleaner'),
    accountId: expect.any(String),
  });
  const detail = await server.ok(accountCalls.detail, people.mallAdmin, { id: row!.accountId! });
  expect(detail.account).toMatchObject({ email: 'li@mall.example', roleName: row!.roleName });
});

test('a token has 256 bits, and the database stores neither tokens nor passwords', async () => {
  const { token } = await invite();
  expect(Buffer.from(token.replace('inv_', ''), 'base64url')).toHaveLength(32);
  const second = await server.ok(link, people.mallAdmin, { id: (await invite()).id });
  await lookAt(token);
  await answer(token);
  await answer(token);
  const rows = await server.asOwner(async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;
    return await sql.unsafe(
      tables.map(({ name }) => `select t::text as text from ${name} t`).join(' union all '),
    );
  });
  const stored = rows.map(({ text }) => text).join('\n');
  expect(stored).toContain('service/invitation/accept');
  for (const secret of [token, second.token, ownPassword]) expect(stored).not.toContain(secret);
});

test('an invitation is accepted once when several callers accept it at once', async () => {
  const { token } = await invite();
  const all = await Promise.all(
    Array.from({ length: 5 }, (_, n) => answer(token, { username: `guest.${n}` })),
  );
  expect(all.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(all.filter(({ msg }) => msg === gone.msg)).toHaveLength(4);
  const accounts = await server.asOwner((sql) => sql`select 1 from accounts where username like 'guest.%'`);
  expect(accounts).toHaveLength(1);
  expect(await lookAt(token)).toMatchObject(gone);
});

test('an expired, a revoked and an unknown token get the same refusal', async () => {
  const [late, revoked] = [await invite(), await invite()];
  await server.ok(revoke, people.mallAdmin, { id: revoked.id });
  const { requestId: _a, ...ofRevoked } = await answer(revoked.token);
  const { requestId: _b, ...ofNothing } = await answer('inv_nothing');
  expect(ofRevoked).toMatchObject(gone);
  expect(ofNothing).toEqual(ofRevoked);
  server.clock.advance(7 * dayMs);
  expect(await lookAt(late.token)).toMatchObject(gone);
  expect(await answer(late.token)).toMatchObject(gone);
});

test('resending extends an invitation by seven days, and its old links work again', async () => {
  const { id, token } = await invite();
  server.clock.advance(8 * dayMs);
  expect(await lookAt(token)).toMatchObject(gone);
  const admin = await lateAdmin();
  await server.ok(resend, admin, { id, lang: 'ge' });
  server.clock.advance(6 * dayMs);
  expect((await lookAt(token)).code).toBe(200);
  const letters = await inScope(server.db, '*', (tx) => takeLetters(tx, server.clock, 10));
  expect(letters.map(({ to, lang }) => [to, lang])).toEqual([
    ['li@mall.example', 'en'],
    ['li@mall.example', 'ge'],
  ]);
  expect(await inScope(server.db, '*', (tx) => takeLetters(tx, server.clock, 10))).toEqual([]);
});

test('a letter waits for the next sender when a sender fails', async () => {
  await invite();
  const failing = inScope(server.db, '*', async (tx) => {
    expect(await takeLetters(tx, server.clock, 10)).toHaveLength(1);
    throw new Error('no line to the mail server');
  });
  await expect(failing).rejects.toThrow('no line');
  // The failed transaction may still lock the letter, and senders skip locked letters.
  const again = () => inScope(server.db, '*', async (tx) => (await takeLetters(tx, server.clock, 10)).length);
  await expect.poll(again).toBe(1);
});

test('accepting is refused when name or password break the rules of accounts', async () => {
  const { token } = await invite();
  const wrong = async (input: object) => (await answer(token, input)).data;
  expect(await wrong({ username: 'abcde' })).toMatchObject({ fields: { username: expect.any(String) } });
  expect(await wrong({ password: 'short' })).toMatchObject({
    reasons: { password: { code: 'PASSWORD_TOO_SHORT' } },
  });
  expect(await wrong({ password: 'li.wei.li.wei', username: 'li.wei.li.wei' })).toMatchObject({
    reasons: { password: { code: 'PASSWORD_ACCOUNT_NAME' } },
  });
  expect(await answer(token, { username: 'SuperADMIN' })).toMatchObject({
    code: errors.nameTaken.code,
    data: { fields: { username: errors.nameTaken.texts.en } },
  });
  expect((await answer(token, { username: ' ｌｉ.wei ' })).data).toMatchObject({ username: 'li.wei' });
});

test('an invitation is refused when it grants more rights than the inviter has, or a role of another company', async () => {
  const maker = await server.anAccount({
    permissionCodes: [permissions.outerAccountCreate, permissions.deviceList],
  });
  const strong = await server.aRole({ companyId: mall, name: 'Strong', permissions: [permissions.taskList] });
  const input = { companyId: mall, email: 'li@mall.example', roleId: strong.id };
  expect(await server.send(add, maker, input)).toMatchObject({ msg: errors.moreRights.texts.en });
  const cleaner = { ...input, roleId: await roleOf() };
  expect(await server.send(add, maker, { ...cleaner, roleType: 2 })).toMatchObject({
    msg: errors.moreRights.texts.en,
  });
  expect((await server.send(add, maker, { ...input, roleId: await roleOf(other) })).data).toMatchObject({
    fields: { roleId: expect.any(String) },
  });
  expect((await server.send(add, maker, { ...cleaner, email: 'nobody' })).data).toMatchObject({
    fields: { email: expect.any(String) },
  });
  expect((await server.send(add, maker, { ...cleaner, companyId: provider })).code).toBe(
    errors.notFound.code,
  );
  expect((await server.send(add, maker, cleaner)).code).toBe(200);
});

test('an invitation becomes unusable when its inviter, the inviter’s rights, its company or its role is lost', async () => {
  const granted = [permissions.outerAccountCreate, permissions.outerAccounts, permissions.deviceList];
  const falls = {
    'the inviter is disabled': (sql, { who }) =>
      sql`update accounts set disabled = true where id = ${who.id}`,
    'the inviter is deleted': (sql, { who }) => sql`delete from accounts where id = ${who.id}`,
    'the inviter may not invite any more': (sql, { who }) =>
      sql`update roles set permissions = ${[permissions.deviceList]} where id = ${who.roleId}`,
    'the role grants more than the inviter has': (sql, { roleId }) =>
      sql`update roles set permissions = ${[permissions.deviceList, permissions.taskList]} where id = ${roleId}`,
    'the role is deleted': (sql, { roleId }) => sql`delete from roles where id = ${roleId}`,
    'the company is frozen': (sql) => sql`update companies set frozen_at = now() where id = ${mall}`,
    'the company above is frozen': (sql) =>
      sql`update companies set frozen_at = now() where id = ${companyIds.agent}`,
  } satisfies Record<
    string,
    (
      sql: Parameters<Parameters<TestServer['asOwner']>[0]>[0],
      invitation: { who: Person & { roleId: string | null }; roleId: string },
    ) => PromiseLike<unknown>
  >;
  for (const [what, happens] of Object.entries(falls)) {
    await server.reset();
    const who = await server.anAccount({ permissionCodes: granted });
    const roleId = await roleOf();
    const { token } = await invite(who, { roleId });
    expect((await lookAt(token)).code, what).toBe(200);
    await server.asOwner(async (sql) => void (await happens(sql, { who, roleId })));
    expect(await lookAt(token), what).toMatchObject(gone);
    expect(await answer(token), what).toMatchObject(gone);
    const [row] = (await server.ok(list, people.superAdmin, {})).list;
    expect(row, what).toMatchObject({ state: 'OPEN', usable: false });
  }
});

test('the list gives the state of invitations to callers that may invite into the company', async () => {
  const open = await invite();
  const revoked = await invite(people.agentAdmin, { email: 'second@mall.example' });
  await server.ok(revoke, people.mallAdmin, { id: revoked.id });
  await server.anInvitation({ companyId: other });
  const ids = async (who: Person, input: object = {}) =>
    (await server.ok(list, who, input)).list.map(({ id }) => id);
  expect((await ids(people.mallAdmin)).toSorted()).toEqual([open.id, revoked.id].toSorted());
  expect(await ids(people.mallAdmin, { state: 'OPEN' })).toEqual([open.id]);
  expect(await ids(people.mallAdmin, { state: 'REVOKED' })).toEqual([revoked.id]);
  expect(await ids(people.mallAdmin, { keyword: 'SECOND@' })).toEqual([revoked.id]);
  expect(await ids(people.superAdmin, { side: 'OUTER' })).toHaveLength(3);
  expect(await ids(people.superAdmin, { side: 'INTERNAL' })).toEqual([]);
  expect(await ids(people.mallAdmin, { state: 'EXPIRED' })).toEqual([]);
  server.clock.advance(7 * dayMs);
  expect(await ids(await lateAdmin(), { state: 'EXPIRED' })).toEqual([open.id]);
  expect(await ids(await lateAdmin(), { state: 'OPEN' })).toEqual([]);
});

test('an accepted or revoked invitation is not resent, and an accepted one is not revoked', async () => {
  const [used, revoked] = [await invite(), await invite()];
  await answer(used.token);
  await server.ok(revoke, people.mallAdmin, { id: revoked.id });
  for (const { id } of [used, revoked]) {
    expect((await server.send(link, people.mallAdmin, { id })).code).toBe(errors.wrongState.code);
    expect((await server.send(resend, people.mallAdmin, { id })).code).toBe(errors.wrongState.code);
  }
  expect((await server.send(revoke, people.mallAdmin, { id: used.id })).code).toBe(errors.wrongState.code);
});

import { authCalls, errors, sessionCalls } from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds, logIn, people, signIn } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { deleteOldSessions } from './session-cleanup-service.ts';

const { list, history, end, endOthers } = sessionCalls;
const day = 86_400_000;
const server = ownTestServer();
beforeEach(async () => {
  await server.asOwner((sql) => sql`delete from sessions`);
});

/** A view of the reader's account by an administrator. */
async function aView(by = people.superAdmin) {
  const id = newId();
  const at = server.clock().toISOString();
  await server.asOwner(
    (sql) => sql`
      insert into sessions (id, company_id, account_id, viewed_id, token_hash, created_at, last_seen_at, address)
      values (${id}, ${by.companyId}, ${by.id}, ${people.reader.id}, ${id}, ${at}, ${at}, '::1')`,
  );
  return id;
}

test('the list has the own sessions with their origin and time, and marks the current one', async () => {
  const who = await signIn(server, { username: 'reader', address: '192.0.2.1', agent: 'Firefox on Linux' });
  server.clock.advance(120_000);
  const sessions = await server.ok(list, who, {});
  expect(sessions).toMatchObject({
    total: 1,
    list: [
      {
        current: true,
        viewing: null,
        address: '192.0.2.1',
        agent: 'Firefox on Linux',
        createdAt: '2030-01-02T03:04:05.000Z',
      },
    ],
  });
  expect(JSON.stringify(sessions)).not.toContain('oken');
});

test('a view is in the list of its viewer only', async () => {
  const admin = await signIn(server, { username: 'superAdmin' });
  const reader = await signIn(server, { username: 'reader' });
  await aView();
  const own = await server.ok(list, admin, {});
  expect(own.list.map(({ viewing }) => viewing).toSorted()).toEqual([null, 'reader'].toSorted());
  expect((await server.ok(list, reader, {})).total).toBe(1);
});

test('a user can end one or all others of the own sessions, and no session of another account', async () => {
  const admin = await signIn(server, { username: 'superAdmin' });
  const [first, second, others] = [await aView(), await aView(), await aView(people.mallAdmin)];
  await server.ok(end, admin, { id: first });
  expect((await server.send(end, admin, { id: first })).code).toBe(errors.notFound.code);
  expect((await server.send(end, admin, { id: others })).code).toBe(errors.notFound.code);
  expect(await server.ok(endOthers, admin, {})).toEqual({ ended: 1 });
  expect((await server.send(end, admin, { id: second })).code).toBe(errors.notFound.code);
  expect((await server.ok(list, admin, {})).list.map(({ current }) => current)).toEqual([true]);
});

test('a session that its owner ended is refused with that reason', async () => {
  const who = await signIn(server, { username: 'reader' });
  const [session] = (await server.ok(list, who, {})).list;
  await server.ok(end, who, { id: session?.id ?? '' });
  const { code, msg } = await server.send(authCalls.check, who, {});
  expect([code, msg]).toEqual([errors.signedOut.code, errors.endedByOwner.texts.en]);
});

test('expired sessions are not listed', async () => {
  const who = await signIn(server, { username: 'superAdmin' });
  await aView();
  for (let i = 0; i < 2; i++) {
    server.clock.advance(day / 2.5);
    await server.ok(list, who, {});
  }
  expect((await server.ok(list, who, {})).total).toBe(1);
});

test('the history has the own entries of half a year, newest first, filtered by kind', async () => {
  await signIn(server, { username: 'mallAdmin' });
  await signIn(server, { username: 'reader' });
  server.clock.advance(day);
  const who = await signIn(server, { username: 'reader' });
  const all = await server.ok(history, who, {});
  expect(all.list.map(({ kind, at }) => `${kind} ${at.slice(0, 10)}`)).toEqual([
    'SIGNED_IN 2030-01-03',
    'SIGNED_IN 2030-01-02',
  ]);
  expect((await server.ok(history, who, { kind: ['KICKED', 'FAILED'] })).total).toBe(0);
  server.clock.advance(180 * day - 1_000);
  const later = await signIn(server, { username: 'reader' });
  expect((await server.ok(history, later, {})).total).toBe(2);
});

test('a sign-in deletes history entries older than half a year, of all accounts', async () => {
  await signIn(server, { username: 'mallAdmin' });
  server.clock.advance(181 * day);
  await signIn(server, { username: 'reader' });
  const rows = await server.asOwner((sql) => sql`select account_id as id from sign_ins`);
  expect(rows.map(({ id }) => id)).toEqual([people.reader.id]);
});

test('sessions that expired a month ago are deleted, and later ones still refuse with their reason', async () => {
  await signIn(server, { username: 'mallAdmin' });
  const ended = await signIn(server, { username: 'reader' });
  await server.ok(authCalls.logout, ended, {});
  server.clock.advance(36 * day);
  const expired = await signIn(server, { username: 'reader' });
  server.clock.advance(2 * day);
  await deleteOldSessions(server.db, server.clock, { idleMs: day / 2, absoluteMs: 7 * day });
  const rows = await server.asOwner((sql) => sql`select distinct account_id as id from sessions`);
  expect(rows.map(({ id }) => id)).toEqual([people.reader.id]);
  expect((await server.send(authCalls.check, expired, {})).code).toBe(errors.signedOut.code);
  const history = await server.asOwner((sql) => sql`select 1 from sign_ins`);
  expect(history).toHaveLength(3);
});

test('the user agent is truncated to 300 characters', async () => {
  expect((await logIn(server, { username: 'reader', agent: 'x'.repeat(5_000) })).code).toBe(200);
  const [row] = await server.asOwner((sql) => sql`select max(length(agent))::int as n from sessions`);
  expect(row?.n).toBeLessThanOrEqual(300);
});

test('a history entry has the company of its account, for the RLS policy', async () => {
  await signIn(server, { username: 'reader' });
  const [row] = await server.asOwner((sql) => sql`select company_id as id from sign_ins limit 1`);
  expect(row?.id).toBe(companyIds.mall);
});

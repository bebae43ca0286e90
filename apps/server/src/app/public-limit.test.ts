import { allCalls, errors, urlOf } from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { publicLimitOptions } from '../platform/limits/public-limit.ts';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { password, people } from '../test-kit/index.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';

const publicWrites = {
  ...publicLimitOptions,
  maxPerAddress: 40,
  maxInAll: 60,
  alwaysPerAddress: 5,
  maxEntriesPerAddress: 3,
};
const server = sharedTestServer({ trustedProxies: 1 }, { requestLimits: { publicWrites } });
beforeEach(async () => {
  // The spans of the previous test have ended, and their counts are written.
  server.clock.advance(10 * publicWrites.spanMs);
});

const { unlinkByApp } = allCalls.chatUsers;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const visit = async (address: string, times: number) => {
  const answers = [];
  for (let n = 0; n < times; n++)
    answers.push(await server.answerOf(unlinkByApp, undefined, { hash: 'x' }, from(address)));
  return answers;
};
const audit = (network: string) =>
  server.asOwner(
    (sql) =>
      sql<
        { action: string | null; reason: string; record_name: string | null; call: string }[]
      >`select action, reason, record_name, call from audit_entries where address like ${`${network}%`} order by at, id`,
  );

test('a flood of public writes is refused with 429 and leaves one audit entry with its count', async () => {
  const answers = await visit('198.51.100.1', 200);
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(160);
  expect(refused[0]!.json()).toMatchObject({ code: errors.tooMany.code, msg: errors.tooMany.texts.en });
  server.clock.advance(publicWrites.spanMs);
  const rows = await eventually(async () => {
    const entries = await audit('198.51.100.1');
    return entries.some(({ action }) => action === 'audit.flood') ? entries : undefined;
  }, 'the entry of the flood');
  expect(rows.filter(({ action }) => action === 'audit.flood')).toEqual([
    { action: 'audit.flood', reason: 'tooMany', record_name: '197', call: `POST ${unlinkByApp.path}` },
  ]);
  expect(rows).toHaveLength(1 + publicWrites.maxEntriesPerAddress);
});

test('addresses of one IPv6 /64 count together, and other networks count separately', async () => {
  expect((await visit('2001:db8:0:1::1', 40)).at(-1)?.statusCode).toBe(200);
  expect((await visit('2001:db8:0:1:ffff::2', 1)).at(-1)?.statusCode).toBe(429);
  expect((await visit('2001:db8:0:2::1', 1)).at(-1)?.statusCode).toBe(200);
});

test('users of one network sign in while a flood from another network uses up the total limit', async () => {
  await visit('198.51.100.3', 40);
  await visit('198.51.100.4', 30);
  const signIn = () =>
    server.send(allCalls.auth.login, undefined, { username: 'reader', password }, from('203.0.113.9'));
  for (let n = 0; n < publicWrites.alwaysPerAddress; n++) expect((await signIn()).code).toBe(200);
  expect((await visit('198.51.100.4', 1)).at(-1)?.statusCode).toBe(429);
});

test('calls of signed-in users are not counted', async () => {
  for (let n = 0; n < 60; n++)
    expect((await server.send(allCalls.sites.list, people.mallAdmin, {}, from('198.51.100.5'))).code).toBe(
      200,
    );
  expect((await visit('198.51.100.5', 1)).at(-1)?.statusCode).toBe(200);
});

test('activations and openings of shared reports are limited too', async () => {
  const activate = () =>
    server.app.inject({
      method: 'POST',
      url: '/device/v1/activate',
      payload: {},
      headers: { 'x-forwarded-for': '198.51.100.6' },
    });
  for (let n = 0; n < 40; n++) expect((await activate()).statusCode).toBe(400);
  const refused = await activate();
  expect([refused.statusCode, refused.json()]).toEqual([429, { error: 'RATE_LIMITED' }]);
  const { look } = allCalls.reportShares;
  const opening = await server.answerOf(look, undefined, { token: 'x' }, from('198.51.100.6'));
  expect([urlOf(look), opening.statusCode]).toEqual([urlOf(look), 429]);
  const { body } = await server.app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer metrics-token-of-the-tests' },
  });
  expect(body).toMatch(/sweepline_refused_total\{limit="publicWrites"\} [1-9]/);
});

import { chatUserCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const server = ownTestServer();

const { reader, mallAdmin, agentAdmin, otherAdmin } = people;
const { list, unlink, own, unlinkOwn, code: newCode, link: linkCall, unlinkByApp } = chatUserCalls;

const wei = { app: 'WECHAT', externalId: 'openid-1', name: 'Wei' } as const;
const codeOf = async (who = reader) => (await server.ok(newCode, who, {})).code;
const link = (code: string, who: object = wei) => server.send(linkCall, undefined, { code, ...who });
const all = async () => (await server.ok(list, mallAdmin, {})).list;

test('a code entered in the messaging app links its user to the account of the code', async () => {
  const answer = await link(await codeOf());
  expect(answer).toMatchObject({ code: 200, data: { nickname: 'Nick reader', companyName: 'Mall' } });
  expect(await all()).toMatchObject([{ app: 'WECHAT', name: 'Wei', username: 'reader', state: 'LINKED' }]);
  expect((await server.ok(own, reader, {})).list).toHaveLength(1);
  expect((await server.ok(own, mallAdmin, {})).list).toHaveLength(0);
});

test('the call is under /open/v1 and accepts codes in lower case and with spaces', async () => {
  const code = (await codeOf()).toLowerCase().replace('-', ' ');
  const payload = { code, ...wei };
  expect(
    (await server.app.inject({ method: 'POST', url: '/open/v1/chatUsers/link', payload })).json().code,
  ).toBe(200);
  const old = await server.app.inject({ method: 'POST', url: '/api/chatUsers/link', payload });
  expect(old.statusCode).toBe(404);
});

test('a code is valid once and for ten minutes, and a new code invalidates the earlier one', async () => {
  const first = await codeOf();
  const second = await codeOf();
  expect((await link(first)).code).toBe(errors.notFound.code);
  const both = await Promise.all([link(second), link(second, { ...wei, externalId: 'openid-2' })]);
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, errors.notFound.code]);
  const late = await codeOf();
  server.clock.advance(10 * 60_000 + 1);
  expect((await link(late)).code).toBe(errors.notFound.code);
});

test('a second link of the same app user ends the first', async () => {
  await link(await codeOf(reader));
  await link(await codeOf(mallAdmin));
  expect((await all()).map(({ username, state }) => [username, state])).toEqual(
    expect.arrayContaining([
      ['reader', 'UNLINKED'],
      ['mallAdmin', 'LINKED'],
    ]),
  );
});

test('a code of a disabled account links nothing', async () => {
  const code = await codeOf();
  await server.asOwner((sql) => sql`update accounts set disabled = true where id = ${reader.id}`);
  expect((await link(code)).code).toBe(errors.notFound.code);
});

test('wrong codes are rate-limited per address and answered as missing', async () => {
  const from = async (remoteAddress: string, code: string) => {
    const payload = { code, ...wei };
    const answer = await server.app.inject({
      method: 'POST',
      url: '/open/v1/chatUsers/link',
      payload,
      remoteAddress,
    });
    return answer.json().code;
  };
  const guess = '2222-2222';
  for (let i = 0; i < 11; i++) expect(await from('192.0.2.1', guess)).toBe(errors.notFound.code);
  expect(await from('192.0.2.1', await codeOf())).toBe(errors.tooMany.code);
  expect(await from('192.0.2.2', await codeOf())).toBe(200);
  server.clock.advance(61_000);
  expect(await from('192.0.2.1', await codeOf())).toBe(200);
});

test('a link is ended by an administrator of its company, its account or its app, and only once', async () => {
  await link(await codeOf());
  const [first] = await all();
  expect((await server.send(unlink, otherAdmin, { id: first!.id })).code).toBe(errors.notFound.code);
  await server.ok(unlink, agentAdmin, { id: first!.id });
  expect(await all()).toMatchObject([{ state: 'UNLINKED', unlinkedBy: 'agentAdmin' }]);
  expect((await server.send(unlink, agentAdmin, { id: first!.id })).code).toBe(errors.wrongState.code);

  const { data } = await link(await codeOf());
  expect((await server.send(unlinkByApp, undefined, { secret: data.secret })).code).toBe(200);
  expect((await server.send(unlinkByApp, undefined, { secret: data.secret })).code).toBe(
    errors.notFound.code,
  );

  await link(await codeOf());
  const [mine] = (await server.ok(own, reader, {})).list;
  expect((await server.send(unlinkOwn, mallAdmin, { id: mine!.id })).code).toBe(errors.notFound.code);
  await server.ok(unlinkOwn, reader, { id: mine!.id });
});

test('the list is limited to the scope and filtered by company, app, state and keyword', async () => {
  await server.aChatUser({ name: 'Anna', app: 'LINE' });
  await server.aChatUser({ name: 'Ben', unlinkedAt: server.clock().toISOString(), unlinkedBy: 'x' });
  await server.aChatUser({ name: 'Cem', companyId: companyIds.other });
  const names = async (filter: object) =>
    (await server.ok(list, mallAdmin, { sort: 'name', ...filter })).list.map(({ name }) => name);
  expect(await names({})).toEqual(['Anna', 'Ben']);
  expect(await names({ app: 'LINE' })).toEqual(['Anna']);
  expect(await names({ state: 'UNLINKED' })).toEqual(['Ben']);
  expect(await names({ keyword: 'ann' })).toEqual(['Anna']);
  expect(await names({ companyId: companyIds.other })).toEqual([]);
});

test('the database has only hashes of codes and secrets', async () => {
  const code = await codeOf();
  const { data } = await link(await codeOf(mallAdmin));
  const stored = await server.asOwner(
    (sql) => sql`select code_hash as text from chat_link_codes union all select secret_hash from chat_users`,
  );
  expect(stored.length).toBe(2);
  for (const { text } of stored) expect([code, code.replace('-', ''), data.secret]).not.toContain(text);
});

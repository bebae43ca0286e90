import { deviceCalls, errors, siteCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import { companyIds, people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';

const server = testServer();

const { mallAdmin, reader } = people;
const { register, update, list } = deviceCalls;
const device = {
  sn: 'A1',
  manufacturer: 'JBOT',
  model: 'J20',
  nickname: 'Otter',
  companyId: companyIds.mall,
} as const;
const key = (value: string) => ({ headers: { 'idempotency-key': value } });
const audit = () => server.asOwner((sql) => sql`select * from audit_entries order by at, id`);

test('a write repeated with its key happens once and gets the same answer, secret included', async () => {
  const first = await server.ok(register, mallAdmin, device, key('key-0001'));
  const again = await server.ok(register, mallAdmin, device, key('key-0001'));
  expect(again).toEqual(first);
  expect((await server.ok(list, mallAdmin, {})).total).toBe(1);
  expect((await server.send(register, mallAdmin, device)).msg).toBe(errors.serialTaken.texts.en);
});

test('two identical writes at the same time happen once', async () => {
  const both = await Promise.all([1, 2].map(() => server.ok(register, mallAdmin, device, key('key-0002'))));
  expect(both[0]).toEqual(both[1]);
});

test('a key belongs to one account and one request, and a refused write may be repeated with it', async () => {
  await server.ok(register, mallAdmin, device, key('key-0003'));
  const other = await server.send(register, mallAdmin, { ...device, sn: 'A2' }, key('key-0003'));
  expect(other.code).toBe(errors.wrongState.code);
  expect((await server.send(register, people.agentAdmin, device, key('key-0003'))).msg).toBe(
    errors.serialTaken.texts.en,
  );
  await server.ok(register, people.agentAdmin, { ...device, sn: 'A3' }, key('key-0003'));
  expect((await server.send(register, mallAdmin, device, key('short'))).code).toBe(errors.invalid.code);
});

test('the database contains neither the key nor the answer in plain text', async () => {
  const { password } = await server.ok(register, mallAdmin, device, key('key-0004'));
  const [row] = await server.asOwner(
    (sql) => sql`select key_hash, encode(answer, 'escape') as answer from idempotency_keys`,
  );
  expect(row?.key_hash).not.toContain('key-0004');
  expect(row?.answer).not.toContain(password);
});

test('every write adds an audit entry with account, call, record and address, and a read adds none', async () => {
  const registration = await server.ok(register, mallAdmin, device);
  await server.ok(update, mallAdmin, { id: registration.device.id, version: 1, nickname: 'Seal' });
  await server.ok(list, mallAdmin, {});
  // Refusals of earlier tests are written half a second late.
  const entries = (await audit()).filter(({ reason }) => reason === null);
  expect(
    entries.map(({ call, code, account_name, record_id }) => [call, code, account_name, record_id]),
  ).toEqual([
    [`POST ${register.path}`, 200, 'mallAdmin', registration.device.id],
    [`POST ${update.path}`, 200, 'mallAdmin', registration.device.id],
  ]);
});

test('a refused write adds an entry outside the transaction that is rolled back', async () => {
  await server.send(register, reader, device);
  // Refusals of earlier tests are written half a second late.
  const entry = await eventually(
    async () => (await audit()).find(({ reason }) => reason === 'forbidden'),
    'the entry',
  );
  expect(entry).toMatchObject({
    code: 403,
    account_name: 'reader',
    company_id: companyIds.mall,
  });
});

test('the audit trail cannot be changed or shortened by the server’s own role', async () => {
  await server.ok(register, mallAdmin, device);
  const { pool } = server.db;
  await expect(pool`update audit_entries set account_name = 'x'`).rejects.toThrow('permission denied');
  await expect(pool`delete from audit_entries`).rejects.toThrow('permission denied');
});

test('an internal error is logged with the request id and its text is not sent', async () => {
  await server.asOwner((sql) => sql`alter table sites rename to hidden_sites`);
  const answer = await server.send(siteCalls.list, mallAdmin, {});
  await server.asOwner((sql) => sql`alter table hidden_sites rename to sites`);
  expect(answer).toMatchObject({ code: errors.internal.code, msg: errors.internal.texts.en, data: null });
  expect(JSON.stringify(answer)).not.toContain('sites');
  expect(server.faults).toMatchObject([{ reqId: answer.requestId, call: siteCalls.list.path }]);
});

test('metrics are served for the token and are labelled by route, not by address', async () => {
  await server.ok(list, mallAdmin, {});
  const read = (authorization: string) => server.app.inject({ url: '/metrics', headers: { authorization } });
  expect((await read('Bearer wrong')).statusCode).toBe(401);
  const { body } = await read('Bearer metrics-token-of-the-tests');
  expect(body).toContain(`route="/api/${list.path}"`);
});

test('the API description is served to staff only', async () => {
  const read = (token: string) =>
    server.app.inject({ url: '/api/docs/openapi.json', headers: { authorization: token } });
  expect([(await read('')).statusCode, (await read(mallAdmin.token)).statusCode]).toEqual([401, 403]);
  const { openapi, paths } = (await read(people.staff.token)).json();
  expect(openapi).toBe('3.1.0');
  expect(
    paths[`/api/${register.path}`].post.requestBody.content['application/json'].schema.required,
  ).toContain('sn');
  const page = await server.app.inject({ url: '/api/docs' });
  expect(page.body).toContain('<script src="/api/docs/page.js">');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
});

test('the health route answers 204 while the database answers', async () => {
  expect((await server.app.inject({ url: '/health' })).statusCode).toBe(204);
});

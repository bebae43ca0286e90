import { apiUserCalls, errors, permissions } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { watchApiUsers } from './api-user-watch.ts';

const { list, detail, add, update, suspend, resume, revoke, addKey, revokeKey } = apiUserCalls;
const server = testServer();
const { mallAdmin, agentAdmin, otherAdmin, staff, reader } = people;

const settings = {
  name: 'Reporting',
  validFrom: '2030-01-01T00:00:00.000Z',
  validUntil: '2031-01-01T00:00:00.000Z',
};
const aUser = (more: object = {}) =>
  server.ok(add, mallAdmin, { ...settings, companyId: companyIds.mall, ...more });
const fieldsOf = async (who: typeof mallAdmin, more: object) => {
  const { code, data } = await server.send(add, who, { ...settings, companyId: companyIds.mall, ...more });
  return [code, (data as unknown as { fields?: object } | null)?.fields];
};

test('a new API user has the default quota and frequency and no key', async () => {
  const user = await aUser();
  expect(user).toMatchObject({
    companyName: 'Mall',
    state: 'ENABLED',
    callsPerDay: 10_000,
    callsPerSecond: 5,
    addresses: [],
    keys: 0,
    lastUsedAt: null,
    createdBy: 'Nick mallAdmin',
  });
  expect((await server.ok(list, mallAdmin, {})).list.map(({ id }) => id)).toEqual([user.id]);
  expect(await server.ok(detail, mallAdmin, { id: user.id })).toMatchObject({ keyList: [], today: [] });
});

test('a whitelist takes ten addresses and networks of both kinds, and an eleventh is refused by name', async () => {
  const ten = ['192.0.2.1', '198.51.100.0/24', '2001:db8::1', '2001:db8:1::/48'].concat(
    Array.from({ length: 6 }, (_, n) => `203.0.113.${n}`),
  );
  expect((await aUser({ addresses: ten })).addresses).toEqual(ten);
  expect(await fieldsOf(mallAdmin, { addresses: [...ten, '192.0.2.9'] })).toEqual([
    errors.invalid.code,
    { addresses: 'IP whitelist exceeds the limit of 10' },
  ]);
  for (const wrong of ['192.0.2', '192.0.2.0/33', 'example.com', '010.0.0.1', '::g', '1.2.3.4/'])
    expect(await fieldsOf(mallAdmin, { addresses: [wrong] }), wrong).toEqual([
      errors.invalid.code,
      { addresses: expect.stringContaining(`“${wrong}” is neither`) },
    ]);
});

test('quota, frequency and validity have limits', async () => {
  expect(await fieldsOf(mallAdmin, { callsPerSecond: 51 })).toEqual([
    errors.invalid.code,
    { callsPerSecond: 'At most 50' },
  ]);
  expect(await fieldsOf(mallAdmin, { callsPerDay: 0 })).toEqual([
    errors.invalid.code,
    { callsPerDay: 'At least 1' },
  ]);
  expect((await fieldsOf(mallAdmin, { validUntil: settings.validFrom }))[1]).toHaveProperty('validUntil');
});

test('the provider makes API users for any company, an agent for those below it, a terminal for itself', async () => {
  const codeOf = async (who: typeof mallAdmin, companyId: string) =>
    (await server.send(add, who, { ...settings, companyId })).code;
  expect(await codeOf(staff, companyIds.other)).toBe(200);
  expect(await codeOf(staff, companyIds.agent)).toBe(200);
  expect(await codeOf(agentAdmin, companyIds.mall)).toBe(200);
  expect(await codeOf(agentAdmin, companyIds.agent)).toBe(errors.invalid.code);
  expect(await codeOf(agentAdmin, companyIds.other)).toBe(errors.notFound.code);
  expect(await codeOf(mallAdmin, companyIds.mall)).toBe(200);
  expect(await codeOf(reader, companyIds.mall)).toBe(errors.forbidden.code);
  expect((await server.ok(list, otherAdmin, {})).list.map(({ companyId }) => companyId)).toEqual([
    companyIds.other,
  ]);
});

test('an API user is suspended, resumed, expires with its validity and is revoked for good', async () => {
  const { id, version } = await aUser();
  expect(await server.ok(suspend, mallAdmin, { id })).toMatchObject({
    state: 'SUSPENDED',
    suspendedBy: 'Nick mallAdmin',
  });
  expect(await server.ok(resume, mallAdmin, { id })).toMatchObject({ state: 'ENABLED', suspendedAt: null });
  expect((await server.send(update, mallAdmin, { ...settings, id, version })).code).toBe(
    errors.changedMeanwhile.code,
  );
  const short = { ...settings, id, version: version + 2, validUntil: '2030-01-02T04:00:00.000Z' };
  await server.ok(update, mallAdmin, short);
  server.clock.set(short.validUntil);
  expect((await server.ok(list, mallAdmin, { state: ['EXPIRED'] })).total).toBe(1);
  const longer = { ...settings, id, version: version + 3 };
  expect((await server.ok(update, mallAdmin, longer)).state).toBe('ENABLED');
  await server.ok(addKey, mallAdmin, { id, scopes: ['read'] });
  expect(await server.ok(revoke, mallAdmin, { id })).toMatchObject({ state: 'REVOKED', keys: 0 });
  for (const call of [suspend, resume])
    expect((await server.send(call, mallAdmin, { id })).code).toBe(errors.wrongState.code);
  expect((await server.send(addKey, mallAdmin, { id, scopes: ['read'] })).code).toBe(errors.wrongState.code);
});

test('the secret of a key is answered once, sealed in the database and masked in the audit', async () => {
  const { id } = await aUser();
  const { key, secret } = await server.ok(addKey, mallAdmin, { id, name: 'Server 1', scopes: ['read'] });
  const detailText = JSON.stringify(await server.ok(detail, mallAdmin, { id }));
  expect(detailText).toContain(key.keyId);
  expect(detailText).not.toContain(secret);
  const rows = await server.asOwner(
    (sql) => sql`select secret_sealed as text from api_keys
      union all select coalesce(before::text, '') || coalesce(after::text, '') from audit_changes where table_name = 'api_keys'
      union all select e::text from audit_entries e`,
  );
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect(server.vault.open(String(rows[0]?.['text']))).toBe(secret);
});

test('an API user has two keys in force, and a revoked one makes room for its successor', async () => {
  const { id } = await aUser();
  const first = await server.ok(addKey, mallAdmin, { id, scopes: ['read'] });
  await server.ok(addKey, mallAdmin, { id, scopes: ['read'] });
  expect((await server.send(addKey, mallAdmin, { id, scopes: ['read'] })).code).toBe(
    errors.tooManyApiKeys.code,
  );
  const { keyId } = first.key;
  expect(await server.ok(revokeKey, mallAdmin, { id, keyId })).toMatchObject({ revokedBy: 'Nick mallAdmin' });
  await server.ok(addKey, mallAdmin, { id, scopes: ['read'] });
  expect((await server.send(revokeKey, mallAdmin, { id, keyId: 'key_none' })).code).toBe(
    errors.notFound.code,
  );
});

test('a key gets no scope that opens more than the role of its maker', async () => {
  const { id } = await aUser();
  const { deviceList, taskList, alarmList, apiAccess, apiKeys } = permissions;
  const codes = [deviceList, taskList, alarmList, apiAccess, apiKeys];
  const maker = await server.anAccount({ companyId: companyIds.mall, permissionCodes: codes });
  await server.ok(addKey, maker, { id, scopes: ['read'] });
  const { code, data } = await server.send(addKey, maker, { id, scopes: ['read', 'operate'] });
  expect([code, data]).toMatchObject([errors.invalid.code, { fields: { scopes: expect.any(String) } }]);
});

test('a company is told 60, 30 and 7 days before an API user ends, once each, and of four fifths of a quota', async () => {
  const user = await aUser({ callsPerDay: 10, validUntil: '2030-04-02T00:00:00.000Z' });
  const watch = () => watchApiUsers({ db: server.db, bus: server.bus, now: server.clock });
  const templates = async () =>
    (
      await server.asOwner(
        (sql) => sql`select template from notices where template like 'api%' order by created_at`,
      )
    ).map(({ template }) => String(template));
  await watch();
  expect(await templates()).toEqual([]);
  for (const at of ['2030-02-05', '2030-02-06', '2030-03-10', '2030-03-27', '2030-03-28']) {
    server.clock.set(`${at}T00:00:00.000Z`);
    await watch();
  }
  expect(await templates()).toEqual(['apiUserEnds', 'apiUserEnds', 'apiUserEnds']);
  const day = '2030-03-28';
  const use = (used: number) =>
    server.asOwner(
      (sql) => sql`insert into api_usage (id, company_id, user_id, "group", day, taken, used)
        values (gen_random_uuid(), ${user.companyId}, ${user.id}, ${used < 8 ? 'plan' : 'read'}, ${day}, ${used}, ${used})`,
    );
  await use(7);
  await use(8);
  await watch();
  await watch();
  expect((await templates()).filter((template) => template === 'apiQuotaSoon')).toHaveLength(1);
  // Sessions of the time before the end are over.
  server.clock.set('2030-01-02T03:04:05.000Z');
  expect(await server.ok(apiUserCalls.usage, mallAdmin, { id: user.id })).toEqual({
    callsPerDay: 10,
    callsPerSecond: 5,
    days: [
      { day, group: 'plan', calls: 7 },
      { day, group: 'read', calls: 8 },
    ],
  });
});

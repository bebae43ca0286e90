import { errors, otaPackageCalls, otaWhitelistCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, add, remove } = otaWhitelistCalls;
const { check, publish, detail } = otaPackageCalls;
const { superAdmin, staff, agentAdmin, mallAdmin } = people;
const server = testServer();
const draft = () => server.aPackage({ releaseScope: 'WHITELIST', state: 'DRAFT', releasedAt: null });
const reasonsOf = ({ data }: { data: unknown }) => (data as { reasons: Record<string, unknown> }).reasons;

test('robots come by serial number in any case, and by groups, once each', async () => {
  const { id } = await draft();
  const group = await server.aGroup();
  const [first, second] = [await server.aDevice({ groupId: group.id }), await server.aDevice()];
  await server.aDevice({ groupId: group.id, sn: 'J40-0001', model: 'J40' });
  const serialNumbers = [first.sn.toLowerCase(), second.sn];
  expect(await server.ok(add, superAdmin, { id, serialNumbers, groupIds: [group.id] })).toEqual({ added: 3 });
  expect(await server.ok(add, superAdmin, { id, groupIds: [group.id] })).toEqual({ added: 0 });
  const seen = await server.ok(list, superAdmin, { id });
  expect(seen).toMatchObject({
    total: 3,
    list: [{ companyName: 'Mall' }, { sn: first.sn }, { sn: second.sn }],
  });
  expect((await server.ok(list, superAdmin, { id, keyword: second.sn })).total).toBe(1);
  expect((await server.ok(detail, superAdmin, { id })).whitelistCount).toBe(3);
});

test('one unknown serial number, robot of another model or unknown group refuses all', async () => {
  const { id } = await draft();
  const { sn } = await server.aDevice();
  const other = await server.aDevice({ sn: 'J40-0001', model: 'J40' });
  const voided = await server.aDevice({ binding: 'VOID' });
  const send = (serialNumbers: string[], groupIds: string[] = []) =>
    server.send(add, superAdmin, { id, serialNumbers, groupIds });
  expect(reasonsOf(await send([sn, 'X-1']))).toMatchObject({
    serialNumbers: { code: 'SERIALS_UNKNOWN', params: { serials: 'X-1' } },
  });
  expect(reasonsOf(await send([sn, voided.sn]))).toMatchObject({
    serialNumbers: { code: 'SERIALS_UNKNOWN' },
  });
  expect(reasonsOf(await send([sn, other.sn]))).toMatchObject({
    serialNumbers: { code: 'WHITELIST_OTHER_MODEL', params: { serials: other.sn } },
  });
  expect((await send([sn], [server.newId()])).code).toBe(errors.notFound.code);
  expect(reasonsOf(await send([]))).toMatchObject({ serialNumbers: { code: 'WHITELIST_MISSING' } });
  expect((await server.ok(list, superAdmin, { id })).total).toBe(0);
});

test('a package for named robots is neither approved nor published without any', async () => {
  const { id, revision } = await draft();
  const missing = { releaseScope: { code: 'WHITELIST_MISSING' } };
  const approve = { id, revision, approved: true };
  expect(reasonsOf(await server.send(check, staff, approve))).toMatchObject(missing);
  const { id: deviceId, sn } = await server.aDevice();
  await server.ok(add, superAdmin, { id, serialNumbers: [sn] });
  await server.ok(check, staff, approve);
  const last = await server.send(remove, superAdmin, { id, deviceIds: [deviceId] });
  expect(reasonsOf(last)).toMatchObject({ deviceIds: { code: 'WHITELIST_MISSING' } });
  expect((await server.ok(publish, superAdmin, { id })).state).toBe('PUBLISHED');
});

test('robots are removed; one that is not there refuses all', async () => {
  const { id } = await draft();
  const [first, second] = [await server.aDevice(), await server.aDevice()];
  await server.aWhitelisted({ packageId: id, deviceId: first.id });
  const both = await server.send(remove, superAdmin, { id, deviceIds: [first.id, second.id] });
  expect(reasonsOf(both)).toMatchObject({ deviceIds: { code: 'NO_SUCH_DEVICE' } });
  expect(await server.ok(remove, superAdmin, { id, deviceIds: [first.id] })).toEqual({ removed: 1 });
});

test('companies below neither read nor change a whitelist, also that of a package with their robots', async () => {
  const { id } = await server.aPackage({ releaseScope: 'WHITELIST' });
  const open = await server.aPackage();
  const { id: deviceId, sn } = await server.aDevice({ companyId: companyIds.mall });
  for (const packageId of [id, open.id]) await server.aWhitelisted({ packageId, deviceId });
  for (const who of [mallAdmin, agentAdmin]) {
    expect((await server.send(list, who, { id })).code).toBe(errors.notFound.code);
    expect((await server.send(list, who, { id: open.id })).code).toBe(errors.notFound.code);
    expect((await server.send(add, who, { id, serialNumbers: [sn] })).code).toBe(errors.notFound.code);
    expect((await server.send(remove, who, { id, deviceIds: [deviceId] })).code).toBe(errors.notFound.code);
  }
  expect(server.faults).toEqual([]);
});

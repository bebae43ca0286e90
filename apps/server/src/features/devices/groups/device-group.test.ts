import { deviceCalls, deviceGroupCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, options, detail, create, update, remove } = deviceGroupCalls;
const { mallAdmin, otherAdmin, agentAdmin } = people;
const server = testServer();

const companyId = companyIds.mall;
const newGroup = (name: string, ...deviceIds: string[]) => ({ name, companyId, deviceIds });
const inGroup = async (groupId: string) =>
  (await server.ok(deviceCalls.list, mallAdmin, { groupId })).list.map(({ nickname }) => nickname);

test('a group has the numbers of its devices and online devices, and its models', async () => {
  const [a, b, c] = [
    await server.aDevice({ nickname: 'A', model: 'J30' }),
    await server.aDevice({ nickname: 'B', model: 'J40' }),
    await server.aDevice({ nickname: 'C', model: 'J30' }),
  ];
  await server.setLiveState(a.id, { state: 'ONLINE' });
  const { group } = await server.ok(create, mallAdmin, newGroup('Night', a.id, b.id, c.id));
  expect(group).toMatchObject({ name: 'Night', total: 3, online: 1, version: 1, updatedBy: 'mallAdmin' });
  expect(group.models).toEqual([
    { model: 'J30', count: 2 },
    { model: 'J40', count: 1 },
  ]);
  expect(await inGroup(group.id)).toEqual(['A', 'B', 'C']);
  const { device } = await server.ok(deviceCalls.detail, mallAdmin, { id: a.id });
  expect(device.group).toEqual({ id: group.id, name: 'Night' });
});

test('a group needs a unique name in its company and at least one device', async () => {
  const { id } = await server.aDevice();
  for (const invalid of [newGroup('  ', id), newGroup('Empty')])
    expect((await server.send(create, mallAdmin, invalid)).code).toBe(errors.invalid.code);
  await server.ok(create, mallAdmin, newGroup('Night', id));
  const again = await server.send(create, mallAdmin, newGroup('nIGHT', (await server.aDevice()).id));
  expect(again.code).toBe(errors.nameTaken.code);
  const foreign = await server.aDevice({ companyId: companyIds.other });
  const elsewhere = { ...newGroup('Night', foreign.id), companyId: companyIds.other };
  expect((await server.ok(create, otherAdmin, elsewhere)).group.name).toBe('Night');
});

test('adding a device to a second group removes it from the first, and the answer lists it', async () => {
  const [a, b] = [await server.aDevice({ nickname: 'A' }), await server.aDevice({ nickname: 'B' })];
  const day = (await server.ok(create, mallAdmin, newGroup('Day', a.id, b.id))).group;
  const { group, moved } = await server.ok(create, mallAdmin, newGroup('Night', a.id));
  expect(moved).toEqual([{ id: a.id, nickname: 'A', from: 'Day' }]);
  expect([await inGroup(day.id), await inGroup(group.id)]).toEqual([['B'], ['A']]);
});

test('removing or moving the last device of a group is refused', async () => {
  const [a, b] = [await server.aDevice(), await server.aDevice()];
  const day = (await server.ok(create, mallAdmin, newGroup('Day', a.id))).group;
  const night = (await server.ok(create, mallAdmin, newGroup('Night', b.id))).group;
  const refusedRemoval = await server.send(update, mallAdmin, { id: day.id, version: 1, removeIds: [a.id] });
  expect(refusedRemoval.code).toBe(errors.groupNeedsDevice.code);
  expect(refusedRemoval.msg).toContain('“Day”');
  const refusedMove = await server.send(update, mallAdmin, { id: night.id, version: 1, addIds: [a.id] });
  expect(refusedMove.msg).toContain('“Day”');
  expect((await server.ok(detail, mallAdmin, { id: day.id })).total).toBe(1);
  const c = await server.aDevice({ nickname: 'C' });
  const swapped = { id: day.id, version: 1, addIds: [c.id], removeIds: [a.id] };
  expect((await server.ok(update, mallAdmin, swapped)).group).toMatchObject({ total: 1, version: 2 });
  expect(await inGroup(day.id)).toEqual(['C']);
});

test('of two concurrent moves of the last two devices of a group one is refused', async () => {
  const [a, b, c] = [await server.aDevice(), await server.aDevice(), await server.aDevice()];
  const day = (await server.ok(create, mallAdmin, newGroup('Day', a.id, b.id))).group;
  await server.ok(create, mallAdmin, newGroup('Night', c.id));
  const answers = await Promise.all([
    server.send(create, mallAdmin, newGroup('One', a.id)),
    server.send(create, mallAdmin, newGroup('Two', b.id)),
  ]);
  expect(answers.map(({ code }) => code).toSorted((x, y) => x - y)).toEqual([
    200,
    errors.groupNeedsDevice.code,
  ]);
  expect((await server.ok(detail, mallAdmin, { id: day.id })).total).toBe(1);
  expect(server.faults).toEqual([]);
});

test('an update with an old version, or with the name of another group, is refused', async () => {
  const group = await server.aGroup({ name: 'Day' });
  await server.aGroup({ name: 'Night' });
  const renamed = await server.ok(update, mallAdmin, {
    id: group.id,
    version: 1,
    name: 'Noon',
    remark: 'Hall 2',
  });
  expect(renamed.group).toMatchObject({ name: 'Noon', remark: 'Hall 2', version: 2, total: 1 });
  const stale = await server.send(update, mallAdmin, { id: group.id, version: 1, name: 'Late' });
  expect(stale.code).toBe(errors.changedMeanwhile.code);
  const refused = await server.send(update, mallAdmin, { id: group.id, version: 2, name: 'night' });
  expect(refused.code).toBe(errors.nameTaken.code);
});

test('deleting a group removes its devices from it', async () => {
  const { id } = await server.aDevice({ nickname: 'A' });
  const { group } = await server.ok(create, mallAdmin, newGroup('Day', id));
  await server.ok(remove, mallAdmin, { id: group.id, version: 1 });
  expect((await server.ok(deviceCalls.detail, mallAdmin, { id })).device.group).toBeNull();
  expect((await server.send(detail, mallAdmin, { id: group.id })).code).toBe(errors.notFound.code);
});

test('a device outside the scope or of another company than the group is refused', async () => {
  const own = await server.aDevice();
  const foreign = await server.aDevice({ companyId: companyIds.other });
  const outsideScope = await server.send(create, mallAdmin, newGroup('Mixed', own.id, foreign.id));
  expect(outsideScope).toMatchObject({
    code: errors.invalid.code,
    data: { reasons: { deviceIds: { code: 'NO_SUCH_DEVICE' } } },
  });
  const otherCompany = await server.send(create, people.superAdmin, newGroup('Mixed', own.id, foreign.id));
  expect(otherCompany).toMatchObject({
    code: errors.invalid.code,
    data: { reasons: { deviceIds: { code: 'DEVICE_OF_OTHER_COMPANY' } } },
  });
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
});

test('a device that moved to another company is not counted in its old group', async () => {
  const group = await server.aGroup();
  await server.asOwner(
    (sql) => sql`update devices set company_id = ${companyIds.other} where group_id = ${group.id}`,
  );
  expect((await server.ok(detail, mallAdmin, { id: group.id })).total).toBe(0);
  const [device] = (await server.ok(deviceCalls.list, otherAdmin, {})).list;
  expect(device?.group).toBeNull();
});

test('the list filters by name, company and model, and sorts by size', async () => {
  const [a, b, c] = [
    await server.aDevice({ model: 'J40' }),
    await server.aDevice({ model: 'J30' }),
    await server.aDevice({ model: 'J30' }),
  ];
  await server.ok(create, mallAdmin, newGroup('Day', a.id));
  await server.ok(create, mallAdmin, newGroup('Night', b.id, c.id));
  const names = async (input: object) =>
    (await server.ok(list, agentAdmin, input)).list.map(({ name }) => name);
  expect(await names({})).toEqual(['Day', 'Night']);
  expect(await names({ sort: '-total' })).toEqual(['Night', 'Day']);
  expect(await names({ keyword: 'igh' })).toEqual(['Night']);
  expect(await names({ model: 'J40' })).toEqual(['Day']);
  expect(await names({ companyId })).toEqual(['Day', 'Night']);
  expect((await server.ok(options, mallAdmin, { keyword: 'da' })).list).toMatchObject([{ name: 'Day' }]);
});

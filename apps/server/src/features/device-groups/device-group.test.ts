import { deviceCalls, deviceGroupCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';

const { list, options, detail, create, update, remove } = deviceGroupCalls;
const { mallAdmin, otherAdmin, agentAdmin } = people;
const server = testServer();

const companyId = companyIds.mall;
const newGroup = (name: string, ...deviceIds: string[]) => ({ name, companyId, deviceIds });
const inGroup = async (groupId: string) =>
  (await server.ok(deviceCalls.list, mallAdmin, { groupId })).list.map(({ nickname }) => nickname);

test('a group shows how many devices it has, how many are online and of which models', async () => {
  const [a, b, c] = [
    await server.aDevice({ nickname: 'A', model: 'J30' }),
    await server.aDevice({ nickname: 'B', model: 'J40' }),
    await server.aDevice({ nickname: 'C', model: 'J30' }),
  ];
  await server.saidLast(a.id, { state: 'ONLINE' });
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

test('a group has a name of its own in its company and at least one device', async () => {
  const { id } = await server.aDevice();
  for (const bad of [newGroup('  ', id), newGroup('Empty')])
    expect((await server.send(create, mallAdmin, bad)).code).toBe(errors.invalid.code);
  await server.ok(create, mallAdmin, newGroup('Night', id));
  const again = await server.send(create, mallAdmin, newGroup('nIGHT', (await server.aDevice()).id));
  expect(again.code).toBe(errors.nameTaken.code);
  const foreign = await server.aDevice({ companyId: companyIds.other });
  const elsewhere = { ...newGroup('Night', foreign.id), companyId: companyIds.other };
  expect((await server.ok(create, otherAdmin, elsewhere)).group.name).toBe('Night');
});

test('a device is in one group: taken into another it leaves the first, and the answer says so', async () => {
  const [a, b] = [await server.aDevice({ nickname: 'A' }), await server.aDevice({ nickname: 'B' })];
  const day = (await server.ok(create, mallAdmin, newGroup('Day', a.id, b.id))).group;
  const { group, moved } = await server.ok(create, mallAdmin, newGroup('Night', a.id));
  expect(moved).toEqual([{ id: a.id, nickname: 'A', from: 'Day' }]);
  expect([await inGroup(day.id), await inGroup(group.id)]).toEqual([['B'], ['A']]);
});

test('no group is left without a device: neither by letting go nor by moving the last one', async () => {
  const [a, b] = [await server.aDevice(), await server.aDevice()];
  const day = (await server.ok(create, mallAdmin, newGroup('Day', a.id))).group;
  const night = (await server.ok(create, mallAdmin, newGroup('Night', b.id))).group;
  const emptied = await server.send(update, mallAdmin, { id: day.id, version: 1, removeIds: [a.id] });
  expect(emptied.code).toBe(errors.groupNeedsDevice.code);
  expect(emptied.msg).toContain('"Day"');
  const robbed = await server.send(update, mallAdmin, { id: night.id, version: 1, addIds: [a.id] });
  expect(robbed.msg).toContain('"Day"');
  expect((await server.ok(detail, mallAdmin, { id: day.id })).total).toBe(1);
  const c = await server.aDevice({ nickname: 'C' });
  const swapped = { id: day.id, version: 1, addIds: [c.id], removeIds: [a.id] };
  expect((await server.ok(update, mallAdmin, swapped)).group).toMatchObject({ total: 1, version: 2 });
  expect(await inGroup(day.id)).toEqual(['C']);
});

test('of two who take the last two devices out of a group at once, one is told that one must stay', async () => {
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

test('a group is saved only as it was seen, and a name another group has is refused', async () => {
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
  const taken = await server.send(update, mallAdmin, { id: group.id, version: 2, name: 'night' });
  expect(taken.code).toBe(errors.nameTaken.code);
});

test('a deleted group lets its devices go', async () => {
  const { id } = await server.aDevice({ nickname: 'A' });
  const { group } = await server.ok(create, mallAdmin, newGroup('Day', id));
  await server.ok(remove, mallAdmin, { id: group.id, version: 1 });
  expect((await server.ok(deviceCalls.detail, mallAdmin, { id })).device.group).toBeNull();
  expect((await server.send(detail, mallAdmin, { id: group.id })).code).toBe(errors.notFound.code);
});

test('a group takes devices of its own company only, and nobody takes what they do not see', async () => {
  const own = await server.aDevice();
  const foreign = await server.aDevice({ companyId: companyIds.other });
  const unseen = await server.send(create, mallAdmin, newGroup('Mixed', own.id, foreign.id));
  expect(unseen).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { deviceIds: 'no such device' } },
  });
  const seen = await server.send(create, people.superAdmin, newGroup('Mixed', own.id, foreign.id));
  expect(seen).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { deviceIds: 'a device of another company' } },
  });
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
});

test('a device that went to another company is no longer counted in the group it left there', async () => {
  const group = await server.aGroup();
  await server.asOwner(
    (sql) => sql`update devices set company_id = ${companyIds.other} where group_id = ${group.id}`,
  );
  expect((await server.ok(detail, mallAdmin, { id: group.id })).total).toBe(0);
  const [device] = (await server.ok(deviceCalls.list, otherAdmin, {})).list;
  expect(device?.group).toBeNull();
});

test('the list narrows by name, company and model, and sorts by size', async () => {
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

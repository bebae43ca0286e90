import { errors, everything, permissions, roleCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { deviceCalls } from '@sweepline/contract';
import { companyIds, people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { nowhere } from '../../test-kit/sample.ts';

const { list, detail, add, update, remove, options, holders } = roleCalls;
const { staff, superAdmin, agentAdmin, mallAdmin, otherAdmin } = people;
const { provider, agent, mall, other } = companyIds;

const server = testServer();

const pages = [permissions.deviceList, permissions.taskList];
const night = { companyId: mall, name: 'Night shift', permissions: pages };
const editor = [permissions.outerRoles, permissions.outerRoleUpdate, permissions.outerRoleDelete];

test('a role is made, read, changed and deleted; its name is trimmed', async () => {
  const made = await server.ok(add, mallAdmin, { ...night, name: '  Night shift ' });
  expect(made).toMatchObject({
    name: 'Night shift',
    companyName: 'Mall',
    holders: 0,
    version: 1,
    exceeds: [],
  });
  const changed = await server.ok(update, mallAdmin, {
    ...{ id: made.id, version: 1, name: 'Late shift', permissions: [permissions.taskList] },
  });
  expect(changed).toMatchObject({ name: 'Late shift', version: 2, updatedBy: 'mallAdmin' });
  expect(await server.ok(remove, mallAdmin, { id: made.id, version: 2 })).toEqual({ moved: 0 });
  expect((await server.send(detail, mallAdmin, { id: made.id })).code).toBe(errors.notFound.code);
});

test('a name is 1 to 60 characters once its ends are trimmed, and one company uses it once', async () => {
  for (const name of ['', '   ', 'x'.repeat(61)])
    expect((await server.send(add, mallAdmin, { ...night, name })).code, name).toBe(errors.invalid.code);
  await server.ok(add, mallAdmin, { ...night, name: 'x'.repeat(60) });
  await server.ok(add, mallAdmin, night);
  const again = await server.send(add, mallAdmin, { ...night, name: 'Night shift ' });
  expect(again.code).toBe(errors.nameTaken.code);
  await server.ok(add, agentAdmin, { ...night, companyId: agent });
  const second = await server.ok(add, mallAdmin, { ...night, name: 'Day shift' });
  const renamed = { id: second.id, version: 1, permissions: pages, name: 'Night shift' };
  expect((await server.send(update, mallAdmin, renamed)).code).toBe(errors.nameTaken.code);
});

test('an action comes with its page and the menu that leads there', async () => {
  const { permissions: held } = await server.ok(add, mallAdmin, {
    ...night,
    permissions: [permissions.deviceOperate],
  });
  expect(held).toEqual([permissions.deviceCentre, permissions.deviceList, permissions.deviceOperate]);
});

test('who asks the same as somebody before is answered for themselves, on every page and with every word', async () => {
  await server.ok(add, mallAdmin, { ...night, name: 'Costs $1' });
  for (const who of [mallAdmin, otherAdmin, mallAdmin]) {
    const { list: all, total } = await server.ok(list, who, {});
    expect(all.map(({ companyId }) => companyId)).toEqual(Array.from({ length: total }, () => who.companyId));
    expect(all.filter(({ own }) => own).map(({ name }) => name)).toEqual([who.username]);
    const pages = await Promise.all(
      all.map((_role, n) => server.ok(list, who, { page: n + 1, pageSize: 1 })),
    );
    expect(pages.flatMap((page) => page.list)).toEqual(all);
    for (const keyword of [who.username, '$1']) {
      const found = await server.ok(list, who, { keyword });
      expect(found.list, keyword).toEqual(all.filter(({ name }) => name.includes(keyword)));
      expect(found.total).toBe(found.list.length);
    }
  }
});

test('codes the tree does not know are refused by name', async () => {
  const refused = await server.send(add, superAdmin, { ...night, permissions: ['M1', ...pages, 'M2'] });
  expect(refused).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { permissions: 'unknown: M1, M2' } },
  });
});

test('a role holds only what its maker holds, and `*` only from who holds it', async () => {
  const maker = await server.aHolder({
    held: [permissions.outerRoleCreate, permissions.outerRoles, ...pages],
  });
  const beyond = await server.send(add, maker, {
    ...night,
    permissions: [...pages, permissions.deviceOperate],
  });
  expect(beyond).toMatchObject({ data: { fields: { permissions: permissions.deviceOperate } } });
  const all = await server.send(add, maker, { ...night, permissions: [everything] });
  expect(all).toMatchObject({ code: errors.invalid.code, data: { fields: { permissions: everything } } });
  // Every code there is today is still not everything.
  expect(
    (await server.send(add, staff, { ...night, companyId: provider, permissions: [everything] })).code,
  ).toBe(errors.invalid.code);
  for (const [who, companyId] of [
    [superAdmin, provider],
    [otherAdmin, other],
  ] as const)
    await server.ok(add, who, { ...night, companyId, permissions: [everything] });
  await server.ok(add, maker, night);
});

test('codes the editor lacks stay as they are: neither taken away nor added, the rest may change', async () => {
  const boss = await server.aRole({ permissions: [permissions.ota, ...pages] });
  const who = await server.aHolder({ held: [...editor, ...pages, permissions.reportList] });
  const save = (name: string, codes: string[], version = 1) =>
    server.send(update, who, { id: boss.id, version, name, permissions: codes });
  expect(await save('Boss', pages)).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { permissions: permissions.ota } },
  });
  const kept = await save('Boss', [permissions.ota, permissions.reportList]);
  expect(kept).toMatchObject({ code: 200, data: { permissions: [permissions.reportList, permissions.ota] } });
  // What it holds beyond who saved it last is shown.
  expect(kept.data.exceeds).toEqual([permissions.ota]);
  const widened = await save('Boss', [permissions.ota, permissions.workOrders], 2);
  expect(widened).toMatchObject({ data: { fields: { permissions: permissions.workOrders } } });
  expect((await server.send(remove, who, { id: boss.id, version: 2 })).code).toBe(errors.roleBeyond.code);
});

test('a role outlives the rights of its maker, and says what it holds beyond them', async () => {
  const maker = await server.aHolder({ held: [permissions.outerRoleCreate, ...editor, ...pages] });
  const made = await server.ok(add, maker, night);
  expect(made.exceeds).toEqual([]);
  const own = await server.ok(detail, mallAdmin, { id: maker.roleId ?? '' });
  const less = own.permissions.filter((code) => code !== permissions.taskList);
  await server.ok(update, mallAdmin, { id: own.id, version: own.version, name: own.name, permissions: less });
  const after = await server.ok(detail, mallAdmin, { id: made.id });
  expect(after.permissions).toEqual(expect.arrayContaining(pages));
  expect(after.exceeds).toEqual([permissions.taskList]);
});

test('a change of a role reaches the sessions of those who hold it at once', async () => {
  const holder = await server.aHolder({ held: [permissions.deviceList] });
  await server.ok(deviceCalls.list, holder, {});
  const role = await server.ok(detail, mallAdmin, { id: holder.roleId ?? '' });
  await server.ok(update, mallAdmin, { id: role.id, version: 1, name: role.name, permissions: [] });
  expect((await server.send(deviceCalls.list, holder, {})).code).toBe(errors.forbidden.code);
});

test('of two who save one role the second is told who was first and when, and nothing is lost', async () => {
  const made = await server.ok(add, mallAdmin, night);
  const saving = { id: made.id, version: 1, permissions: pages };
  await server.ok(update, mallAdmin, { ...saving, name: 'First' });
  const late = await server.send(update, agentAdmin, { ...saving, name: 'Second' });
  expect(late).toMatchObject({ code: errors.changedMeanwhile.code });
  expect(late.msg).toContain('mallAdmin');
  expect(late.msg).toContain('2030-01-02');
  expect((await server.ok(detail, mallAdmin, { id: made.id })).name).toBe('First');
  const both = await Promise.all(
    ['Third', 'Fourth'].map((name) => server.send(update, mallAdmin, { ...saving, version: 2, name })),
  );
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, errors.changedMeanwhile.code]);
});

test('a role in use is deleted only when its holders get another one of the same company', async () => {
  const first = await server.aHolder({ held: pages });
  const roleId = first.roleId ?? '';
  await server.aHolder({ roleId });
  const refused = await server.send(remove, mallAdmin, { id: roleId, version: 1 });
  expect(refused).toMatchObject({ code: errors.roleInUse.code });
  expect(refused.msg).toContain('2');
  const elsewhere = await server.aRole({ companyId: agent });
  for (const moveTo of [roleId, elsewhere.id]) {
    const answer = await server.send(remove, agentAdmin, { id: roleId, version: 1, moveTo });
    expect(answer.data).toMatchObject({ fields: { moveTo: expect.any(String) } });
  }
  expect((await server.send(remove, mallAdmin, { id: roleId, version: 1, moveTo: nowhere })).code).toBe(
    errors.notFound.code,
  );
  const target = await server.aRole({ permissions: [permissions.taskList] });
  expect(await server.ok(remove, mallAdmin, { id: roleId, version: 1, moveTo: target.id })).toEqual({
    moved: 2,
  });
  const { list: moved } = await server.ok(holders, mallAdmin, { id: target.id });
  expect(moved.map(({ username }) => username)).toContain(first.username);
  expect((await server.send(deviceCalls.list, first, {})).code).toBe(errors.forbidden.code);
});

test('holders are moved neither to a role that holds more than the mover nor by who may not change accounts', async () => {
  const held = [...editor, ...pages];
  const target = await server.aRole({ permissions: [permissions.taskList] });
  const strong = await server.aRole({ permissions: [permissions.ota] });
  const { roleId } = await server.aHolder({ held: pages });
  const removal = { id: roleId ?? '', version: 1 };
  const who = await server.aHolder({ held });
  expect((await server.send(remove, who, { ...removal, moveTo: target.id })).code).toBe(
    errors.forbidden.code,
  );
  const changer = await server.aHolder({ held: [...held, permissions.outerAccountUpdate] });
  expect((await server.send(remove, changer, { ...removal, moveTo: strong.id })).code).toBe(
    errors.roleBeyond.code,
  );
  await server.ok(remove, changer, { ...removal, moveTo: target.id });
});

test('the role one uses cannot be deleted, and is narrowed only by who says so', async () => {
  const held = [...editor, ...pages];
  const who = await server.aHolder({ held });
  const id = who.roleId ?? '';
  expect((await server.send(remove, who, { id, version: 1 })).code).toBe(errors.ownRole.code);
  const narrower = { id, version: 1, name: 'Mine', permissions: [...editor] };
  expect((await server.send(update, who, narrower)).code).toBe(errors.ownRoleNarrower.code);
  const same = await server.ok(update, who, { ...narrower, permissions: held });
  await server.ok(update, who, { ...narrower, version: same.version, confirmed: true });
  expect((await server.send(update, who, { ...narrower, version: 3, permissions: held })).code).toBe(
    errors.invalid.code,
  );
});

test('the provider’s own pages are put into no role of another company; one that holds them keeps them and can be saved', async () => {
  const own = [permissions.accounts, permissions.roleCreate];
  const refused = { code: errors.invalid.code, data: { fields: { permissions: own.join(', ') } } };
  const wanted = { companyId: companyIds.mall, name: 'Empty pages', permissions: own };
  expect(await server.send(add, people.superAdmin, wanted)).toMatchObject(refused);
  expect(
    (await server.send(add, people.superAdmin, { ...wanted, companyId: companyIds.provider })).code,
  ).toBe(200);
  const plain = await server.aRole({ permissions: [permissions.deviceList] });
  const change = { id: plain.id, version: 1, name: plain.name, permissions: own };
  expect(await server.send(update, people.superAdmin, change)).toMatchObject(refused);
  const old = await server.aRole({ permissions: own });
  const kept = { id: old.id, version: 1, name: 'Renamed', permissions: own };
  expect(await server.ok(update, people.superAdmin, kept)).toMatchObject({ name: 'Renamed' });
});

test('internal roles are for holders of the internal codes, outer ones for those of the outer', async () => {
  const inside = await server.aHolder({
    companyId: provider,
    held: [permissions.roles, permissions.roleCreate],
  });
  const outside = await server.aHolder({ companyId: provider, held: [permissions.outerRoles] });
  const typesOf = async (who: typeof inside) =>
    new Set((await server.ok(list, who, { pageSize: 50 })).list.map(({ companyType }) => companyType));
  expect(await typesOf(inside)).toEqual(new Set([0]));
  expect(await typesOf(outside)).toEqual(new Set([1, 2]));
  expect((await server.send(list, outside, { side: 'INTERNAL' })).code).toBe(errors.forbidden.code);
  const { id } = await server.aRole({ companyId: mall });
  expect((await server.send(detail, inside, { id })).code).toBe(errors.notFound.code);
  expect((await server.send(add, inside, night)).code).toBe(errors.notFound.code);
  expect((await server.send(add, outside, night)).code).toBe(errors.forbidden.code);
});

test('the list finds roles by name, by company and by a code they grant, `*` included', async () => {
  const wide = await server.aRole({ companyId: other, name: 'Wide 100%', permissions: [everything] });
  const narrow = await server.aRole({ companyId: other, name: 'Narrow', permissions: [permissions.ota] });
  const names = async (filter: object) =>
    (await server.ok(list, otherAdmin, filter)).list.map(({ name }) => name);
  expect(await names({ permission: permissions.ota, sort: '-name' })).toEqual([
    wide.name,
    'otherAdmin',
    narrow.name,
  ]);
  expect(await names({ keyword: '100%' })).toEqual([wide.name]);
  expect(await names({ companyId: other, sort: '-holders' })).toEqual(['otherAdmin', narrow.name, wide.name]);
  expect(await names({ companyId: mall })).toEqual([]);
});

test('the roles to choose from say which of them the chooser may give', async () => {
  await server.aRole({ name: 'A strong one', permissions: [permissions.ota] });
  const who = await server.aHolder({ username: 'B chooser', held: [permissions.outerRoles] });
  const { list: choices } = await server.ok(options, who, { companyId: mall, pageSize: 2 });
  expect(choices).toMatchObject([
    { name: 'A strong one', grantable: false },
    { name: 'B chooser', grantable: true },
  ]);
});

import { errors, everything, permissions, roleCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { deviceCalls } from '@sweepline/contract';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { nowhere } from '../../../test-kit/sample.ts';

const { list, detail, add, update, remove, options, holders } = roleCalls;
const { staff, superAdmin, agentAdmin, mallAdmin, otherAdmin } = people;
const { provider, agent, mall, other } = companyIds;

const server = testServer();

const pages = [permissions.deviceList, permissions.taskList];
const night = { companyId: mall, name: 'Night shift', permissions: pages };
const editor = [permissions.outerRoles, permissions.outerRoleUpdate, permissions.outerRoleDelete];

test('a role is created with a trimmed name, changed and deleted', async () => {
  const created = await server.ok(add, mallAdmin, { ...night, name: '  Night shift ' });
  expect(created).toMatchObject({
    name: 'Night shift',
    companyName: 'Mall',
    holders: 0,
    version: 1,
    exceeds: [],
  });
  const changed = await server.ok(update, mallAdmin, {
    id: created.id,
    version: 1,
    name: 'Late shift',
    permissions: [permissions.taskList],
  });
  expect(changed).toMatchObject({ name: 'Late shift', version: 2, updatedBy: 'mallAdmin' });
  expect(await server.ok(remove, mallAdmin, { id: created.id, version: 2 })).toEqual({ moved: 0 });
  expect((await server.send(detail, mallAdmin, { id: created.id })).code).toBe(errors.notFound.code);
});

test('a name has 1 to 60 characters after trimming and is unique in its company', async () => {
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

test('a role with an action also gets the codes of its page and menu', async () => {
  const { permissions: codes } = await server.ok(add, mallAdmin, {
    ...night,
    permissions: [permissions.deviceOperate],
  });
  expect(codes).toEqual([permissions.deviceCentre, permissions.deviceList, permissions.deviceOperate]);
});

test('the same list request of different accounts is answered for each account, with paging and keyword', async () => {
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
      const filtered = await server.ok(list, who, { keyword });
      expect(filtered.list, keyword).toEqual(all.filter(({ name }) => name.includes(keyword)));
      expect(filtered.total).toBe(filtered.list.length);
    }
  }
});

test('a role with unknown codes is refused with these codes', async () => {
  const refused = await server.send(add, superAdmin, { ...night, permissions: ['M1', ...pages, 'M2'] });
  expect(refused).toMatchObject({
    code: errors.invalid.code,
    data: { reasons: { permissions: { code: 'PERMISSIONS_UNKNOWN', params: { codes: 'M1, M2' } } } },
  });
});

test('a new role is refused when it grants a code or `*` that its creator does not have', async () => {
  const maker = await server.anAccount({
    permissionCodes: [permissions.outerRoleCreate, permissions.outerRoles, ...pages],
  });
  const beyond = await server.send(add, maker, {
    ...night,
    permissions: [...pages, permissions.deviceOperate],
  });
  expect(beyond).toMatchObject({
    data: { reasons: { permissions: { params: { codes: permissions.deviceOperate } } } },
  });
  const all = await server.send(add, maker, { ...night, permissions: [everything] });
  expect(all).toMatchObject({
    code: errors.invalid.code,
    data: { reasons: { permissions: { params: { codes: everything } } } },
  });
  // An account with every code does not have `*`.
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

test('an update is refused when it adds or removes codes that the caller lacks, and may change the others', async () => {
  const boss = await server.aRole({ permissions: [permissions.ota, ...pages] });
  const who = await server.anAccount({ permissionCodes: [...editor, ...pages, permissions.reportList] });
  const save = (name: string, codes: string[], version = 1) =>
    server.send(update, who, { id: boss.id, version, name, permissions: codes });
  expect(await save('Boss', pages)).toMatchObject({
    code: errors.invalid.code,
    data: { reasons: { permissions: { params: { codes: permissions.ota } } } },
  });
  const saved = await save('Boss', [permissions.ota, permissions.reportList]);
  expect(saved).toMatchObject({
    code: 200,
    data: { permissions: [permissions.reportList, permissions.ota] },
  });
  // `exceeds` lists the codes that the last editor does not have.
  expect(saved.data.exceeds).toEqual([permissions.ota]);
  const widened = await save('Boss', [permissions.ota, permissions.workOrders], 2);
  expect(widened).toMatchObject({
    data: { reasons: { permissions: { params: { codes: permissions.workOrders } } } },
  });
  expect((await server.send(remove, who, { id: boss.id, version: 2 })).code).toBe(errors.roleBeyond.code);
});

test('a role keeps its codes when its creator loses them, and lists them as exceeding', async () => {
  const maker = await server.anAccount({
    permissionCodes: [permissions.outerRoleCreate, ...editor, ...pages],
  });
  const created = await server.ok(add, maker, night);
  expect(created.exceeds).toEqual([]);
  const own = await server.ok(detail, mallAdmin, { id: maker.roleId ?? '' });
  const reduced = own.permissions.filter((code) => code !== permissions.taskList);
  await server.ok(update, mallAdmin, {
    id: own.id,
    version: own.version,
    name: own.name,
    permissions: reduced,
  });
  const after = await server.ok(detail, mallAdmin, { id: created.id });
  expect(after.permissions).toEqual(expect.arrayContaining(pages));
  expect(after.exceeds).toEqual([permissions.taskList]);
});

test('a change of a role takes effect in the open sessions of its accounts', async () => {
  const holder = await server.anAccount({ permissionCodes: [permissions.deviceList] });
  await server.ok(deviceCalls.list, holder, {});
  const role = await server.ok(detail, mallAdmin, { id: holder.roleId ?? '' });
  await server.ok(update, mallAdmin, { id: role.id, version: 1, name: role.name, permissions: [] });
  expect((await server.send(deviceCalls.list, holder, {})).code).toBe(errors.forbidden.code);
});

test('the second of two saves of one version is refused with the name and time of the first', async () => {
  const created = await server.ok(add, mallAdmin, night);
  const saving = { id: created.id, version: 1, permissions: pages };
  await server.ok(update, mallAdmin, { ...saving, name: 'First' });
  const late = await server.send(update, agentAdmin, { ...saving, name: 'Second' });
  expect(late).toMatchObject({ code: errors.changedMeanwhile.code });
  expect(late.msg).toContain('mallAdmin');
  expect(late.msg).toContain('Jan 2, 2030');
  expect((await server.ok(detail, mallAdmin, { id: created.id })).name).toBe('First');
  const both = await Promise.all(
    ['Third', 'Fourth'].map((name) => server.send(update, mallAdmin, { ...saving, version: 2, name })),
  );
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, errors.changedMeanwhile.code]);
});

test('deleting a role in use is refused unless its accounts get another role of the same company', async () => {
  const first = await server.anAccount({ permissionCodes: pages });
  const roleId = first.roleId ?? '';
  await server.anAccount({ roleId });
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

test('moving accounts is refused to a role beyond the caller’s rights, and without the right to change accounts', async () => {
  const granted = [...editor, ...pages];
  const target = await server.aRole({ permissions: [permissions.taskList] });
  const strong = await server.aRole({ permissions: [permissions.ota] });
  const { roleId } = await server.anAccount({ permissionCodes: pages });
  const removal = { id: roleId ?? '', version: 1 };
  const who = await server.anAccount({ permissionCodes: granted });
  expect((await server.send(remove, who, { ...removal, moveTo: target.id })).code).toBe(
    errors.forbidden.code,
  );
  const changer = await server.anAccount({ permissionCodes: [...granted, permissions.outerAccountUpdate] });
  expect((await server.send(remove, changer, { ...removal, moveTo: strong.id })).code).toBe(
    errors.roleBeyond.code,
  );
  await server.ok(remove, changer, { ...removal, moveTo: target.id });
});

test('the caller’s own role cannot be deleted, and loses codes only with a confirmation', async () => {
  const granted = [...editor, ...pages];
  const who = await server.anAccount({ permissionCodes: granted });
  const id = who.roleId ?? '';
  expect((await server.send(remove, who, { id, version: 1 })).code).toBe(errors.ownRole.code);
  const narrower = { id, version: 1, name: 'Mine', permissions: [...editor] };
  expect((await server.send(update, who, narrower)).code).toBe(errors.ownRoleNarrower.code);
  const same = await server.ok(update, who, { ...narrower, permissions: granted });
  await server.ok(update, who, { ...narrower, version: same.version, confirmed: true });
  expect((await server.send(update, who, { ...narrower, version: 3, permissions: granted })).code).toBe(
    errors.invalid.code,
  );
});

test('internal codes are refused in roles of other companies, and a role that has them can still be saved', async () => {
  const own = [permissions.accounts, permissions.roleCreate];
  const refused = {
    code: errors.invalid.code,
    data: { reasons: { permissions: { params: { codes: own.join(', ') } } } },
  };
  const input = { companyId: companyIds.mall, name: 'Empty pages', permissions: own };
  expect(await server.send(add, people.superAdmin, input)).toMatchObject(refused);
  expect((await server.send(add, people.superAdmin, { ...input, companyId: companyIds.provider })).code).toBe(
    200,
  );
  const plain = await server.aRole({ permissions: [permissions.deviceList] });
  const change = { id: plain.id, version: 1, name: plain.name, permissions: own };
  expect(await server.send(update, people.superAdmin, change)).toMatchObject(refused);
  const old = await server.aRole({ permissions: own });
  const renamed = { id: old.id, version: 1, name: 'Renamed', permissions: own };
  expect(await server.ok(update, people.superAdmin, renamed)).toMatchObject({ name: 'Renamed' });
});

test('internal roles are visible with the internal codes only, and outer roles with the outer codes only', async () => {
  const inside = await server.anAccount({
    companyId: provider,
    permissionCodes: [permissions.roles, permissions.roleCreate],
  });
  const outside = await server.anAccount({ companyId: provider, permissionCodes: [permissions.outerRoles] });
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

test('the list is filtered by name, company and granted code, including roles with `*`', async () => {
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

test('the options state which roles the caller may grant', async () => {
  await server.aRole({ name: 'A strong one', permissions: [permissions.ota] });
  const who = await server.anAccount({ username: 'B chooser', permissionCodes: [permissions.outerRoles] });
  const { list: choices } = await server.ok(options, who, { companyId: mall, pageSize: 2 });
  expect(choices).toMatchObject([
    { name: 'A strong one', grantable: false },
    { name: 'B chooser', grantable: true },
  ]);
});

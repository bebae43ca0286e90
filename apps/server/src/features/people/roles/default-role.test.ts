import { errors, isInternal, everything, permissions, roleCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { createCompany, findCompany } from '../../../entities/people/company-service.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { copyDefaultRoles, type Maker } from './role-service.ts';

const { add, apply, copies, detail, list, setDefault, unsetDefault, update } = roleCalls;
const { staff, superAdmin, agentAdmin, mallAdmin, otherAdmin } = people;
const { provider, agent, mall, other } = companyIds;
const { deviceList, taskList, reportList, ota } = permissions;

const server = testServer();

const aDefault = async (codes: string[], targets: (1 | 2)[] = [1]) => {
  const role = { companyId: provider, name: 'Site lead', permissions: codes };
  const { id, version } = await server.ok(add, superAdmin, role);
  return await server.ok(setDefault, superAdmin, { id, version, targets });
};

/** Creates a terminal company below the agent, with copies of the default roles. */
const aNewCompany = async (by: Maker, name: string) =>
  await inScope(server.db, '*', async (tx) => {
    const { id, type } = await createCompany(tx, server.clock, 'test', {
      name,
      type: 1 as const,
      parentId: agent,
    });
    const copied = await copyDefaultRoles(tx, server.clock, by, { id, type });
    return { companyId: id, roleId: copied[0]?.id ?? '', copied };
  });

const change = async (id: string, version: number, codes: string[]) =>
  await server.ok(update, superAdmin, { id, version, name: 'Site lead', permissions: codes });
const codesOf = async (id: string) => (await server.ok(detail, superAdmin, { id })).permissions;

test('a role becomes a default role only with a target, and only if it belongs to the provider', async () => {
  const role = await server.ok(add, superAdmin, {
    companyId: provider,
    name: 'Lead',
    permissions: [deviceList],
  });
  const none = await server.send(setDefault, superAdmin, { id: role.id, version: 1, targets: [] });
  expect(none).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { targets: expect.any(String) } },
  });
  const { id } = await server.aRole({ companyId: mall });
  for (const who of [superAdmin, mallAdmin])
    expect((await server.send(setDefault, who, { id, version: 1, targets: [1] })).code).toBe(
      errors.notFound.code,
    );
  const both = await server.ok(setDefault, superAdmin, { id: role.id, version: 1, targets: [2, 1] });
  expect(both.defaultFor).toEqual([1, 2]);
  const undone = await server.ok(unsetDefault, superAdmin, { id: role.id, version: 2 });
  expect(undone.defaultFor).toEqual([]);
});

test('setting a default role is refused when the caller lacks one of its codes', async () => {
  const role = await server.ok(add, superAdmin, {
    companyId: provider,
    name: 'All',
    permissions: [everything],
  });
  const refused = await server.send(setDefault, staff, { id: role.id, version: 1, targets: [1] });
  expect(refused.code).toBe(errors.roleBeyond.code);
});

test('a new company gets copies of the default roles for its type only', async () => {
  await aDefault([deviceList]);
  const forAgents = await server.ok(add, superAdmin, {
    companyId: provider,
    name: 'Dealer',
    permissions: [ota],
  });
  await server.ok(setDefault, superAdmin, { id: forAgents.id, version: 1, targets: [2] });
  const { companyId } = await aNewCompany('system', 'Airport');
  const { list: own } = await server.ok(list, superAdmin, { companyId });
  expect(own).toMatchObject([
    { name: 'Site lead', permissions: [permissions.deviceCentre, deviceList], origin: { drift: 'SAME' } },
  ]);
});

test('copies for a new company are limited to the rights of its creator, also for a role with `*`', async () => {
  await aDefault([deviceList, ota]);
  const scope = [agent, mall];
  const granted = new Set<string>([permissions.deviceCentre, deviceList, taskList]);
  const maker = {
    ...agentAdmin,
    nickname: '',
    sessionId: '',
    superAdmin: false,
    scope,
    permissionCodes: granted,
    mustChangePassword: false,
    agreementDue: false,
  };
  const cut = await aNewCompany(maker, 'Airport');
  expect(cut.copied[0]?.permissions).toEqual([permissions.deviceCentre, deviceList]);
  await inScope(server.db, '*', async (tx) =>
    tx.execute(
      `update roles set permissions = '{*}' where name = 'Site lead' and cardinality(default_for) > 0`,
    ),
  );
  const wild = await aNewCompany(maker, 'Station');
  expect(new Set(wild.copied[0]?.permissions)).toEqual(granted);
});

test('copying the provider’s roles does not widen the scope of an agent’s transaction', async () => {
  await aDefault([deviceList]);
  const { companyId, roleId } = await aNewCompany('system', 'Airport');
  await inScope(server.db, [agent, companyId], async (tx) => {
    const copied = await copyDefaultRoles(tx, server.clock, 'system', { id: agent, type: 1 });
    expect(copied).toHaveLength(1);
    await expect(findCompany(tx, provider)).rejects.toMatchObject({ reason: 'notFound' });
  });
  expect(await codesOf(roleId)).toContain(deviceList);
});

test('a changed default role is previewed per copy and resultsFor to the chosen copies only', async () => {
  const role = await aDefault([deviceList, taskList]);
  const [first, second] = [await aNewCompany('system', 'Airport'), await aNewCompany('system', 'Station')];
  const changed = await change(role.id, role.version, [deviceList, reportList]);
  expect(changed.copies).toEqual({ total: 2, behind: 2 });
  const { list: preview } = await server.ok(copies, superAdmin, { id: role.id });
  expect(preview).toMatchObject([
    { companyName: 'Airport', drift: 'BEHIND', gains: [reportList], losses: [taskList], refused: [] },
    { companyName: 'Station', drift: 'BEHIND' },
  ]);
  const { results } = await server.ok(apply, superAdmin, {
    id: role.id,
    version: changed.version,
    copies: [{ id: first.roleId, version: 1 }],
  });
  expect(results).toMatchObject([
    { companyName: 'Airport', result: 'DONE', gains: [reportList], losses: [taskList] },
  ]);
  expect(await codesOf(first.roleId)).not.toContain(taskList);
  expect(await codesOf(second.roleId)).toContain(taskList);
  expect((await server.ok(detail, superAdmin, { id: role.id })).copies).toEqual({ total: 2, behind: 1 });
});

test('applying a default role keeps the changes of a company in its copy', async () => {
  const role = await aDefault([deviceList, taskList]);
  const { roleId } = await aNewCompany('system', 'Airport');
  const own = {
    id: roleId,
    version: 1,
    name: 'Our lead',
    permissions: [deviceList, taskList, permissions.files],
  };
  expect((await server.ok(update, superAdmin, own)).origin?.drift).toBe('CHANGED');
  const changed = await change(role.id, role.version, [deviceList, reportList]);
  const both = await server.ok(detail, superAdmin, { id: roleId });
  expect(both.origin?.drift).toBe('BOTH');
  await server.ok(apply, superAdmin, {
    id: role.id,
    version: changed.version,
    copies: [{ id: roleId, version: 2 }],
  });
  const after = await server.ok(detail, superAdmin, { id: roleId });
  expect(after).toMatchObject({ name: 'Our lead', origin: { drift: 'CHANGED' } });
  expect(after.permissions).toEqual(expect.arrayContaining([deviceList, reportList, permissions.files]));
  expect(after.permissions).not.toContain(taskList);
});

test('applying returns a result per copy, and refuses codes that the caller does not have', async () => {
  const role = await aDefault([deviceList]);
  const [first, second, removed] = [
    await aNewCompany('system', 'Airport'),
    await aNewCompany('system', 'Station'),
    await aNewCompany('system', 'Tower'),
  ];
  const changed = await change(role.id, role.version, [deviceList, ota]);
  await server.ok(update, superAdmin, {
    id: second.roleId,
    version: 1,
    name: 'Theirs',
    permissions: [deviceList],
  });
  await server.ok(roleCalls.remove, superAdmin, { id: removed.roleId, version: 1 });
  const chosen = [first, second, removed].map(({ roleId }) => ({ id: roleId, version: 1 }));
  const keeper = await server.anAccount({
    companyId: provider,
    permissionCodes: [permissions.defaultRoles, deviceList],
  });
  const { list: preview } = await server.ok(copies, keeper, { id: role.id });
  expect(preview[0]).toMatchObject({ gains: [ota], refused: [ota] });
  const resultsFor = async (who: typeof keeper | typeof superAdmin) =>
    (await server.ok(apply, who, { id: role.id, version: changed.version, copies: chosen })).results.map(
      ({ result }) => result,
    );
  expect(await resultsFor(keeper)).toEqual(['NOT_HELD', 'CHANGED_MEANWHILE', 'GONE']);
  expect(await resultsFor(superAdmin)).toEqual(['DONE', 'CHANGED_MEANWHILE', 'GONE']);
  expect(await codesOf(first.roleId)).toContain(ota);
  expect(await codesOf(second.roleId)).not.toContain(ota);
});

test('applying is refused when the default role changed after the preview', async () => {
  const role = await aDefault([deviceList]);
  const { roleId } = await aNewCompany('system', 'Airport');
  await change(role.id, role.version, [deviceList, ota]);
  const old = { id: role.id, version: role.version, copies: [{ id: roleId, version: 1 }] };
  expect((await server.send(apply, superAdmin, old)).code).toBe(errors.changedMeanwhile.code);
});

test('internal codes are not copied, and a copy without them is not behind', async () => {
  const role = await aDefault([deviceList, permissions.accounts, permissions.roleUpdate, permissions.roles]);
  const { roleId } = await aNewCompany('system', 'Airport');
  expect(await codesOf(roleId)).toContain(deviceList);
  expect((await codesOf(roleId)).filter(isInternal)).toEqual([]);
  expect((await server.ok(detail, superAdmin, { id: roleId })).origin?.drift).toBe('SAME');
  expect((await server.ok(detail, superAdmin, { id: role.id })).copies).toEqual({ total: 1, behind: 0 });
  const [preview] = (await server.ok(copies, superAdmin, { id: role.id })).list;
  expect(preview).toMatchObject({ gains: [], losses: [] });
  await change(role.id, role.version, [deviceList, ota, permissions.accounts, permissions.accountReset]);
  const [behind] = (await server.ok(copies, superAdmin, { id: role.id })).list;
  expect(behind).toMatchObject({ drift: 'BEHIND', gains: [ota] });
});

test('applying to a role that is not a copy of the default role changes nothing', async () => {
  const role = await aDefault([deviceList]);
  const unrelated = await server.aRole({ companyId: other });
  const input = { id: role.id, version: role.version, copies: [{ id: unrelated.id, version: 1 }] };
  const { results } = await server.ok(apply, superAdmin, input);
  expect(results).toMatchObject([{ result: 'GONE', companyName: '' }]);
  expect((await server.send(apply, otherAdmin, input)).code).toBe(errors.notFound.code);
});

test('copies of a default role stay when it is deleted', async () => {
  const role = await aDefault([deviceList]);
  const { roleId } = await aNewCompany('system', 'Airport');
  await server.ok(roleCalls.remove, superAdmin, { id: role.id, version: role.version });
  expect(await server.ok(detail, superAdmin, { id: roleId })).toMatchObject({
    name: 'Site lead',
    origin: null,
  });
});

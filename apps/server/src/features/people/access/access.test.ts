import {
  accessCalls,
  authCalls,
  companyCalls,
  deviceCalls,
  errors,
  permissions,
  roleCalls,
  type AccessStep,
} from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';

const { actions, explain, whoHolds } = accessCalls;
const { superAdmin, staff, agentAdmin, mallAdmin, otherAdmin, reader, bare } = people;
const { provider, agent, mall, other } = companyIds;
const { deviceList, taskList, deviceOperate } = permissions;

const server = ownTestServer();

const explainFor = (id: string, action: string, companyId?: string) =>
  server.ok(explain, superAdmin, { id, action, ...(companyId && { companyId }) });
const reasonOf = (steps: AccessStep[], check: AccessStep['check']) =>
  steps.find((step) => step.check === check)?.reason;
const set = <T extends typeof accounts | typeof companies>(table: T, id: string, change: object) =>
  inScope(server.db, '*', (tx) =>
    tx
      .update(table)
      .set(change as never)
      .where(eq(table.id, id)),
  );

test('the list of actions has each code with its calls, and the calls without a code', async () => {
  const { actions: listed, open } = await server.ok(actions, mallAdmin, {});
  expect(listed.find(({ code }) => code === deviceList)?.calls).toContain(deviceCalls.list.path);
  expect(open).toContain(authCalls.login.path);
  expect(open).not.toContain(deviceCalls.list.path);
});

test('the explanation names the role that grants the code, and each check passes', async () => {
  const { allowed, steps, role, needs, has } = await explainFor(reader.id, deviceList);
  expect(allowed).toBe(true);
  expect(steps.map(({ check, reason }) => `${check} ${reason}`)).toEqual([
    'ACCOUNT ENABLED',
    'COMPANY ACTIVE',
    'PASSWORD OWN_PASSWORD',
    'SESSION SIGNED_IN',
    'PERMISSION ROLE',
    'FENCE OWN',
  ]);
  expect(role?.name).toBe('reader');
  expect([needs, has]).toEqual([[deviceList], [deviceList]]);
});

test('an action is found by the path of its call, with or without the method', async () => {
  for (const action of [deviceCalls.list.path, `POST ${deviceCalls.list.path}`])
    expect((await explainFor(bare.id, action)).needs).toEqual([deviceList]);
  const unknown = await server.send(explain, superAdmin, { id: bare.id, action: 'service/nothing' });
  expect(unknown).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { action: expect.any(String) } },
  });
  expect(reasonOf((await explainFor(bare.id, authCalls.login.path)).steps, 'PERMISSION')).toBe('PUBLIC');
  expect(reasonOf((await explainFor(bare.id, authCalls.check.path)).steps, 'PERMISSION')).toBe('ANYBODY');
});

test('any one of several codes opens a call, and a missing code is listed with the roles that grant it', async () => {
  const holder = await server.anAccount({ permissionCodes: [permissions.outerRoles] });
  const list = await explainFor(holder.id, roleCalls.list.path);
  expect(list).toMatchObject({ allowed: true, has: [permissions.outerRoles] });
  const missing = await explainFor(holder.id, deviceOperate);
  expect(missing).toMatchObject({ allowed: false, has: [] });
  expect(reasonOf(missing.steps, 'PERMISSION')).toBe('NOT_IN_ROLE');
  expect(missing.others.map(({ name }) => name)).toEqual(['mallAdmin']);
  const roleless = await server.anAccount({ roleId: null });
  expect(reasonOf((await explainFor(roleless.id, deviceOperate)).steps, 'PERMISSION')).toBe('NO_ROLE');
});

test('super admins and accounts with `*` get different reasons', async () => {
  expect(reasonOf((await explainFor(superAdmin.id, deviceOperate)).steps, 'PERMISSION')).toBe('SUPER_ADMIN');
  expect(reasonOf((await explainFor(otherAdmin.id, deviceOperate)).steps, 'PERMISSION')).toBe('EVERYTHING');
});

test('a disabled account, a frozen company and an initial password each refuse alone, with their reason', async () => {
  await set(accounts, reader.id, { disabled: true });
  const disabled = await explainFor(reader.id, deviceList);
  expect(disabled.allowed).toBe(false);
  expect(reasonOf(disabled.steps, 'ACCOUNT')).toBe('DISABLED');

  await set(companies, agent, { frozenAt: server.clock().toISOString() });
  const above = await explainFor(mallAdmin.id, deviceList);
  expect([above.allowed, reasonOf(above.steps, 'COMPANY')]).toEqual([false, 'FROZEN_ABOVE']);
  expect(reasonOf((await explainFor(agentAdmin.id, deviceList)).steps, 'COMPANY')).toBe('FROZEN');
  await set(companies, agent, { frozenAt: null });

  await set(accounts, bare.id, { mustChangePassword: true });
  expect(reasonOf((await explainFor(bare.id, authCalls.check.path)).steps, 'PASSWORD')).toBe('INITIAL');
  expect((await explainFor(bare.id, authCalls.check.path)).allowed).toBe(true);
  expect((await explainFor(bare.id, companyCalls.options.path)).allowed).toBe(false);
  await set(accounts, bare.id, { initialPasswordUntil: '2020-01-01T00:00:00.000Z' });
  const expired = await explainFor(bare.id, authCalls.check.path);
  expect([expired.allowed, reasonOf(expired.steps, 'PASSWORD')]).toEqual([false, 'INITIAL_EXPIRED']);
});

test('a signed-out account gets an informing step and stays allowed', async () => {
  await server.ok(authCalls.logout, reader, {});
  const { allowed, steps } = await explainFor(reader.id, deviceList);
  expect(allowed).toBe(true);
  expect(reasonOf(steps, 'SESSION')).toBe('SIGNED_OUT');
});

test('the scope check reports own, below, above, all and linked companies', async () => {
  const scopeReason = async (id: string, companyId: string) =>
    reasonOf((await explainFor(id, taskList, companyId)).steps, 'FENCE');
  expect(await scopeReason(agentAdmin.id, mall)).toBe('BELOW');
  expect(await scopeReason(mallAdmin.id, agent)).toBe('OUTSIDE');
  expect(await scopeReason(agentAdmin.id, other)).toBe('OUTSIDE');
  expect(await scopeReason(staff.id, other)).toBe('ALL');
  const sales = await server.anAccount({
    companyId: provider,
    staffKind: 'SALES',
    permissionCodes: [taskList],
  });
  await set(companies, agent, { salesId: sales.id });
  expect(await scopeReason(sales.id, mall)).toBe('LINKED');
  expect(await scopeReason(sales.id, other)).toBe('OUTSIDE');
});

test('an account or a company outside the caller’s scope or side is answered as missing', async () => {
  const refused = async (who: typeof mallAdmin, id: string, companyId?: string) =>
    (await server.send(explain, who, { id, action: taskList, ...(companyId && { companyId }) })).code;
  expect(await refused(mallAdmin, agentAdmin.id)).toBe(errors.notFound.code);
  expect(await refused(mallAdmin, reader.id, agent)).toBe(errors.notFound.code);
  const internal = await server.anAccount({ companyId: provider, permissionCodes: [permissions.roles] });
  expect(await refused(internal, reader.id)).toBe(errors.notFound.code);
  expect(await refused(internal, staff.id)).toBe(200);
});

test('the holders of a code are listed within the caller’s scope, with the role that grants it', async () => {
  await server.anAccount({ companyId: other, username: 'elsewhere', permissionCodes: [deviceList] });
  const { list } = await server.ok(whoHolds, agentAdmin, { action: deviceList });
  expect(list.map(({ username, through }) => `${username} ${through}`)).toEqual([
    'agentAdmin ROLE',
    'mallAdmin ROLE',
    'reader ROLE',
  ]);
  expect(list.at(-1)).toMatchObject({ roleName: 'reader', companyName: 'Mall' });
  const all = await server.ok(whoHolds, superAdmin, { action: deviceList, pageSize: 50 });
  const through = new Map(all.list.map((row) => [row.username, row.through]));
  expect(through.get('superAdmin')).toBe('SUPER_ADMIN');
  expect(through.get('otherAdmin')).toBe('EVERYTHING');
  expect(through.has('bare')).toBe(false);
  for (const action of ['M1', authCalls.check.path]) {
    const none = await server.send(whoHolds, superAdmin, { action });
    expect(none.code).toBe(errors.invalid.code);
  }
});

test('the holders of a code are listed only for the sides that the caller sees', async () => {
  const internal = await server.anAccount({ companyId: provider, permissionCodes: [permissions.accounts] });
  const { list } = await server.ok(whoHolds, internal, { action: deviceList, pageSize: 50 });
  expect(new Set(list.map(({ companyType }) => companyType))).toEqual(new Set([0]));
  const refused = await server.send(whoHolds, internal, { action: deviceList, side: 'OUTER' });
  expect(refused.code).toBe(errors.forbidden.code);
});

test('a call that several codes open lists the accounts with any of them', async () => {
  const [outerRoles, innerRoles] = [
    await server.anAccount({ username: 'sees.roles', permissionCodes: [permissions.outerRoles] }),
    await server.anAccount({ username: 'sees.inside', permissionCodes: [permissions.roles] }),
  ];
  const { list } = await server.ok(whoHolds, mallAdmin, { action: roleCalls.list.path });
  expect(list.map(({ username }) => username)).toEqual([
    'mallAdmin',
    innerRoles.username,
    outerRoles.username,
  ]);
});

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
import { inScope } from '../../platform/db/db.ts';
import { companyIds, people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { accounts } from '../accounts/account-table.ts';
import { companies } from '../companies/company-table.ts';

const { actions, explain, whoHolds } = accessCalls;
const { superAdmin, staff, agentAdmin, mallAdmin, otherAdmin, reader, bare } = people;
const { provider, agent, mall, other } = companyIds;
const { deviceList, taskList, deviceOperate } = permissions;

const server = testServer();

const ask = (id: string, action: string, companyId?: string) =>
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

test('everything that can be asked about is listed: every code with the calls it opens, and the calls none guards', async () => {
  const { actions: listed, open } = await server.ok(actions, mallAdmin, {});
  expect(listed.find(({ code }) => code === deviceList)?.calls).toContain(deviceCalls.list.path);
  expect(open).toContain(authCalls.login.path);
  expect(open).not.toContain(deviceCalls.list.path);
});

test('a role grants: the explanation names it, and every check says yes', async () => {
  const { allowed, steps, role, needs, has } = await ask(reader.id, deviceList);
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

test('a call may be asked about by its path, with or without its method', async () => {
  for (const action of [deviceCalls.list.path, `POST ${deviceCalls.list.path}`])
    expect((await ask(bare.id, action)).needs).toEqual([deviceList]);
  const unknown = await server.send(explain, superAdmin, { id: bare.id, action: 'service/nothing' });
  expect(unknown).toMatchObject({
    code: errors.invalid.code,
    data: { fields: { action: expect.any(String) } },
  });
  expect(reasonOf((await ask(bare.id, authCalls.login.path)).steps, 'PERMISSION')).toBe('PUBLIC');
  expect(reasonOf((await ask(bare.id, authCalls.check.path)).steps, 'PERMISSION')).toBe('ANYBODY');
});

test('of several codes any one opens a call, and what is missing is named with the roles that would grant it', async () => {
  const who = await server.aHolder({ held: [permissions.outerRoles] });
  const list = await ask(who.id, roleCalls.list.path);
  expect(list).toMatchObject({ allowed: true, has: [permissions.outerRoles] });
  const missing = await ask(who.id, deviceOperate);
  expect(missing).toMatchObject({ allowed: false, has: [] });
  expect(reasonOf(missing.steps, 'PERMISSION')).toBe('NOT_IN_ROLE');
  expect(missing.others.map(({ name }) => name)).toEqual(['mallAdmin']);
  const roleless = await server.aHolder({ roleId: null });
  expect(reasonOf((await ask(roleless.id, deviceOperate)).steps, 'PERMISSION')).toBe('NO_ROLE');
});

test('super admins and holders of `*` are told apart', async () => {
  expect(reasonOf((await ask(superAdmin.id, deviceOperate)).steps, 'PERMISSION')).toBe('SUPER_ADMIN');
  expect(reasonOf((await ask(otherAdmin.id, deviceOperate)).steps, 'PERMISSION')).toBe('EVERYTHING');
});

test('disabled, frozen, an initial password: the first “no” is found, and each alone is enough', async () => {
  await set(accounts, reader.id, { disabled: true });
  const disabled = await ask(reader.id, deviceList);
  expect(disabled.allowed).toBe(false);
  expect(reasonOf(disabled.steps, 'ACCOUNT')).toBe('DISABLED');

  await set(companies, agent, { frozenAt: server.clock().toISOString() });
  const above = await ask(mallAdmin.id, deviceList);
  expect([above.allowed, reasonOf(above.steps, 'COMPANY')]).toEqual([false, 'FROZEN_ABOVE']);
  expect(reasonOf((await ask(agentAdmin.id, deviceList)).steps, 'COMPANY')).toBe('FROZEN');
  await set(companies, agent, { frozenAt: null });

  await set(accounts, bare.id, { mustChangePassword: true });
  expect(reasonOf((await ask(bare.id, authCalls.check.path)).steps, 'PASSWORD')).toBe('INITIAL');
  expect((await ask(bare.id, authCalls.check.path)).allowed).toBe(true);
  expect((await ask(bare.id, companyCalls.options.path)).allowed).toBe(false);
  await set(accounts, bare.id, { initialPasswordUntil: '2020-01-01T00:00:00.000Z' });
  const expired = await ask(bare.id, authCalls.check.path);
  expect([expired.allowed, reasonOf(expired.steps, 'PASSWORD')]).toEqual([false, 'INITIAL_EXPIRED']);
});

test('being signed out informs and stops nothing', async () => {
  await server.ok(authCalls.logout, reader, {});
  const { allowed, steps } = await ask(reader.id, deviceList);
  expect(allowed).toBe(true);
  expect(reasonOf(steps, 'SESSION')).toBe('SIGNED_OUT');
});

test('the fence: own, below, above, all, and what sales are linked to', async () => {
  const fence = async (id: string, companyId: string) =>
    reasonOf((await ask(id, taskList, companyId)).steps, 'FENCE');
  expect(await fence(agentAdmin.id, mall)).toBe('BELOW');
  expect(await fence(mallAdmin.id, agent)).toBe('OUTSIDE');
  expect(await fence(agentAdmin.id, other)).toBe('OUTSIDE');
  expect(await fence(staff.id, other)).toBe('ALL');
  const sales = await server.aHolder({ companyId: provider, staffKind: 'SALES', held: [taskList] });
  await set(companies, agent, { salesId: sales.id });
  expect(await fence(sales.id, mall)).toBe('LINKED');
  expect(await fence(sales.id, other)).toBe('OUTSIDE');
});

test('nobody asks about accounts or companies they do not see', async () => {
  const refused = async (who: typeof mallAdmin, id: string, companyId?: string) =>
    (await server.send(explain, who, { id, action: taskList, ...(companyId && { companyId }) })).code;
  expect(await refused(mallAdmin, agentAdmin.id)).toBe(errors.notFound.code);
  expect(await refused(mallAdmin, reader.id, agent)).toBe(errors.notFound.code);
  const inside = await server.aHolder({ companyId: provider, held: [permissions.roles] });
  expect(await refused(inside, reader.id)).toBe(errors.notFound.code);
  expect(await refused(inside, staff.id)).toBe(200);
});

test('who holds a code is found in one’s scope, with the role that grants it', async () => {
  await server.aHolder({ companyId: other, username: 'elsewhere', held: [deviceList] });
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

test('who holds a code is asked of the sides the asker sees', async () => {
  const inside = await server.aHolder({ companyId: provider, held: [permissions.accounts] });
  const { list } = await server.ok(whoHolds, inside, { action: deviceList, pageSize: 50 });
  expect(new Set(list.map(({ companyType }) => companyType))).toEqual(new Set([0]));
  const refused = await server.send(whoHolds, inside, { action: deviceList, side: 'OUTER' });
  expect(refused.code).toBe(errors.forbidden.code);
});

test('of a call that any of several codes opens, everybody with one of them is found', async () => {
  const [one, other] = [
    await server.aHolder({ username: 'sees.roles', held: [permissions.outerRoles] }),
    await server.aHolder({ username: 'sees.inside', held: [permissions.roles] }),
  ];
  const { list } = await server.ok(whoHolds, mallAdmin, { action: roleCalls.list.path });
  expect(list.map(({ username }) => username)).toEqual(['mallAdmin', other.username, one.username]);
});

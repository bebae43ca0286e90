import {
  accountCalls,
  authCalls,
  deviceCalls,
  errors,
  everything,
  minApproverAgeMs,
  otaPackageCalls,
  otaTaskCalls,
  permissions,
  roleCalls,
  shellCalls,
} from '@sweepline/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aShellRobot } from '../test-kit/shells/shell-robot.ts';
import { rolloutFleet } from '../test-kit/files/rollout-fleet.ts';
import { companyIds, people, type Person } from '../test-kit/index.ts';
import { signIn } from '../test-kit/sign-in.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';

const server = sharedTestServer();
const { provider } = companyIds;
const longAgo = () => new Date(server.clock().getTime() - 2 * minApproverAgeMs).toISOString();
/** Staff of the provider that may do everything and was there long before. */
const aColleague = (more: object = {}) =>
  server.anAccount({ companyId: provider, permissionCodes: [everything], createdAt: longAgo(), ...more });

let fleet: ReturnType<typeof rolloutFleet>;
let robot: Awaited<ReturnType<typeof aShellRobot>>;
const requester: Person = people.superAdmin;
let approvers: Record<string, Person>;
let count = 0;

/** Registers an account as an administrator does; its owner chooses a password. */
async function register(by: Person): Promise<() => Promise<Person>> {
  const role = await server.aRole({ companyId: provider, permissions: [everything] });
  const username = `person.${++count}`;
  const input = { companyId: provider, username, nickname: username, roleId: role.id };
  const { password } = await server.ok(accountCalls.register, by, input);
  return await firstSignIn(username, password);
}

async function firstSignIn(username: string, originPassword: string): Promise<() => Promise<Person>> {
  const { id: userId, token } = await signIn(server, { username, password: originPassword });
  const password = 'a wrong mule torch';
  const change = { originPassword, password, userId };
  await server.ok(authCalls.changePassword, { ...people.superAdmin, id: userId, token }, change);
  return () => signIn(server, { username, password });
}

beforeAll(async () => {
  const address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const puppet = await register(people.superAdmin);
  const puppetOfPuppet = await register(await puppet());
  // Sessions that are used stay open.
  for (let part = 0; part < 3; part += 1) {
    server.clock.advance(minApproverAgeMs / 3);
    for (const who of [people.superAdmin, people.mallAdmin]) await server.ok(deviceCalls.list, who, {});
  }
  const [reset, granted] = [await aColleague(), await aColleague({ permissionCodes: [] })];
  const { password } = await server.ok(accountCalls.resetPassword, requester, { id: reset.id });
  const role = await server.aRole({ companyId: provider, permissions: [everything] });
  await server.ok(accountCalls.update, requester, { id: granted.id, version: 1, roleId: role.id });
  // Roles that an account saved which the requester made, or whose password the requester reset.
  const [ofPuppet, ofReset] = [await aColleague(), await aColleague()];
  const resetMaker = await (await firstSignIn(reset.username, password))();
  for (const [maker, holder] of [
    [await puppet(), ofPuppet],
    [resetMaker, ofReset],
  ] as const) {
    const update = { id: holder.roleId!, version: 1, name: holder.username, permissions: [everything] };
    await server.ok(roleCalls.update, maker, update);
  }
  approvers = {
    ownApproval: requester,
    approverCreated: await puppet(),
    approverReset: resetMaker,
    approverGranted: granted,
    approverNew: await aColleague({
      createdAt: new Date(Date.parse(longAgo()) + minApproverAgeMs + 1).toISOString(),
    }),
    puppetOfPuppet: await puppetOfPuppet(),
    roleOfPuppet: ofPuppet,
    roleOfReset: ofReset,
  };
  fleet = rolloutFleet(server);
  robot = await aShellRobot(server, address, 'J30-TWO-PERSONS');
});
afterAll(() => robot.close());

/** Each thing that a second person approves: a request of it, the approval, and the reason that the page shows before. */
const doors = {
  shell: {
    request: async () => (await robot.request(requester)).id,
    approve: (who: Person, id: string) => server.send(shellCalls.approve, who, { id }),
    read: (who: Person, id: string) => server.ok(shellCalls.detail, who, { id }),
  },
  task: {
    request: async () => {
      await fleet.aRobot();
      const { id: packageId } = await server.aPackage();
      return (await server.ok(otaTaskCalls.add, requester, { plan: fleet.aPlan(packageId) })).id;
    },
    approve: (who: Person, id: string) =>
      server.send(otaTaskCalls.approve, who, { id, revision: 1, approved: true }),
    read: (who: Person, id: string) => server.ok(otaTaskCalls.detail, who, { id }),
  },
  package: {
    request: async () => (await server.aPackage({ state: 'DRAFT', uploadedById: requester.id })).id,
    approve: (who: Person, id: string) =>
      server.send(otaPackageCalls.check, who, { id, revision: 1, approved: true }),
    read: (who: Person, id: string) => server.ok(otaPackageCalls.detail, who, { id }),
  },
};
const cases = Object.keys(doors) as (keyof typeof doors)[];

/** Where the name of the approver is not that of the reason. */
const reasons: Record<string, keyof typeof errors> = {
  puppetOfPuppet: 'approverCreated',
  roleOfPuppet: 'approverGranted',
  roleOfReset: 'approverGranted',
};

test.each(cases)(
  'a %s is approved by nobody whom the requester made, and the page says so before',
  async (name) => {
    const { request, approve, read } = doors[name];
    const id = await request();
    for (const [fault, who] of Object.entries(approvers)) {
      const reason = reasons[fault] ?? (fault as keyof typeof errors);
      const { code, msg } = await approve(who, id);
      expect([fault, code, msg]).toEqual([fault, errors[reason].code, errors[reason].texts.en]);
      if (name !== 'shell' || fault !== 'ownApproval')
        expect([fault, (await read(who, id)).approvalFault]).toEqual([fault, reason]);
    }
    const colleague = await aColleague();
    expect((await read(colleague, id)).approvalFault).toBeNull();
    expect((await approve(colleague, id)).code).toBe(200);
  },
);

test.each(cases)('where a company named approvers, only they approve a %s', async (name) => {
  const { request, approve, read } = doors[name];
  const [named, other] = [await aColleague(), await aColleague()];
  const boss = await aColleague();
  const id = await request();
  expect((await server.ok(accountCalls.setApprover, boss, { id: named.id, approver: true })).approver).toBe(
    true,
  );
  expect((await approve(other, id)).msg).toBe(errors.approverNotNamed.texts.en);
  expect((await read(other, id)).approvalFault).toBe('approverNotNamed');
  expect((await approve(named, id)).code).toBe(200);
  await server.ok(accountCalls.setApprover, boss, { id: named.id, approver: false });
  expect((await approve(other, await request())).code).toBe(200);
});

test('who names approvers has the permission of it, names others, and only in the own company', async () => {
  const set = (who: Person, id: string) => server.send(accountCalls.setApprover, who, { id, approver: true });
  const admin = await aColleague();
  const without = await aColleague({ permissionCodes: [permissions.accounts, permissions.accountUpdate] });
  expect((await set(without, admin.id)).code).toBe(errors.forbidden.code);
  expect((await set(admin, admin.id)).msg).toBe(errors.ownAccount.texts.en);
  expect((await set(admin, people.mallAdmin.id)).code).toBe(errors.forbidden.code);
  const acts = async (id: string) => (await server.ok(accountCalls.detail, admin, { id })).account.acts;
  expect(await acts(without.id)).toContain('approver');
  expect(await acts(people.mallAdmin.id)).not.toContain('approver');
});

test('the company of a package is told who approved it, and that of a robot of an update at any time', async () => {
  const colleague = await aColleague();
  const packageId = await doors.package.request();
  await doors.package.approve(colleague, packageId);
  const taskId = await doors.task.request();
  await doors.task.approve(colleague, taskId);
  await fleet.tick();
  const notices = await server.asOwner(
    (sql) =>
      sql`select template, company_id from notices where template in ('packageApproved', 'updateSoon')
        and (occasion like ${`%${packageId}%`} or occasion like 'update/before/%')`,
  );
  expect(notices).toContainEqual({ template: 'packageApproved', company_id: provider });
  expect(notices).toContainEqual({ template: 'updateSoon', company_id: companyIds.mall });
});

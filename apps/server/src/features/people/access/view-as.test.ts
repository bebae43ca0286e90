import {
  accessCalls,
  allCalls,
  authCalls,
  deviceCalls,
  errors,
  everything,
  langs,
  onlyReads,
  permissions,
  roleCalls,
  type Call,
} from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { sampleOf } from '../../../test-kit/sample.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { sessions } from '../../../entities/people/session-table.ts';

const { viewAs, endView } = accessCalls;
const { check, logout } = authCalls;
const { superAdmin, staff, agentAdmin, mallAdmin, otherAdmin, reader, bare } = people;
const { provider, agent, mall } = companyIds;

const server = testServer();

const openView = async (who: Person, viewed: Person): Promise<Person> => {
  const { session } = await server.ok(viewAs, who, { id: viewed.id });
  return { ...viewed, token: session };
};
const codeOf = async (call: Call, who: Person, input: unknown = {}) =>
  (await server.send(call, who, input)).code;

test('a view has the rights and the scope of the viewed account, and reports its viewer', async () => {
  const view = await openView(agentAdmin, reader);
  const user = await server.ok(check, view, {});
  expect(user).toMatchObject({ userId: reader.id, companyName: 'Mall', viewer: { username: 'agentAdmin' } });
  expect(user.authorities).toEqual((await server.ok(check, reader, {})).authorities);
  expect(await codeOf(roleCalls.list, view)).toBe(errors.forbidden.code);
  const [inMall] = [await server.aDevice({ companyId: mall }), await server.aDevice({ companyId: agent })];
  const { list } = await server.ok(deviceCalls.list, view, {});
  expect(list.map(({ id }) => id)).toEqual([inMall.id]);
});

const writing = Object.entries(allCalls).flatMap(([family, group]) =>
  Object.entries<Call>(group)
    .filter(([, call]) => call.allow !== 'everyone' && !(call.allowWhileImpersonating ?? onlyReads(call)))
    .map(([name, call]) => ({ name: `${family} ${name}`, call })),
);

test('a view is refused each writing call, whatever the viewed account may do', async () => {
  expect(writing.length).toBeGreaterThan(40);
  const view = await openView(superAdmin, otherAdmin);
  for (const { name, call } of writing) expect(await codeOf(call, view), name).toBe(errors.viewOnly.code);
});

test('the refusal of a view is in the language of the request', async () => {
  const view = await openView(agentAdmin, mallAdmin);
  for (const lang of langs) {
    const answer = await server.send(roleCalls.add, view, {}, { lang });
    expect(answer.msg).toBe(errors.viewOnly.texts[lang]);
  }
});

test('a view of an account with more rights or a wider scope, or of a super admin, is refused', async () => {
  const viewer = await server.anAccount({
    companyId: agent,
    permissionCodes: [permissions.outerAccounts, permissions.outerAccountViewAs, permissions.deviceList],
  });
  expect(await codeOf(viewAs, viewer, { id: mallAdmin.id })).toBe(errors.viewBeyond.code);
  expect(await codeOf(viewAs, viewer, { id: bare.id })).toBe(200);
  expect(await codeOf(viewAs, agentAdmin, { id: otherAdmin.id })).toBe(errors.notFound.code);
  expect(await codeOf(viewAs, mallAdmin, { id: agentAdmin.id })).toBe(errors.notFound.code);
  const wildcard = await server.anAccount({ companyId: provider, permissionCodes: [everything] });
  expect(await codeOf(viewAs, wildcard, { id: superAdmin.id })).toBe(errors.viewBeyond.code);
  const second = await server.anAccount({ companyId: provider, roleType: 1, roleId: null });
  expect(await codeOf(viewAs, superAdmin, { id: second.id })).toBe(200);
});

test('staff with a wider scope may view as sales', async () => {
  const sales = await server.anAccount({
    companyId: provider,
    staffKind: 'SALES',
    permissionCodes: [permissions.deviceList],
  });
  expect(await codeOf(viewAs, staff, { id: sales.id })).toBe(200);
});

test('a view of internal accounts needs the internal code, a view of outer accounts the outer code', async () => {
  const viewer = await server.anAccount({
    companyId: provider,
    permissionCodes: [permissions.accounts, permissions.accountViewAs, permissions.outerAccounts],
  });
  const colleague = await server.anAccount({ companyId: provider, permissionCodes: [] });
  expect(await codeOf(viewAs, viewer, { id: colleague.id })).toBe(200);
  expect(await codeOf(viewAs, viewer, { id: bare.id })).toBe(errors.forbidden.code);
});

test('a view of the own account or of a disabled account is refused', async () => {
  expect(await codeOf(viewAs, agentAdmin, { id: agentAdmin.id })).toBe(errors.wrongState.code);
  await inScope(server.db, '*', (tx) =>
    tx.update(accounts).set({ disabled: true }).where(eq(accounts.id, bare.id)),
  );
  expect(await codeOf(viewAs, agentAdmin, { id: bare.id })).toBe(errors.wrongState.code);
});

test('endView ends the view, and the viewer’s own session continues', async () => {
  const view = await openView(agentAdmin, reader);
  expect(await codeOf(endView, view)).toBe(200);
  expect(await codeOf(check, view)).toBe(errors.signedOut.code);
  expect(await codeOf(check, agentAdmin)).toBe(200);
  expect(await codeOf(check, reader)).toBe(200);
  // On a session that is not a view, the call has no effect.
  expect(await codeOf(endView, agentAdmin)).toBe(200);
  expect(await codeOf(check, agentAdmin)).toBe(200);
});

test('opening a second view ends the first', async () => {
  const first = await openView(agentAdmin, reader);
  const second = await openView(agentAdmin, bare);
  expect(await codeOf(check, first)).toBe(errors.signedOut.code);
  expect(await codeOf(check, second)).toBe(200);
});

test('a view ends after an hour', async () => {
  const view = await openView(agentAdmin, reader);
  server.clock.advance(59 * 60_000);
  expect(await codeOf(check, view)).toBe(200);
  server.clock.advance(2 * 60_000);
  expect(await codeOf(check, view)).toBe(errors.viewEnded.code);
});

test('a view ends with the session that opened it, and a new login does not restore it', async () => {
  const view = await openView(agentAdmin, reader);
  expect(await codeOf(check, view)).toBe(200);
  await server.ok(logout, agentAdmin, {});
  expect(await codeOf(check, view)).toBe(errors.viewEnded.code);
  const now = server.clock().toISOString();
  server.clock.advance(1_000);
  const at = server.clock().toISOString();
  expect(at > now).toBe(true);
  await inScope(server.db, '*', (tx) =>
    tx.insert(sessions).values({
      companyId: agent,
      accountId: agentAdmin.id,
      tokenHash: 'a new login',
      createdAt: at,
      lastSeenAt: at,
      address: '::1',
    }),
  );
  expect(await codeOf(check, view)).toBe(errors.viewEnded.code);
});

test('a view ends when its viewer loses a right of the viewed account', async () => {
  const viewer = await server.anAccount({
    companyId: agent,
    permissionCodes: [permissions.outerAccounts, permissions.outerAccountViewAs, permissions.deviceList],
  });
  const viewed = await server.anAccount({ permissionCodes: [permissions.deviceList] });
  const view = await openView(viewer, viewed);
  expect(await codeOf(deviceCalls.list, view)).toBe(200);
  await server.ok(roleCalls.update, agentAdmin, {
    id: viewer.roleId ?? '',
    version: 1,
    name: 'Less',
    permissions: [permissions.outerAccounts, permissions.outerAccountViewAs],
  });
  expect(await codeOf(deviceCalls.list, view)).toBe(errors.viewEnded.code);
});

test('a view cannot open another view', async () => {
  const view = await openView(agentAdmin, mallAdmin);
  expect(await codeOf(viewAs, view, { id: bare.id })).toBe(errors.viewOnly.code);
});

test('the start, the end and each refusal of a view are audited under both names', async () => {
  const view = await openView(agentAdmin, mallAdmin);
  await server.send(roleCalls.add, view, sampleOf(roleCalls.add));
  await server.ok(endView, view, {});
  const entries = () =>
    server.asOwner(
      (
        sql,
      ) => sql`select call, account_id as who, account_name as name, account_role as role, record_id as record
        from audit_entries where reason is null or call = ${`POST ${roleCalls.add.path}`} order by call`,
    );
  // Refusals are collected for half a second.
  await expect.poll(entries).toHaveLength(3);
  const [end, start, write] = await entries();
  expect(start).toMatchObject({ call: `POST ${viewAs.path}`, who: agentAdmin.id, record: mallAdmin.id });
  for (const entry of [end, write])
    expect(entry).toMatchObject({ who: agentAdmin.id, name: 'agentAdmin', role: '→ mallAdmin' });
});

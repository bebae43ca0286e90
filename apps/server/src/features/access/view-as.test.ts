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
import { inScope } from '../../platform/db/db.ts';
import { companyIds, people, type Person } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { sampleOf } from '../../test-kit/sample.ts';
import { accounts } from '../accounts/account-table.ts';
import { sessions } from '../auth/session-table.ts';

const { viewAs, endView } = accessCalls;
const { check, logout } = authCalls;
const { superAdmin, staff, agentAdmin, mallAdmin, otherAdmin, reader, bare } = people;
const { provider, agent, mall } = companyIds;

const server = testServer();

const look = async (who: Person, viewed: Person): Promise<Person> => {
  const { session } = await server.ok(viewAs, who, { id: viewed.id });
  return { ...viewed, token: session };
};
const codeOf = async (call: Call, who: Person, input: unknown = {}) =>
  (await server.send(call, who, input)).code;

test('a view answers as the viewed account would be answered, and says who looks', async () => {
  const eyes = await look(agentAdmin, reader);
  const user = await server.ok(check, eyes, {});
  expect(user).toMatchObject({ userId: reader.id, companyName: 'Mall', viewer: { username: 'agentAdmin' } });
  expect(user.authorities).toEqual((await server.ok(check, reader, {})).authorities);
  expect(await codeOf(roleCalls.list, eyes)).toBe(errors.forbidden.code);
  const [inMall] = [await server.aDevice({ companyId: mall }), await server.aDevice({ companyId: agent })];
  const { list } = await server.ok(deviceCalls.list, eyes, {});
  expect(list.map(({ id }) => id)).toEqual([inMall.id]);
});

const writing = Object.entries(allCalls).flatMap(([family, group]) =>
  Object.entries<Call>(group)
    .filter(([, call]) => call.allow !== 'everyone' && !(call.allowWhileImpersonating ?? onlyReads(call)))
    .map(([name, call]) => ({ name: `${family} ${name}`, call })),
);

test('every call that writes is refused to a view, whatever the viewed account may do', async () => {
  expect(writing.length).toBeGreaterThan(40);
  const eyes = await look(superAdmin, otherAdmin);
  for (const { name, call } of writing) expect(await codeOf(call, eyes), name).toBe(errors.viewOnly.code);
});

test('the refusal is said in the reader’s language', async () => {
  const eyes = await look(agentAdmin, mallAdmin);
  for (const lang of langs) {
    const answer = await server.send(roleCalls.add, eyes, {}, { lang });
    expect(answer.msg).toBe(errors.viewOnly.texts[lang]);
  }
});

test('nobody looks through the eyes of who may do more, sees more, or is a super admin', async () => {
  const viewer = await server.aHolder({
    companyId: agent,
    held: [permissions.outerAccounts, permissions.outerAccountViewAs, permissions.deviceList],
  });
  expect(await codeOf(viewAs, viewer, { id: mallAdmin.id })).toBe(errors.viewBeyond.code);
  expect(await codeOf(viewAs, viewer, { id: bare.id })).toBe(200);
  expect(await codeOf(viewAs, agentAdmin, { id: otherAdmin.id })).toBe(errors.notFound.code);
  expect(await codeOf(viewAs, mallAdmin, { id: agentAdmin.id })).toBe(errors.notFound.code);
  const wild = await server.aHolder({ companyId: provider, held: [everything] });
  expect(await codeOf(viewAs, wild, { id: superAdmin.id })).toBe(errors.viewBeyond.code);
  const second = await server.aHolder({ companyId: provider, roleType: 1, roleId: null });
  expect(await codeOf(viewAs, superAdmin, { id: second.id })).toBe(200);
});

test('sales are looked through by who sees what they are linked to, and look at nothing wider themselves', async () => {
  const sales = await server.aHolder({
    companyId: provider,
    staffKind: 'SALES',
    held: [permissions.deviceList],
  });
  expect(await codeOf(viewAs, staff, { id: sales.id })).toBe(200);
});

test('internal accounts need the internal code, outer ones the outer', async () => {
  const inside = await server.aHolder({
    companyId: provider,
    held: [permissions.accounts, permissions.accountViewAs, permissions.outerAccounts],
  });
  const colleague = await server.aHolder({ companyId: provider, held: [] });
  expect(await codeOf(viewAs, inside, { id: colleague.id })).toBe(200);
  expect(await codeOf(viewAs, inside, { id: bare.id })).toBe(errors.forbidden.code);
});

test('one looks neither at oneself nor at a disabled account', async () => {
  expect(await codeOf(viewAs, agentAdmin, { id: agentAdmin.id })).toBe(errors.wrongState.code);
  await inScope(server.db, '*', (tx) =>
    tx.update(accounts).set({ disabled: true }).where(eq(accounts.id, bare.id)),
  );
  expect(await codeOf(viewAs, agentAdmin, { id: bare.id })).toBe(errors.wrongState.code);
});

test('a view ends when it is ended, and the viewer’s own session goes on', async () => {
  const eyes = await look(agentAdmin, reader);
  expect(await codeOf(endView, eyes)).toBe(200);
  expect(await codeOf(check, eyes)).toBe(errors.signedOut.code);
  expect(await codeOf(check, agentAdmin)).toBe(200);
  expect(await codeOf(check, reader)).toBe(200);
  // Of any other session it ends nothing.
  expect(await codeOf(endView, agentAdmin)).toBe(200);
  expect(await codeOf(check, agentAdmin)).toBe(200);
});

test('somebody looks through one pair of eyes at a time', async () => {
  const first = await look(agentAdmin, reader);
  const second = await look(agentAdmin, bare);
  expect(await codeOf(check, first)).toBe(errors.signedOut.code);
  expect(await codeOf(check, second)).toBe(200);
});

test('a view lasts an hour', async () => {
  const eyes = await look(agentAdmin, reader);
  server.clock.advance(59 * 60_000);
  expect(await codeOf(check, eyes)).toBe(200);
  server.clock.advance(2 * 60_000);
  expect(await codeOf(check, eyes)).toBe(errors.viewEnded.code);
});

test('a view ends with the session it was opened from, and a new login does not bring it back', async () => {
  const eyes = await look(agentAdmin, reader);
  expect(await codeOf(check, eyes)).toBe(200);
  await server.ok(logout, agentAdmin, {});
  expect(await codeOf(check, eyes)).toBe(errors.viewEnded.code);
  const now = server.clock().toISOString();
  server.clock.advance(1_000);
  const at = server.clock().toISOString();
  expect(at > now).toBe(true);
  await inScope(server.db, '*', (tx) =>
    tx.insert(sessions).values({
      ...{ companyId: agent, accountId: agentAdmin.id, tokenHash: 'a new login' },
      ...{ createdAt: at, lastSeenAt: at, address: '::1' },
    }),
  );
  expect(await codeOf(check, eyes)).toBe(errors.viewEnded.code);
});

test('a view ends when its viewer loses a right it shows, or the viewed account is disabled', async () => {
  const viewer = await server.aHolder({
    companyId: agent,
    held: [permissions.outerAccounts, permissions.outerAccountViewAs, permissions.deviceList],
  });
  const viewed = await server.aHolder({ held: [permissions.deviceList] });
  const eyes = await look(viewer, viewed);
  expect(await codeOf(deviceCalls.list, eyes)).toBe(200);
  await server.ok(roleCalls.update, agentAdmin, {
    ...{ id: viewer.roleId ?? '', version: 1, name: 'Less' },
    permissions: [permissions.outerAccounts, permissions.outerAccountViewAs],
  });
  expect(await codeOf(deviceCalls.list, eyes)).toBe(errors.viewEnded.code);
});

test('a view opens no view', async () => {
  const eyes = await look(agentAdmin, mallAdmin);
  expect(await codeOf(viewAs, eyes, { id: bare.id })).toBe(errors.viewOnly.code);
});

test('the start, the end and every refusal in between are in the audit, under both names', async () => {
  const eyes = await look(agentAdmin, mallAdmin);
  await server.send(roleCalls.add, eyes, sampleOf(roleCalls.add));
  await server.ok(endView, eyes, {});
  const entries = () =>
    server.asOwner(
      (
        sql,
      ) => sql`select call, account_id as who, account_name as name, account_role as role, record_id as record
        from audit_entries where reason is null or call = ${`POST ${roleCalls.add.path}`} order by call`,
    );
  // Refusals are collected for half a second.
  await expect.poll(entries, { timeout: 5_000 }).toHaveLength(3);
  const [end, start, write] = await entries();
  expect(start).toMatchObject({ call: `POST ${viewAs.path}`, who: agentAdmin.id, record: mallAdmin.id });
  for (const entry of [end, write])
    expect(entry).toMatchObject({ who: agentAdmin.id, name: 'agentAdmin', role: '→ mallAdmin' });
});

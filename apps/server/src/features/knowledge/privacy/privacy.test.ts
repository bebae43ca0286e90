import { accessCalls, errors, noticeCalls, privacyCalls, privacyRequestDays } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { viewedBy, watched, data, request, askDeletion, cancelDeletion } = privacyCalls;
const { superAdmin, mallAdmin, reader, bare } = people;
const server = testServer();

test('an account sees who viewed the console as it, also from a company that it does not see', async () => {
  await server.ok(accessCalls.viewAs, superAdmin, { id: reader.id });
  const { list } = await server.ok(viewedBy, reader, {});
  expect(list).toMatchObject([
    { by: expect.stringContaining('superAdmin'), at: server.clock().toISOString() },
  ]);
  expect((await server.ok(viewedBy, mallAdmin, {})).list).toEqual([]);
});

test('views of cameras of the own company are listed for accounts that see its robots', async () => {
  const device = await server.aDevice({ companyId: companyIds.mall });
  const at = server.clock().toISOString();
  await server.asOwner(async (sql) => {
    const session = crypto.randomUUID();
    await sql`insert into video_sessions (id, company_id, device_id, camera, state, changed_at, started_at, token_hash, token_until)
      values (${session}, ${companyIds.mall}, ${device.id}, 'FRONT', 'CLOSED', ${at}, ${at}, ${session}, ${at})`;
    await sql`insert into video_views (id, company_id, device_id, session_id, camera, account_id, login, viewer, company, by_right, reason, opened_at)
      values (${crypto.randomUUID()}, ${companyIds.mall}, ${device.id}, ${session}, 'FRONT', ${superAdmin.id}, ${session},
        'Support', 'Provider', 'COMPANY', 'A jam', ${at})`;
  });
  const { list } = await server.ok(watched, reader, {});
  expect(list).toMatchObject([{ deviceId: device.id, viewer: 'Support', reason: 'A jam', endedAt: null }]);
  expect((await server.ok(watched, bare, {})).list).toEqual([]);
  expect((await server.ok(watched, people.otherAdmin, {})).list).toEqual([]);
});

test('the file has the data of the account, and no secret', async () => {
  const file = await server.answerOf(data, reader, {});
  const content = JSON.parse(file.body) as Record<string, unknown>;
  expect(content).toMatchObject({ account: { username: reader.username }, sessions: [{ endedAt: null }] });
  expect(file.body).not.toMatch(/hash|password|token/i);
});

test('a request for deletion has a deadline, and administrators of the company are told once', async () => {
  await server.ok(askDeletion, bare, {});
  await server.ok(askDeletion, bare, {});
  const askedMs = server.clock().getTime();
  const dueAt = new Date(askedMs + privacyRequestDays * 86_400_000).toISOString();
  expect(await server.ok(request, bare, {})).toEqual({
    request: { askedAt: server.clock().toISOString(), dueAt },
  });
  const { list } = await server.ok(noticeCalls.systemList, mallAdmin, {});
  expect(list.filter(({ content }) => content.includes('deletion'))).toHaveLength(1);
  await server.ok(cancelDeletion, bare, {});
  expect(await server.ok(request, bare, {})).toEqual({ request: null });
  expect((await server.send(cancelDeletion, bare, {})).code).toBe(errors.wrongState.code);
});

test('an impersonating administrator reads nothing of it', async () => {
  const { session } = await server.ok(accessCalls.viewAs, superAdmin, { id: reader.id });
  const viewer = { ...reader, token: session };
  for (const call of [viewedBy, data, askDeletion])
    expect((await server.send(call, viewer, {})).code).toBe(errors.viewOnly.code);
});

import { allCalls, errors, serverRoles } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { end } from '../../../platform/cluster/server-endings.ts';
import * as rows from '../../../platform/cluster/server-rows.ts';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { list, drain, resume } = allCalls.servers;
const { superAdmin, mallAdmin } = people;

/** A server that has just given a sign with its figures. */
async function aServer(name: string, roles: readonly string[] = serverRoles) {
  const id = await rows.join(server.db, { name, version: '1.2.0', roles });
  const figures = { robots: 512, loopDelayMs: 1.6, queuedRows: 3 };
  const runningJobs = ['files.clean', 'a job of a later version'];
  const notFollowed = { count: 1, serialNumbers: ['J30A1'], topics: [] };
  await rows.beat(server.db, id, { figures, runningJobs, notFollowed }, 60_000);
  return id;
}
const stateOf = async (id: string) =>
  (await server.ok(list, superAdmin, {})).servers.find((it) => it.id === id)?.state;

test('the super admin sees each server with what it does and what it last reported', async () => {
  const id = await aServer('host 1', ['gateway', 'a role of a later version']);
  await server.asOwner(
    (sql) => sql`update shards set server_id = ${id}, changed_at = now() where shard < 100`,
  );
  const { servers, shardCount, isAlone } = await server.ok(list, superAdmin, {});
  expect(servers).toEqual([
    {
      id,
      name: 'host 1',
      version: '1.2.0',
      roles: ['gateway'],
      state: 'RUNNING',
      startedAt: expect.stringMatching(/Z$/),
      endedAt: null,
      silentSeconds: expect.any(Number),
      robots: 512,
      shards: 100,
      gotSharesAt: expect.stringMatching(/Z$/),
      loopDelayMs: 2,
      queuedRows: 3,
      runningJobs: ['files.clean'],
      notFollowed: { count: 1, serialNumbers: ['J30A1'], topics: [] },
    },
  ]);
  expect([shardCount, isAlone]).toEqual([256, false]);
});

test('a server is drained and resumed, and both are audited with the server', async () => {
  const [first] = [await aServer('host 1'), await aServer('host 2')];
  await server.ok(drain, superAdmin, { id: first });
  expect(await stateOf(first)).toBe('DRAINING');
  await server.ok(resume, superAdmin, { id: first });
  expect(await stateOf(first)).toBe('RUNNING');
  const entries = await server.asOwner(
    (sql) =>
      sql`select call, record_id as "recordId", code from audit_entries where call like '%server/%' order by at`,
  );
  expect(entries.map(({ recordId, code }) => [recordId, code])).toEqual([
    [first, 200],
    [first, 200],
  ]);
});

test('the last running server of a role is not drained', async () => {
  const [first, second] = [await aServer('host 1'), await aServer('host 2')];
  await server.ok(drain, superAdmin, { id: first });
  expect((await server.send(drain, superAdmin, { id: second })).code).toBe(errors.lastServer.code);
  expect(await stateOf(second)).toBe('RUNNING');
});

test('of two servers that are drained at once one stays', async () => {
  const ids = [await aServer('host 1'), await aServer('host 2')];
  const answers = await Promise.all(ids.map((id) => server.send(drain, superAdmin, { id })));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, errors.lastServer.code]);
});

test('an ended server is listed for a day, and cannot be drained', async () => {
  const [ended, old] = [await aServer('host 1'), await aServer('host 2')];
  await aServer('host 3');
  for (const id of [ended, old]) await end(server.db, id);
  await server.asOwner(
    (sql) => sql`update servers set ended_at = now() - interval '25 hours' where id = ${old}`,
  );
  expect([await stateOf(ended), await stateOf(old)]).toEqual(['ENDED', undefined]);
  expect((await server.send(drain, superAdmin, { id: ended })).code).toBe(errors.notFound.code);
});

test('only a super admin sees, drains and resumes servers', async () => {
  const id = await aServer('host 1');
  for (const [call, input] of [
    [list, {}],
    [drain, { id }],
    [resume, { id }],
  ] as const)
    expect((await server.send(call, mallAdmin, input)).code).toBe(errors.forbidden.code);
});

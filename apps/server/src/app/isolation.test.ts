import { topics } from '@sweepline/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canaryOf, letLoose } from '../test-kit/canaries.ts';
import { startServer, type TestServer } from '../test-kit/index.ts';
import { listed, makeRecords, walk, type Records } from '../test-kit/isolation.ts';
import { sampleFor, sampleOf } from '../test-kit/sample.ts';
import { plantTree, standings, type PlantedTree } from '../test-kit/tree.ts';
import { rightsChanged } from '../features/auth/session-service.ts';
import { topicRules } from './topic-rules.ts';

let server: TestServer;
let tree: PlantedTree;
let records: Records;
let scoped = true;
beforeAll(async () => {
  server = await startServer({ regard: (account) => (scoped ? account : { ...account, scope: '*' }) });
  tree = await plantTree(server);
  records = await makeRecords(server, tree);
  const columns = await server.asOwner((sql) => letLoose(sql, tree.ids));
  expect(columns).toBeGreaterThan(5);
  server.bus.publish(rightsChanged, {});
});
afterAll(() => server.stop());

/** Every row of every table a call could have changed. */
const allRows = () =>
  server.asOwner(async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not relispartition and relname not like 'audit%' and relname <> 'sessions'`;
    const sums = tables.map(
      ({ name }) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
    );
    return await sql.unsafe(`${sums.join(' union all ')} order by 1`);
  });

/** A finding on one line. */
const told = ({ call, who, record, what }: Awaited<ReturnType<typeof walk>>[number]) =>
  `${who}: ${call} of ${record} ${what}`;

const policies = (how: 'enable' | 'disable') =>
  server.asOwner(async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid where p.polname = 'tenant_scope'`;
    await sql.unsafe(tables.map(({ name }) => `alter table ${name} ${how} row level security`).join('; '));
  });

describe('between companies', () => {
  test('nobody is answered, shown or told anything of a company that is not theirs to see', async () => {
    const before = await allRows();
    expect((await walk(server, tree.principals, records)).map(told)).toEqual([]);
    expect(await allRows()).toEqual(before);
  }, 240_000);

  test('the calls keep their own fence where the database’s is down', async () => {
    await policies('disable');
    const { agent, terminal } = tree.principals;
    const findings = await walk(server, { agent, terminal }, records).finally(() => policies('enable'));
    expect(findings.map(told)).toEqual([]);
  }, 120_000);
});

test('a share opens its own calls to whom it was given, and not one other', async () => {
  const { terminal } = tree.principals;
  const deviceId = records.deviceControl!.otherBranch;
  const { id } = await server.aShare({ companyId: tree.ids.otherBranch, deviceId, accountId: terminal.id });
  const opened = (await walk(server, { terminal }, records)).map(({ call }) => call.split(' ')[0]);
  expect([...new Set(opened)].toSorted()).toEqual(['deviceControl', 'receivedShares']);
  await server.asOwner((sql) => sql`delete from device_shares where id = ${id}`);
}, 120_000);

test('one foreign id among many spoils the whole list, and nothing is done', async () => {
  for (const { feature, name, call, field } of listed) {
    const made = records[feature];
    if (!made) continue;
    const before = await allRows();
    const input = { ...sampleOf(call), [field]: [made.own, made.otherBranch] };
    const { code } = await server.send(call, tree.principals.agent, input);
    expect(code, name).not.toBe(200);
    expect(await allRows(), name).toEqual(before);
  }
});

test('nothing pushed about a company is heard by who does not see it', async () => {
  const address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const rules = topicRules(
    server,
    () => {},
    () => {},
  ).filter(({ family, name }) => !family && name !== topics.kick.name);
  const lines = await Promise.all(
    Object.entries(tree.principals).map(async ([who, principal]) => {
      const socket = new WebSocket(`${address}/service/ws/${principal.token}`);
      const heard: string[] = [];
      socket.addEventListener('message', ({ data }) => heard.push(String(data)));
      await new Promise((open) => socket.addEventListener('open', open));
      for (const { name } of rules) socket.send(JSON.stringify({ subscribe: name }));
      return { who, principal, socket, heard };
    }),
  );
  const tell = () => {
    for (const { name, message } of rules) {
      for (const standing of standings) {
        const content = message ? sampleFor(message, canaryOf(standing)) : { text: canaryOf(standing) };
        server.bus.publish(name, content, { companyId: tree.ids[standing] });
      }
    }
  };
  // Subscribing has no answer: what is told is told again until it arrives, and merged topics have had their turn.
  for (let round = 0; round < 6; round++) {
    tell();
    await new Promise((done) => setTimeout(done, 400));
  }
  for (const { who, principal, socket, heard } of lines) {
    socket.close();
    const of = standings.filter((standing) => heard.some((frame) => frame.includes(canaryOf(standing))));
    expect(of, who).toEqual(standings.filter((standing) => principal.sees.has(standing)));
  }
  expect(server.faults).toEqual([]);
});

// The last one: what is done without a fence stands in the logs of who did it, under the names of strangers' records.
test('with the fence taken away this test notices at more than ten calls', async () => {
  scoped = false;
  server.bus.publish(rightsChanged, {});
  const findings = await walk(server, { terminal: tree.principals.terminal }, records).finally(() => {
    scoped = true;
    server.bus.publish(rightsChanged, {});
  });
  expect(new Set(findings.map(({ call }) => call)).size).toBeGreaterThan(10);
}, 120_000);

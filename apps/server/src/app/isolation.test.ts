import { errors, topics } from '@sweepline/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { canaryOf, plantCanaries } from '../test-kit/isolation/canaries.ts';
import {
  counted,
  listed,
  makeRecords,
  sampledCalls,
  walk,
  type Records,
} from '../test-kit/isolation/isolation.ts';
import { walkWrites } from '../test-kit/isolation/isolation-writes.ts';
import { sampleFor, sampleOf } from '../test-kit/sample.ts';
import { sharedTestServer } from '../test-kit/test-server.ts';
import { plantTree, standings, type PlantedTree, type Standing } from '../test-kit/tree.ts';
import { rightsChanged } from '../features/people/auth/session-service.ts';
import { features } from './features.ts';

let scoped = true;
const server = sharedTestServer({
  mapAccount: (account) => (scoped ? account : { ...account, scope: '*' }),
});
let tree: PlantedTree;
let records: Records;
beforeAll(async () => {
  tree = await plantTree(server);
  records = await makeRecords(server, tree);
  const columns = await server.asOwner((sql) => plantCanaries(sql, tree.ids));
  expect(columns).toBeGreaterThan(5);
  server.bus.publish(rightsChanged, {});
});

/** A digest of every table that a call could have changed; of some companies, of their rows only. */
const allRows = (companies?: readonly string[]) =>
  server.asOwner(async (sql) => {
    const tables = await sql<{ name: string; owner: string | null }[]>`
      select c.relname as name, case when c.relname = 'companies' then 'id' else o.column_name end as owner
      from pg_class c left join information_schema.columns o
        on o.table_schema = 'public' and o.table_name = c.relname and o.column_name = 'company_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and c.relname not like 'audit%' and c.relname <> 'sessions'`;
    const within = companies?.map((id) => `'${id}'`).join(', ');
    const sums = tables
      .filter(({ owner }) => !within || owner)
      .map(
        ({
          name,
          owner,
        }) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) from ${name} t
          ${within ? `where ${owner} in (${within})` : ''}`,
      );
    return await sql.unsafe(`${sums.join(' union all ')} order by 1`);
  });

/** A finding as one line of text. */
const describeFinding = ({ call, who, record, what }: Awaited<ReturnType<typeof walk>>[number]) =>
  `${who}: ${call} of ${record} ${what}`;

const policies = (how: 'enable' | 'disable') =>
  server.asOwner(async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid where p.polname = 'tenant_scope'`;
    // One after the other, because Citus takes one such statement at a time.
    for (const { name } of tables) await sql.unsafe(`alter table ${name} ${how} row level security`);
  });

/** The accounts that walk the writing calls, with the company that they write in. */
const homes = {
  agent: 'own',
  viewer: 'own',
  terminal: 'grandchild',
  reader: 'grandchild',
  regionalSales: 'own',
} as const satisfies Partial<Record<keyof PlantedTree['principals'], Standing>>;

describe('between companies', () => {
  test('no account gets or changes anything of a company outside its tenant scope', async ({ task }) => {
    const before = await allRows();
    const countedServer = counted(server, task);
    expect((await walk(countedServer, tree.principals, records)).map(describeFinding)).toEqual([]);
    expect(countedServer.unproven()).toEqual([]);
    expect(await allRows()).toEqual(before);
  });

  test('the calls enforce the tenant scope without row-level security', async ({ task }) => {
    await policies('disable');
    const { agent, terminal } = tree.principals;
    const countedServer = counted(server, task);
    const findings = await walk(countedServer, { agent, terminal }, records).finally(() =>
      policies('enable'),
    );
    expect(findings.map(describeFinding)).toEqual([]);
  });
});

test('a call that no account brings past its input is found', async ({ task }) => {
  const refuses = {
    answerOf: async () => ({
      statusCode: 200,
      headers: {},
      body: JSON.stringify({ code: errors.invalid.code }),
      json: () => undefined as never,
    }),
  };
  const countedServer = counted(refuses, task);
  await walk(countedServer, { terminal: tree.principals.terminal }, records, sampledCalls);
  expect(countedServer.unproven().length).toBeGreaterThan(40);
});

test('a wrong expectation and an ended session are found', async () => {
  const { terminal } = tree.principals;
  const expectsMore = { ...terminal, sees: new Set([...terminal.sees, 'sibling' as const]) };
  const more = await walk(server, { terminal: expectsMore }, records, sampledCalls);
  expect(more.filter(({ what }) => what === 'is hidden from who may see it').length).toBeGreaterThan(10);
  const gone = await walk(
    server,
    { terminal: { ...terminal, token: 'token-of-nobody' } },
    records,
    sampledCalls,
  );
  expect(new Set(gone.map(({ call }) => call)).size).toBeGreaterThan(40);
  expect(new Set(gone.map(({ what }) => what))).toEqual(new Set(['is not answered: the session has ended']));
});

test('a share opens only its own calls to the receiving account', async () => {
  const { terminal } = tree.principals;
  const deviceId = records.deviceControl!.otherBranch;
  const { id } = await server.aShare({ companyId: tree.ids.otherBranch, deviceId, accountId: terminal.id });
  const opened = (await walk(server, { terminal }, records)).map(({ call }) => call.split(' ')[0]);
  expect([...new Set(opened)].toSorted()).toEqual(['deviceControl', 'receivedShares']);
  await server.asOwner((sql) => sql`delete from device_shares where id = ${id}`);
});

test('a list with one foreign id is refused as a whole, and nothing is changed', async () => {
  for (const { feature, name, call, field } of listed) {
    const recordIds = records[feature];
    if (!recordIds) continue;
    const before = await allRows();
    const input = { ...sampleOf(call), [field]: [recordIds.own, recordIds.otherBranch] };
    const { code } = await server.send(call, tree.principals.agent, input);
    expect(code, name).not.toBe(200);
    expect(await allRows(), name).toEqual(before);
  }
});

test('no message about a company is pushed to an account outside its scope', async () => {
  const address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  const needs = {
    services: { ...server, consoleUrl: () => '' },
    now: server.clock,
    robots: { live: async () => undefined, watch: () => {} },
    fault: () => {},
  };
  const rules = features
    .flatMap(({ topics }) => topics?.(needs) ?? [])
    .filter(({ family, name }) => !family && name !== topics.kick.name);
  const connections = await Promise.all(
    Object.entries(tree.principals).map(async ([who, principal]) => {
      const socket = new WebSocket(`${address}/service/ws/${principal.token}`);
      const received: string[] = [];
      socket.addEventListener('message', ({ data }) => received.push(String(data)));
      await new Promise((open) => socket.addEventListener('open', open));
      for (const { name } of rules) socket.send(JSON.stringify({ subscribe: name }));
      return { who, principal, socket, received };
    }),
  );
  const publishAll = () => {
    for (const { name, message } of rules) {
      for (const standing of standings) {
        const content = message ? sampleFor(message, canaryOf(standing)) : { text: canaryOf(standing) };
        server.bus.publish({ name }, content, { companyId: tree.ids[standing] });
      }
    }
  };
  // A subscription has no answer: messages are published repeatedly until they arrive and merged topics were sent.
  for (let round = 0; round < 6; round++) {
    publishAll();
    await new Promise((done) => setTimeout(done, 400));
  }
  for (const { who, principal, socket, received } of connections) {
    socket.close();
    const of = standings.filter((standing) => received.some((frame) => frame.includes(canaryOf(standing))));
    expect(of, who).toEqual(standings.filter((standing) => principal.sees.has(standing)));
  }
  expect(server.faults).toEqual([]);
});

// After all tests that need the records as they were made: these calls write.
test('a call that writes without an id reaches no record outside the tenant scope', async ({ task }) => {
  const countedServer = counted(server, task);
  for (const [who, home] of Object.entries(homes)) {
    const principal = tree.principals[who as keyof typeof homes];
    const hidden = standings
      .filter((standing) => !principal.sees.has(standing))
      .map((standing) => tree.ids[standing]);
    const before = await allRows(hidden);
    const findings = await walkWrites(countedServer, { who, principal, home }, records);
    expect(findings.map(describeFinding)).toEqual([]);
    expect(await allRows(hidden), who).toEqual(before);
  }
  expect(countedServer.unproven()).toEqual([]);
});

// The last test: calls without a tenant scope leave names of foreign records in the caller's logs.
test('without the tenant scope this test detects more than ten calls of both walks', async () => {
  const { terminal } = tree.principals;
  const calls = (findings: Awaited<ReturnType<typeof walk>>) =>
    new Set(findings.map(({ call }) => call)).size;
  scoped = false;
  server.bus.publish(rightsChanged, {});
  try {
    expect(calls(await walk(server, { terminal }, records))).toBeGreaterThan(10);
    const writer = { who: 'terminal', principal: terminal, home: 'grandchild' as const };
    expect(calls(await walkWrites(server, writer, records))).toBeGreaterThan(10);
  } finally {
    scoped = true;
    server.bus.publish(rightsChanged, {});
  }
});

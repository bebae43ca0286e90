import { deviceCalls } from '@sweepline/contract';
import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { sites } from '../../entities/places/site-table.ts';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import { companyIds, people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { checkChain } from './audit-check.ts';
import { adoptChanges, sealAudit, trimAudit } from './audit-chain.ts';
import { unaudited } from './unaudited-tables.ts';
import { withRequestContext } from '../calls/request-context.ts';
import { auditEntry } from './audit.ts';
import type { Account } from '../calls/ctx.ts';
import { inScope } from '../db/db.ts';

const server = testServer();

const { register, update } = deviceCalls;
const device = {
  sn: 'A1',
  manufacturer: 'JBOT',
  model: 'J20',
  nickname: 'Otter',
  companyId: companyIds.mall,
} as const;

const entries = () => server.asOwner((sql) => sql`select * from audit_entries order by at, id`);
const changes = () => server.asOwner((sql) => sql`select * from audit_changes order by seq`);
const check = () =>
  server.asOwner((sql) =>
    checkChain(async (text, values) => [...(await sql.unsafe(text, values as never[]))] as never),
  );
/** As an attacker with access to the database itself: the triggers are disabled. */
const tamper = (work: (sql: Sql) => Promise<unknown>) =>
  server.asOwner(async (sql) => {
    const tables = ['audit_entries', 'audit_changes', 'audit_seals'];
    for (const table of tables) await sql`alter table ${sql(table)} disable trigger user`;
    await work(sql);
    for (const table of tables) await sql`alter table ${sql(table)} enable trigger user`;
  });

/** One device that is registered and renamed twice, with all items sealed. */
async function someHistory() {
  const { device: registered } = await server.ok(register, people.mallAdmin, device);
  await server.ok(update, people.agentAdmin, { id: registered.id, version: 1, nickname: 'Seal' });
  await server.ok(update, people.mallAdmin, { id: registered.id, version: 2, nickname: 'Walrus' });
  await sealAudit(server.db);
  return registered.id;
}

test('every table has the audit trigger or is listed in `unaudited`', async () => {
  const tables = await server.asOwner(
    (sql) => sql<{ name: string; watched: boolean }[]>`
      select c.relname as name, exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_change') as watched
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  expect(
    tables
      .filter(({ watched }) => !watched)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(unaudited.toSorted());
});

test('a change contains the changed columns before and after, and no other columns', async () => {
  const id = await someHistory();
  const [inserted, renamed] = (await changes()).filter(({ table_name }) => table_name === 'devices');
  expect(inserted).toMatchObject({ operation: 'INSERT', record_id: id, record_name: 'Otter', before: null });
  expect(inserted?.after).toMatchObject({ sn: 'A1', model: 'J20', secret_hash: { hidden: true } });
  expect(renamed).toMatchObject({
    operation: 'UPDATE',
    company_id: companyIds.mall,
    account_id: people.agentAdmin.id,
    before: { nickname: 'Otter' },
    after: { nickname: 'Seal' },
  });
});

test('an entry contains the record, a foreign record’s company, the role and the duration', async () => {
  const id = await someHistory();
  expect((await entries())[1]).toMatchObject({
    action: 'devices.update',
    record_id: id,
    record_name: 'Seal',
    company_id: companyIds.agent,
    record_company_id: companyIds.mall,
    account_name: 'agentAdmin',
    account_role: 'agentAdmin',
    code: 200,
  });
  expect((await entries())[0]).toMatchObject({
    action: 'devices.register',
    record_id: id,
    record_company_id: null,
  });
  expect((await entries()).every(({ duration_ms }) => Number(duration_ms) >= 0)).toBe(true);
});

test('rows changed in bulk or in a handler’s own transaction are recorded under the same request', async () => {
  const act = { requestId: 'bulk-1', at: server.clock(), accountId: people.staff.id };
  const site = (name: string) => ({
    companyId: companyIds.mall,
    name,
    address: '',
    timezone: 'UTC',
    createdAt: server.clock().toISOString(),
  });
  await withRequestContext(act, async () => {
    await inScope(server.db, '*', (tx) => tx.insert(sites).values([site('one'), site('two')]));
    await inScope(server.db, '*', (tx) => tx.update(sites).set({ address: 'moved' }));
  });
  const recorded = (await changes()).map(({ request_id, operation, record_name }) => [
    request_id,
    operation,
    record_name,
  ]);
  expect(recorded).toEqual([
    ['bulk-1', 'INSERT', 'one'],
    ['bulk-1', 'INSERT', 'two'],
    ['bulk-1', 'UPDATE', 'one'],
    ['bulk-1', 'UPDATE', 'two'],
  ]);
});

test('a change outside any request, or after its request ended, is not recorded', async () => {
  const add = (name: string) =>
    inScope(server.db, '*', (tx) =>
      tx.insert(sites).values({
        companyId: companyIds.mall,
        name,
        address: '',
        timezone: 'UTC',
        createdAt: server.clock().toISOString(),
      }),
    );
  await add('by the program');
  let later: Promise<unknown> | undefined;
  let go = () => {};
  await withRequestContext({ requestId: 'r-1', at: server.clock(), accountId: undefined }, async () => {
    later = new Promise<void>((resolve) => (go = resolve)).then(() => add('afterwards'));
  });
  go();
  await later;
  expect(await changes()).toEqual([]);
});

test('a long value is recorded as its length and hash', async () => {
  const text = 'x'.repeat(5_000);
  await withRequestContext({ requestId: 'r-1', at: server.clock(), accountId: undefined }, () =>
    server.aSite({ address: text }),
  );
  expect((await changes())[0]?.after).toMatchObject({ address: { long: 5_002 } });
});

test('an impersonating user is entered under their own name', () => {
  const { mallAdmin, staff } = people;
  const viewed = { id: mallAdmin.id, username: mallAdmin.username, companyId: mallAdmin.companyId };
  const entry = auditEntry(
    {
      call: update,
      // An entry reads only these fields of an account.
      account: { ...viewed, viewer: { ...staff, nickname: '' } } as unknown as Account,
      at: server.clock(),
      address: '::1',
      agent: '',
      requestId: 'r-1',
      startedMs: performance.now(),
    },
    403,
    'viewOnly',
    { input: {} },
  );
  expect(entry).toMatchObject({
    accountId: staff.id,
    accountName: 'staff',
    accountRole: '→ mallAdmin',
    companyId: companyIds.mall,
  });
});

test('a write that is rolled back leaves neither a change nor an entry of success', async () => {
  await server.ok(register, people.mallAdmin, device);
  await server.send(register, people.mallAdmin, device);
  await eventually(async () => (await entries())[1]?.reason === 'serialTaken', 'the refusal');
  expect(await changes()).toHaveLength(1);
});

test('entries, changes and links cannot be changed or removed by the server’s role, nor by a plain statement of the owner', async () => {
  await someHistory();
  const { pool } = server.db;
  for (const table of ['audit_entries', 'audit_changes', 'audit_seals', 'audit_anchors']) {
    await expect(pool`delete from ${pool(table)}`, table).rejects.toThrow('permission denied');
    await expect(pool`update ${pool(table)} set id = id`, table).rejects.toThrow();
  }
  await expect(pool`insert into audit_changes (request_id) values ('forged')`).rejects.toThrow(
    'permission denied',
  );
  await expect(pool`insert into audit_seals (seq) values (99)`).rejects.toThrow('permission denied');
  await expect(pool`select audit_row_change()`).rejects.toThrow();
  await expect(server.asOwner((sql) => sql`delete from audit_entries`)).rejects.toThrow('only ever added to');
  await expect(server.asOwner((sql) => sql`update audit_changes set record_name = 'x'`)).rejects.toThrow(
    'only ever added to',
  );
});

test('an untouched chain is valid, also after more items were added', async () => {
  await someHistory();
  const before = await check();
  expect(before).toMatchObject({ whole: true, links: 6 });
  expect(before.broken).toBeUndefined();
  await server.ok(register, people.mallAdmin, { ...device, sn: 'A2' });
  expect((await check()).broken).toBeUndefined();
  await sealAudit(server.db);
  expect((await check()).links).toBe(8);
});

test('a changed entry is detected and identified', async () => {
  await someHistory();
  const id = (await entries())[1]?.id;
  await tamper((sql) => sql`update audit_entries set account_name = 'somebodyElse' where id = ${id}`);
  expect((await check()).broken).toEqual({ fault: 'changed', kind: 'entry', itemId: id, seq: 4 });
});

test('a rewritten change is detected and identified', async () => {
  await someHistory();
  const id = (await changes())[1]?.id;
  await tamper((sql) => sql`update audit_changes set before = '{"nickname": "Lion"}' where id = ${id}`);
  expect((await check()).broken).toMatchObject({ fault: 'changed', kind: 'change', itemId: id });
});

test('a removed entry is detected, with or without its link', async () => {
  await someHistory();
  const id = (await entries())[1]?.id;
  await tamper((sql) => sql`delete from audit_entries where id = ${id}`);
  expect((await check()).broken).toEqual({ fault: 'removed', kind: 'entry', itemId: id, seq: 4 });
  await tamper((sql) => sql`delete from audit_seals where item_id = ${id}`);
  expect((await check()).broken).toMatchObject({ fault: 'removed', seq: 5 });
});

test('a forged entry is detected, with or without a forged link', async () => {
  await someHistory();
  const forge = (sql: Sql, id: string) => sql`
    insert into audit_entries (id, at, account_name, call, code, address, request_id)
    values (${id}, now(), 'forged', 'POST x', 200, '', 'r')`;
  const id = server.newId();
  await tamper((sql) => forge(sql, id));
  expect((await check()).broken).toEqual({ fault: 'inserted', kind: 'entry', itemId: id, seq: null });
  await tamper(async (sql) => {
    await sql`update audit_seals set seq = -seq where seq >= 3`;
    await sql`update audit_seals set seq = 1 - seq where seq < 0`;
    await sql`insert into audit_seals select 3, id, 'entry', audit_hash(audit_entry_text(e)), 'f', now() from audit_entries e where id = ${id}`;
  });
  expect((await check()).broken).toEqual({ fault: 'reordered', kind: 'entry', itemId: id, seq: 3 });
});

test('links that were reordered are detected', async () => {
  await someHistory();
  await tamper(async (sql) => {
    await sql`update audit_seals set seq = 100 where seq = 2`;
    await sql`update audit_seals set seq = 2 where seq = 4`;
    await sql`update audit_seals set seq = 4 where seq = 100`;
  });
  expect((await check()).broken).toMatchObject({ fault: 'reordered', seq: 2 });
});

test('items older than the retention are dropped and the rest stays valid; items younger than ninety days are never dropped', async () => {
  await someHistory();
  expect(await trimAudit(server.db, 1)).toBe(0);
  await tamper((sql) => sql`update audit_seals set sealed_at = now() - interval '200 days' where seq <= 4`);
  expect(await trimAudit(server.db, 365)).toBe(0);
  expect(await trimAudit(server.db, 180)).toBe(4);
  expect(await entries()).toHaveLength(1);
  expect(await check()).toMatchObject({ whole: true, links: 2, start: { seq: 4 } });
  expect((await check()).broken).toBeUndefined();
});

test('a chain whose links were all dropped continues from its last hash', async () => {
  await someHistory();
  await tamper((sql) => sql`update audit_seals set sealed_at = now() - interval '200 days'`);
  expect(await trimAudit(server.db, 100)).toBe(6);
  await someHistoryAgain();
  expect(await check()).toMatchObject({ links: 2, start: { seq: 6 }, head: { seq: 8 } });
});
const someHistoryAgain = async () => {
  await server.ok(register, people.mallAdmin, { ...device, sn: 'A2' });
  await sealAudit(server.db);
};

test('several sealers at the same time write one chain', async () => {
  for (const n of [1, 2, 3, 4]) await server.ok(register, people.mallAdmin, { ...device, sn: `A${n}` });
  const sealed = await Promise.all(Array.from({ length: 5 }, () => sealAudit(server.db)));
  expect(sealed.reduce((sum, n) => sum + n, 0)).toBe(8);
  expect(await check()).toMatchObject({ links: 8, whole: true });
  expect((await check()).broken).toBeUndefined();
});

test('a change whose process was killed before its entry gets an entry with the reason interrupted', async () => {
  const at = new Date(Date.now() - 600_000);
  await withRequestContext({ requestId: 'killed-1', at, accountId: people.staff.id }, () =>
    server.aSite({ name: 'Half' }),
  );
  await adoptChanges(server.db);
  await adoptChanges(server.db);
  expect(await entries()).toMatchObject([
    { request_id: 'killed-1', reason: 'interrupted', account_id: people.staff.id, record_name: 'Half' },
  ]);
});

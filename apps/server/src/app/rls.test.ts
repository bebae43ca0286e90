import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sessions } from '../entities/people/session-table.ts';
import { createCompany } from '../entities/people/company-service.ts';
import { sites } from '../entities/places/site-table.ts';
import { inScope } from '../platform/db/db.ts';
import { newId } from '../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';

// Tables without a company. The hash chain of the audit is shared by all companies; it contains positions and hashes only.
const shared = new Set(['journal_ids', 'audit_anchors', 'audit_pending', 'audit_seals']);

let database: TestDatabase;
const [ours, theirs] = [newId(), newId()];

beforeAll(async () => {
  database = await makeDatabase();
  await inScope(database.db, '*', async (tx) => {
    for (const [id, name] of [
      [ours, 'Ours'],
      [theirs, 'Theirs'],
    ] as const) {
      await createCompany(tx, () => new Date(), 'test', { id, name, type: 0, parentId: null });
    }
    const site = { address: '', timezone: 'UTC', createdAt: '2030-01-01T00:00:00.000Z' };
    await tx.insert(sites).values([
      { ...site, companyId: ours, name: 'ours' },
      { ...site, companyId: theirs, name: 'theirs' },
    ]);
  });
});
afterAll(() => database.close());

/** Settings that the companies below may read. */
const inherited = new Set([
  'alarm_settings',
  'notice_settings',
  'checklists',
  'spare_parts',
  'logos',
  'custom_audio',
  'service_levels',
  'ota_packages',
  'apps',
  'article_categories',
  'article_texts',
]);

/** Tables with rows that anyone may read. */
const open = new Set(['article_texts', 'agreements']);

test('every table with a company has row-level security enabled and the tenant policy as its only policy', async () => {
  const tables = await database.asOwner(
    (owner) => owner`
      select c.relname as name, c.relrowsecurity as on,
        array(select polname::text from pg_policy where polrelid = c.oid order by polname desc) as policies
      from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  expect(tables.length).toBeGreaterThan(10);
  const expected = (name: string) =>
    ['tenant_scope', open.has(name) && 'public_read', inherited.has(name) && 'inherited_read']
      .filter((policy) => policy !== false)
      .join();
  const wrong = tables.filter(({ name, on, policies }) => !on || policies.join() !== expected(name));
  expect(wrong.map(({ name }) => name).filter((name) => !shared.has(name))).toEqual([]);
});

test('partitions are readable only through their parent table, which has the tenant policy', async () => {
  const readable = await database.asOwner(
    (owner) => owner`
      select relname from pg_class c
      where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r'
        and has_table_privilege('sweepline_app', c.oid, 'select') and not relrowsecurity`,
  );
  expect(readable.map((row) => row.relname)).toEqual([]);
});

test('the server’s role owns nothing and cannot bypass row-level security', async () => {
  const [role] = await database.db.pool`
    select current_user as name, session_user as login, rolsuper, rolbypassrls,
      (select count(*)::int from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname = current_user`;
  expect(role).toEqual({
    name: 'sweepline_app',
    // An external database may have the owner's login only; the embedded one has a login for the server.
    login: inject('serverRole') ?? new URL(database.url).username,
    rolsuper: false,
    rolbypassrls: false,
    owned: 0,
  });
});

test('a bare select without a scope sees no row', async () => {
  expect(await database.db.pool`select * from sites`).toHaveLength(0);
  expect(await inScope(database.db, [], (tx) => tx.select().from(sites))).toHaveLength(0);
});

test('a scope contains its companies only, even if the query has no condition', async () => {
  const names = async (scope: '*' | string[]) =>
    (await inScope(database.db, scope, (tx) => tx.select().from(sites))).map((site) => site.name).toSorted();
  expect(await names([ours])).toEqual(['ours']);
  expect(await names([theirs, newId()])).toEqual(['theirs']);
  expect(await names([ours, theirs])).toEqual(['ours', 'theirs']);
  expect(await names('*')).toEqual(['ours', 'theirs']);
});

test('no row of a company outside the scope can be written, and no row can be moved there', async () => {
  const move = inScope(database.db, [ours], (tx) => tx.update(sites).set({ companyId: theirs }));
  await expect(move).rejects.toThrow();
  const changed = await inScope(database.db, [ours], (tx) =>
    tx
      .update(sites)
      .set({ name: 'taken' })
      .where(sql`company_id = ${theirs}`)
      .returning(),
  );
  expect(changed).toEqual([]);
});

test('a scope ends with its transaction, even if that failed', async () => {
  await expect(inScope(database.db, '*', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const counts = await Promise.all(
    Array.from({ length: 12 }, () => database.db.pool`select count(*)::int as n from sites`),
  );
  expect(counts.map(([row]) => row?.n)).toEqual(Array(12).fill(0));
});

test('a scope with anything but ids is refused', async () => {
  await expect(inScope(database.db, ["x', true); drop table sites; --"], async () => {})).rejects.toThrow(
    'company ids',
  );
});

test('a transaction that ended refuses statements', async () => {
  let late: (() => Promise<unknown>) | undefined;
  await inScope(database.db, '*', async (tx) => {
    late = async () => tx.select().from(sessions);
  });
  await expect(late?.()).rejects.toThrow();
});

import {
  accountCalls,
  allCalls,
  authCalls,
  companyCalls,
  deviceCalls,
  errors,
  onlyReads,
  type Call,
} from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { plantCanaries } from '../../../test-kit/isolation/canaries.ts';
import { makers, type Feature } from '../../../test-kit/record-makers.ts';
import { fieldsOf, nowhere, sampleOf } from '../../../test-kit/sample.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { plantTree, standings, type PlantedTree, type Standing } from '../../../test-kit/tree.ts';

const server = testServer();
let tree: PlantedTree;
beforeEach(async () => {
  tree = await plantTree(server);
});

const { options, update, detail, staff, freeze, add, list } = companyCalls;
const namesOf = async (who: keyof PlantedTree['principals']) =>
  (await server.ok(options, tree.principals[who], {})).list.map(({ name }) => name);

test('sales and support see the companies linked to them and those below, and no others', async () => {
  expect(await namesOf('sales')).toEqual(['sibling']);
  expect(await namesOf('fae')).toEqual(['child', 'grandchild']);
  expect((await namesOf('staff')).length).toBeGreaterThan(6);
  await server.aDevice({ companyId: companyIds.provider });
  const linked = await server.aDevice({ companyId: tree.ids.grandchild });
  const { list: rows } = await server.ok(deviceCalls.list, tree.principals.fae, {});
  expect(rows.map(({ id }) => id)).toEqual([linked.id]);
});

test('an account that does not see its own company has a session, audit entries and idempotency keys', async () => {
  const { sales } = tree.principals;
  expect(await server.ok(authCalls.check, sales, {})).toMatchObject({
    username: sales.username,
    companyType: 0,
  });
  const { version } = (await server.ok(detail, sales, { id: tree.ids.sibling })).company;
  const input = { id: tree.ids.sibling, version, location: 'Cologne' };
  const headers = { 'idempotency-key': 'once-and-only-once' };
  const first = await server.ok(update, sales, input, { headers });
  expect(await server.ok(update, sales, input, { headers })).toEqual(first);
  const entries = await server.asOwner(
    (sql) => sql`select company_id from audit_entries where account_id = ${sales.id} and code = 200`,
  );
  expect(entries.map((entry) => entry.company_id)).toContain(companyIds.provider);
});

test('a new or removed link takes effect at the next call', async () => {
  const { staff: linker, sales } = tree.principals;
  const { version } = (await server.ok(detail, linker, { id: tree.ids.otherBranch })).company;
  await server.ok(update, linker, { id: tree.ids.otherBranch, version, salesId: sales.id });
  expect(await namesOf('sales')).toEqual(['otherBranch', 'sibling']);
  await server.ok(update, linker, { id: tree.ids.otherBranch, version: version + 1, salesId: null });
  expect(await namesOf('sales')).toEqual(['sibling']);
});

test('sales cannot read or change the provider, nor link companies to themselves', async () => {
  const { sales } = tree.principals;
  const provider = { id: companyIds.provider };
  expect((await server.send(detail, sales, provider)).msg).toBe(errors.notFound.texts.en);
  expect((await server.send(freeze, sales, provider)).msg).toBe(errors.notFound.texts.en);
  const created = await server.send(add, sales, { type: 1, name: 'Mine', parentId: companyIds.provider });
  expect(created.msg).toBe(errors.notFound.texts.en);
  const { version } = (await server.ok(detail, sales, { id: tree.ids.sibling })).company;
  const linked = await server.send(update, sales, { id: tree.ids.sibling, version, faeId: sales.id });
  expect(linked.msg).toBe(errors.forbidden.texts.en);
});

test('the staff list is empty without the right to link, else it has sales or support of the provider', async () => {
  const { staff: linker, sales, regionalSales, fae, agent } = tree.principals;
  const staffIds = async (who: typeof agent, kind: 'SALES' | 'FAE') =>
    (await server.ok(staff, who, { kind })).list.map(({ id }) => id);
  expect((await staffIds(linker, 'SALES')).toSorted()).toEqual([sales.id, regionalSales.id].toSorted());
  expect(await staffIds(linker, 'FAE')).toEqual([fae.id]);
  expect(await staffIds(agent, 'SALES')).toEqual([]);
  expect(await staffIds(sales, 'FAE')).toEqual([]);
});

test('the staff of a company is named to accounts of the provider only', async () => {
  const salesOf = async (who: keyof PlantedTree['principals']) =>
    (await server.ok(detail, tree.principals[who], { id: tree.ids.child })).company.fae;
  expect(await salesOf('staff')).toEqual({ id: tree.principals.fae.id, name: 'tree.fae' });
  expect(await salesOf('fae')).toEqual({ id: tree.principals.fae.id, name: 'tree.fae' });
  expect(await salesOf('agent')).toBeNull();
});

test('deleting a sales account removes its links, and the company can be linked again', async () => {
  const linker = people.superAdmin;
  const { sales } = tree.principals;
  const deleted = await server.anAccount({ companyId: companyIds.provider, staffKind: 'SALES' });
  const { company } = await server.ok(detail, linker, { id: tree.ids.own });
  const { id, version } = company;
  await server.ok(update, linker, { id, version, salesId: deleted.id });
  await server.ok(accountCalls.remove, linker, { ids: [deleted.id] });
  const after = (await server.ok(detail, linker, { id })).company;
  expect(after.sales).toBeNull();
  const next = await server.ok(update, linker, { id, version: after.version, salesId: sales.id });
  expect(next.sales?.id).toBe(sales.id);
  await server.ok(update, linker, { id, version: next.version, salesId: null });
});

test('an account that stops being sales loses its links, and its companies can be saved', async () => {
  const linker = people.superAdmin;
  const roleId = (await server.aRole({ companyId: companyIds.provider })).id;
  const former = await server.anAccount({ companyId: companyIds.provider, staffKind: 'SALES', roleId });
  const { id, version } = (await server.ok(detail, linker, { id: tree.ids.own })).company;
  await server.ok(update, linker, { id, version, salesId: former.id });
  await server.ok(accountCalls.update, linker, { id: former.id, version: 1, nickname: 'Still in sales' });
  expect((await server.ok(detail, linker, { id })).company.sales?.id).toBe(former.id);
  await server.ok(accountCalls.update, linker, { id: former.id, version: 2, staffKind: 'FAE' });
  const after = (await server.ok(detail, linker, { id })).company;
  expect(after).toMatchObject({ sales: null, version: version + 2, updatedBy: 'superAdmin' });
  expect(
    await server.ok(update, linker, { id, version: after.version, salesId: null, faeId: former.id }),
  ).toMatchObject({ fae: { id: former.id } });
  await server.ok(accountCalls.update, linker, { id: former.id, version: 3, staffKind: 'MEMBER' });
  expect((await server.ok(detail, linker, { id })).company.fae).toBeNull();
});

test('the list is filtered by the linked sales account', async () => {
  const { staff: linker, sales } = tree.principals;
  const { list: rows } = await server.ok(list, linker, { type: 2, salesId: sales.id });
  expect(rows.map(({ name }) => name)).toEqual(['sibling']);
  expect((await server.ok(list, people.superAdmin, { type: 2, faeId: sales.id })).total).toBe(0);
});

/** The provider publishes these to the companies below, without names of people; the tests of the features prove it. */
const published = new Set<string>(['checklists', 'spareParts', 'apps']);

test('no call discloses a record of the provider to sales, or distinguishes it from a missing one', async () => {
  const { sales } = tree.principals;
  const { provider } = companyIds;
  const ids: Partial<Record<Feature, string>> = {};
  for (const [feature, make] of Object.entries(makers)) {
    if (typeof make !== 'string') ids[feature as Feature] = (await make(server, provider)).id;
  }
  const everywhere = Object.fromEntries(standings.map((standing) => [standing, provider]));
  await server.asOwner(async (sql) => {
    await plantCanaries(sql, everywhere as Record<Standing, string>);
    // The own name, sessions and company are visible.
    await sql`update sessions set address = '::1' where account_id = ${sales.id}`;
    await sql`update accounts set nickname = 'Sales', email = '', phone = '' where id = ${sales.id}`;
    await sql`update roles set name = 'Sales' where id = (select role_id from accounts where id = ${sales.id})`;
    await sql`update companies set name = 'Sweepline' where id = ${provider}`;
  });
  const bodyOf = async (call: Call, input: object) =>
    (await server.answerOf(call, sales, input)).body.replace(/"requestId":"[^"]*"/, '');
  const leaks: string[] = [];
  for (const [feature, calls] of Object.entries(allCalls)) {
    for (const [name, call] of Object.entries<Call>(calls)) {
      if (call.allow === 'everyone' || !onlyReads(call) || published.has(feature)) continue;
      const sample = sampleOf(call);
      const field = fieldsOf(call).find((key) => key === 'id' || key === 'hash');
      const id = ids[feature as Feature];
      const answer = await bodyOf(call, field && id ? { ...sample, [field]: id } : sample);
      if (answer.includes('canary-')) leaks.push(`${feature} ${name}`);
      if (field && id && answer !== (await bodyOf(call, { ...sample, [field]: nowhere })))
        leaks.push(`${feature} ${name} distinguishes it`);
    }
  }
  expect(leaks).toEqual([]);
});

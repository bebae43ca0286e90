import { companyCalls, errors, noticeCalls, permissions, fieldReasons } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people, type Person, type TestServer } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { roles } from '../../../entities/people/role-table.ts';

const server = testServer();

const { provider, agent, mall, other } = companyIds;
const { add, update, move, freeze, unfreeze, remove, detail, list, options, places } = companyCalls;
const terminal = (name: string, parentId: string) => ({ name, parentId, type: 1 as const });
const detailOf = async (id: string, who: Person = people.superAdmin) =>
  (await server.ok(detail, who, { id })).company;
const refusal = async (...[call, who, input]: Parameters<TestServer['send']>) =>
  (await server.send(call, who, input)).msg;
/** Replaces the codes of an account's role by these. */
const grantOnly = async (who: Person, ...codes: string[]) => {
  await server.asOwner(
    (sql) =>
      sql`update roles set permissions = ${codes} where id = (select role_id from accounts where id = ${who.id})`,
  );
  server.clock.advance(11_000);
};

test('an agent creates a company below itself, and its next call sees it', async () => {
  const created = await server.ok(add, people.agentAdmin, {
    ...terminal('Tower', agent),
    region: 'CN',
    location: 'Suzhou',
    contactName: 'Zhou Qian',
    contactPhone: '+86 512 6666 1234',
    contactEmail: 'zhou@tower.example',
    scenario: 'OFFICE',
    rating: 4,
    feature: 1,
  });
  expect(created).toMatchObject({
    name: 'Tower',
    parent: { id: agent, name: 'Agent' },
    scenario: 'OFFICE',
    rating: 4,
  });
  const { list: rows } = await server.ok(list, people.agentAdmin, { type: 1 });
  expect(rows.map(({ name }) => name)).toEqual(['Mall', 'Tower']);
  expect((await server.ok(options, people.otherAdmin, {})).total).toBe(1);
});

test('the level of an agent follows from its parent, and a fourth level is refused', async () => {
  const createBelow = async (parentId: string, name: string) =>
    await server.ok(add, people.staff, { type: 2, name, parentId });
  const second = await createBelow(agent, 'Second');
  const third = await createBelow(second.id, 'Third');
  expect([second.agentLevel, third.agentLevel]).toEqual([2, 3]);
  expect(await refusal(add, people.staff, { type: 2, name: 'Fourth', parentId: third.id })).toBe(
    errors.agentTooDeep.texts.en,
  );
  const offered = await server.ok(places, people.staff, { type: 2 });
  expect(offered.list.map(({ name }) => name)).toEqual(['Sweepline', 'Agent', 'Second']);
});

test('a new company gets copies of the default roles of its type', async () => {
  const at = server.clock().toISOString();
  const role = { companyId: provider, createdAt: at, updatedAt: at, updatedBy: 'test' };
  await inScope(server.db, '*', (tx) =>
    tx.insert(roles).values([
      { ...role, name: 'Supervisor', permissions: [permissions.taskList], defaultFor: [1] },
      { ...role, name: 'Dealer', permissions: [permissions.agents], defaultFor: [2] },
    ]),
  );
  const created = await server.ok(add, people.agentAdmin, terminal('Tower', agent));
  const copies = await inScope(server.db, [created.id], (tx) => tx.select().from(roles));
  expect(copies.map(({ name }) => name)).toEqual(['Supervisor']);
  expect(copies[0]?.permissions).toContain(permissions.taskList);
});

test('creating a company outside the caller’s subtree, or of a type without permission, is refused', async () => {
  for (const parentId of [provider, other]) {
    expect(await refusal(add, people.agentAdmin, terminal('Tower', parentId))).toBe(errors.notFound.texts.en);
  }
  expect(await refusal(add, people.otherAdmin, terminal('Tower', other))).toBe(errors.belowTerminal.texts.en);
  await grantOnly(people.agentAdmin, permissions.agents, permissions.agentCreate);
  expect(await refusal(add, people.agentAdmin, terminal('Tower', agent))).toBe(errors.forbidden.texts.en);
  await grantOnly(people.agentAdmin, permissions.terminalCompanies, permissions.terminalCreate);
  expect(await refusal(add, people.agentAdmin, { type: 2, name: 'Dealer', parentId: agent })).toBe(
    errors.forbidden.texts.en,
  );
});

test('of two concurrent updates the second is refused with the name and time of the first', async () => {
  const { version } = await detailOf(mall);
  await server.ok(update, people.agentAdmin, { id: mall, version, location: 'North gate' });
  const second = await server.send(update, people.staff, { id: mall, version, location: 'South gate' });
  expect(second).toMatchObject({ code: errors.changedMeanwhile.code });
  expect(second.msg).toContain('agentAdmin');
  expect(second.msg).toContain('Jan 2, 2030, 03:04 UTC');
  expect(await detailOf(mall)).toMatchObject({ location: 'North gate', version: version + 1 });
});

test('an account cannot edit, move, freeze or delete its own company', async () => {
  const own = { id: agent };
  const changes = [
    [update, { ...own, version: 1, name: 'Renamed' }],
    [move, { ...own, version: 1, parentId: agent }],
    [freeze, own],
    [unfreeze, own],
    [remove, own],
  ] as const;
  for (const [call, input] of changes)
    expect(await refusal(call, people.agentAdmin, input), call.path).toBe(errors.ownCompany.texts.en);
  expect(await refusal(freeze, people.superAdmin, { id: provider })).toBe(errors.ownCompany.texts.en);
  // Exception: a super admin may edit the provider, because no company is above it.
  const { version } = await detailOf(provider);
  expect(
    await server.ok(update, people.superAdmin, { id: provider, version, location: 'Shanghai' }),
  ).toMatchObject({
    location: 'Shanghai',
  });
  expect(await refusal(update, people.staff, { id: provider, version, name: 'Mine' })).toBe(
    errors.ownCompany.texts.en,
  );
});

test('a company is moved by a caller that sees both it and its new parent', async () => {
  const { version } = await detailOf(other);
  expect(await refusal(move, people.agentAdmin, { id: other, version, parentId: agent })).toBe(
    errors.notFound.texts.en,
  );
  expect(await refusal(move, people.agentAdmin, { id: mall, version: 1, parentId: provider })).toBe(
    errors.notFound.texts.en,
  );
  expect((await server.ok(options, people.agentAdmin, {})).total).toBe(2);
  const moved = await server.ok(move, people.staff, { id: other, version, parentId: agent });
  expect(moved).toMatchObject({ parent: { id: agent }, version: version + 1 });
  // The next call of the agent sees the company immediately.
  expect((await server.ok(options, people.agentAdmin, {})).total).toBe(3);
  expect(await refusal(move, people.staff, { id: other, version, parentId: provider })).toContain('staff');
});

test('freezing ends the sessions of a company and those below, and blocks sign-in until unfreezing', async () => {
  const check = (who: Person) => server.send(options, who, {});
  expect((await check(people.mallAdmin)).code).toBe(200);
  const frozen = await server.ok(freeze, people.staff, { id: agent });
  expect(frozen.frozenAt).toBe('2030-01-02T03:04:05.000Z');
  for (const who of [people.agentAdmin, people.mallAdmin, people.reader])
    expect((await check(who)).msg, who.username).toBe(errors.endedByFreezing.texts.en);
  expect((await check(people.otherAdmin)).code).toBe(200);
  expect(await detailOf(mall)).toMatchObject({ frozenAt: null, frozenAbove: true });
  expect(
    (await server.ok(list, people.staff, { type: 1, access: 'FROZEN' })).list.map(({ name }) => name),
  ).toEqual(['Mall']);
  expect(await refusal(freeze, people.staff, { id: agent })).toBe(errors.wrongState.texts.en);

  expect(await server.ok(unfreeze, people.staff, { id: agent })).toMatchObject({ frozenAt: null });
  const { changes } = await server.ok(detail, people.staff, { id: agent });
  expect(changes.slice(0, 2).map(({ kind, by, at }) => [kind, by, at])).toEqual([
    ['UNFROZEN', 'staff', '2030-01-02T03:04:05.000Z'],
    ['FROZEN', 'staff', '2030-01-02T03:04:05.000Z'],
  ]);
});

test('a freeze, unfreeze or move of a company is a notice to all who see it, in their language', async () => {
  const { version } = await detailOf(mall);
  server.clock.advance(1_000);
  await server.ok(freeze, people.agentAdmin, { id: mall });
  await server.ok(unfreeze, people.agentAdmin, { id: mall });
  await server.ok(move, people.staff, { id: mall, version: version + 2, parentId: provider });
  const noticesOf = async (who: Person, lang?: 'ge') =>
    (await server.ok(noticeCalls.systemList, who, {}, lang && { lang })).list;
  expect((await noticesOf(people.staff)).map(({ content }) => content)).toEqual([
    '<strong>Mall</strong> was moved to another parent company, together with all companies below it',
    '<strong>Mall</strong> was unfrozen: its people can sign in again',
    '<strong>Mall</strong> was frozen: its people and those of the companies below it cannot sign in',
  ]);
  const [moved] = await noticesOf(people.superAdmin, 'ge');
  expect(moved).toMatchObject({
    content:
      '<strong>Mall</strong> wurde mit allen Unternehmen darunter einem anderen Unternehmen unterstellt',
    about: { kind: 'company', id: mall },
    isRead: 0,
    deviceId: null,
  });
  expect(await noticesOf(await server.anAccount({ companyId: mall }))).toHaveLength(3);
  // The company has moved, so its notices are outside their scope.
  for (const who of [people.agentAdmin, people.otherAdmin])
    expect(await noticesOf(who), who.username).toEqual([]);
});

test('the author of a change is hidden from readers who do not see the author’s company', async () => {
  const { version } = await detailOf(mall);
  await server.ok(update, people.staff, { id: mall, version, name: 'Plaza', rating: 5 });
  const { changes } = await server.ok(detail, people.agentAdmin, { id: mall });
  expect(changes).toMatchObject([{ kind: 'CHANGED', by: null, fields: ['name', 'rating'] }]);
});

test('deleting a company with contents is refused, with the counts in the reader’s language', async () => {
  const { id } = await server.ok(add, people.agentAdmin, terminal('Tower', agent));
  const site = await server.aSite({ companyId: id });
  await server.aDevice({ companyId: id });
  await server.aDevice({ companyId: id });
  const refused = await server.send(remove, people.agentAdmin, { id }, { lang: 'ge' });
  expect(refused).toMatchObject({ code: errors.companyNotEmpty.code });
  expect(refused.msg).toContain('Geräte 2, Standorte 1');
  expect(await refusal(remove, people.staff, { id: agent })).toContain('companies below 2, accounts 1');

  await server.asOwner(async (sql) => {
    await sql`delete from devices where company_id = ${id}`;
    await sql`delete from sites where id = ${site.id}`;
  });
  await server.ok(freeze, people.agentAdmin, { id });
  await server.ok(remove, people.agentAdmin, { id });
  expect(await refusal(detail, people.superAdmin, { id })).toBe(errors.notFound.texts.en);
  expect(await server.ok(noticeCalls.systemList, people.superAdmin, {})).toEqual({ list: [], total: 0 });
});

test('sales and support are linked only by accounts that see all companies, and only to the provider’s staff', async () => {
  const { version } = await detailOf(mall);
  const link = (who: Person, change: object) => server.send(update, who, { id: mall, version, ...change });
  expect((await link(people.agentAdmin, { salesId: people.staff.id })).msg).toBe(errors.forbidden.texts.en);
  const wrong = await link(people.staff, { salesId: people.staff.id });
  expect(wrong.data).toMatchObject({ fields: { salesId: fieldReasons.NOT_SALES.en } });
  await server.asOwner(
    (sql) => sql`update accounts set staff_kind = 'SALES' where id = ${people.mallAdmin.id}`,
  );
  expect((await link(people.staff, { salesId: people.mallAdmin.id })).code).toBe(errors.invalid.code);
  expect((await link(people.staff, { faeId: null })).code).toBe(200);
});

test('an invalid region, email, phone, rating, feature or name is refused at its field', async () => {
  const wrong = {
    region: 'china',
    contactEmail: 'nobody',
    contactPhone: 'call me',
    rating: 6,
    feature: 2,
    name: '  ',
  };
  for (const [field, value] of Object.entries(wrong)) {
    const { code, data } = await server.send(update, people.staff, { id: mall, version: 1, [field]: value });
    expect(code, field).toBe(errors.invalid.code);
    expect(Object.keys((data as unknown as { fields: object }).fields)).toEqual([field]);
  }
});

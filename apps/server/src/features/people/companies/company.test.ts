import { companyCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { parentRefusal } from '../../../entities/people/company-rules.ts';
import {
  createCompany,
  findCompany,
  moveCompany,
  scopeOf,
  type NewCompany,
} from '../../../entities/people/company-service.ts';

const server = testServer();

const { provider, agent, mall, other } = companyIds;
const member = { id: newId(), staffKind: 'MEMBER', roleType: 3 } as const;
const create = (company: NewCompany) =>
  inScope(server.db, '*', (tx) => createCompany(tx, server.clock, 'test', company));
const move = (id: string, parentId: string) =>
  inScope(server.db, '*', (tx) => moveCompany(tx, server.clock, 'test', id, parentId));
const scope = (id: string) =>
  inScope(server.db, '*', async (tx) => await scopeOf(tx, member, await findCompany(tx, id)));

test('agents have three levels below the provider, terminals are below the provider or an agent, and there is one provider', () => {
  const place = (type: 0 | 1 | 2, agentLevel: number | null = null) => ({
    id: newId(),
    type,
    agentLevel,
    path: `${newId()}/`,
  });
  const parents = {
    provider: place(0),
    level1: place(2, 1),
    level2: place(2, 2),
    level3: place(2, 3),
    terminal: place(1),
  };
  const allowed = (type: 0 | 1 | 2, agentDepth = 0) =>
    Object.entries(parents)
      .filter(([, parent]) => parentRefusal({ id: newId(), type, agentDepth }, parent) === null)
      .map(([name]) => name);
  expect(allowed(0)).toEqual([]);
  expect(allowed(2, 1)).toEqual(['provider', 'level1', 'level2']);
  expect(allowed(2, 2)).toEqual(['provider', 'level1']);
  expect(allowed(2, 3)).toEqual(['provider']);
  expect(allowed(2, 4)).toEqual([]);
  expect(allowed(1)).toEqual(['provider', 'level1', 'level2', 'level3']);
  expect(parentRefusal({ id: newId(), type: 1, agentDepth: 0 }, null)).not.toBeNull();
});

test('an account sees its own company and those below it only', async () => {
  const names = async (who: keyof typeof people) =>
    (await server.ok(companyCalls.options, people[who], {})).list.map(({ name }) => name);
  expect(await names('superAdmin')).toEqual(['Agent', 'Mall', 'Other', 'Sweepline']);
  expect(await names('staff')).toHaveLength(4);
  expect(await names('agentAdmin')).toEqual(['Agent', 'Mall']);
  expect(await names('mallAdmin')).toEqual(['Mall']);
  expect(await names('otherAdmin')).toEqual(['Other']);
});

test('moving a company moves its subtree and changes the scopes of both parents', async () => {
  const second = await create({ name: 'Second', type: 2, agentLevel: 1, parentId: provider });
  const below = await create({ name: 'Below', type: 2, agentLevel: 2, parentId: agent });
  const shop = await create({ name: 'Shop', type: 1, parentId: below.id });
  await move(below.id, second.id);
  expect(await scope(second.id)).toEqual(expect.arrayContaining([second.id, below.id, shop.id]));
  expect(await scope(agent)).toEqual(expect.arrayContaining([agent, mall]));
  expect(await scope(agent)).not.toContain(shop.id);
});

test('a move below itself, below a terminal company or deeper than three agent levels is refused', async () => {
  const second = await create({ name: 'Second', type: 2, parentId: agent });
  const third = await create({ name: 'Third', type: 2, parentId: second.id });
  expect([second.agentLevel, third.agentLevel]).toEqual([2, 3]);
  await expect(create({ name: 'Fourth', type: 2, parentId: third.id })).rejects.toMatchObject({
    reason: 'agentTooDeep',
  });
  await expect(move(agent, third.id)).rejects.toMatchObject({ reason: 'belowItself' });
  await expect(move(agent, agent)).rejects.toMatchObject({ reason: 'belowItself' });
  await expect(move(mall, other)).rejects.toMatchObject({ reason: 'belowTerminal' });
  const beside = await create({ name: 'Beside', type: 2, parentId: provider });
  await expect(move(beside.id, third.id)).rejects.toMatchObject({ reason: 'agentTooDeep' });
  await expect(move(agent, beside.id)).rejects.toMatchObject({ reason: 'agentTooDeep' });
});

test('moving an agent updates its level and those of the agents below it', async () => {
  const second = await create({ name: 'Second', type: 2, parentId: agent });
  const third = await create({ name: 'Third', type: 2, parentId: second.id });
  const shop = await create({ name: 'Shop', type: 1, parentId: third.id });
  await move(second.id, provider);
  const level = (id: string) => inScope(server.db, '*', async (tx) => (await findCompany(tx, id)).agentLevel);
  expect([await level(second.id), await level(third.id), await level(shop.id)]).toEqual([1, 2, null]);
});

test('a company that moved away is outside the scope at the next call', async () => {
  await server.ok(companyCalls.options, people.agentAdmin, {});
  await move(mall, provider);
  server.clock.advance(11_000);
  const { list } = await server.ok(companyCalls.options, people.agentAdmin, {});
  expect(list.map(({ name }) => name)).toEqual(['Agent']);
});

test('a keyword with wildcards is matched literally', async () => {
  expect((await server.ok(companyCalls.options, people.superAdmin, { keyword: '%' })).total).toBe(0);
  expect((await server.ok(companyCalls.options, people.superAdmin, { keyword: 'mAl' })).total).toBe(1);
  const long = await server.send(companyCalls.options, people.superAdmin, { keyword: 'x'.repeat(101) });
  expect(long.code).toBe(errors.invalid.code);
});

import { checklistCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { aPoint } from '../../../test-kit/builders/work-order-builders.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, detail, create, update, remove } = checklistCalls;
const { agentAdmin, mallAdmin, otherAdmin } = people;
const server = testServer();
const fields = { name: 'Weekly', items: [aPoint()] };

test('a company below reads a template without the names of the company above, and cannot change it', async () => {
  const { id, version } = await server.ok(create, agentAdmin, fields);
  const below = await server.ok(detail, mallAdmin, { id });
  expect(below).toMatchObject({ name: 'Weekly', isInherited: true, companyName: null, updatedBy: '' });
  const change = { id, version, ...fields };
  expect((await server.send(update, mallAdmin, change)).code).toBe(errors.notFound.code);
  expect((await server.send(remove, mallAdmin, { id })).code).toBe(errors.notFound.code);
  expect((await server.send(detail, otherAdmin, { id })).code).toBe(errors.notFound.code);
});

test('the list for a company contains its templates and those above it, not those of another terminal', async () => {
  const own = await server.aChecklist();
  const above = await server.aChecklist({ companyId: companyIds.agent });
  await server.aChecklist({ companyId: companyIds.other });
  const usable = await server.ok(list, people.superAdmin, { companyId: companyIds.mall });
  expect(usable.list.map(({ id }) => id).toSorted()).toEqual([own.id, above.id].toSorted());
  expect((await server.ok(list, mallAdmin, {})).total).toBe(2);
});

test('a template is changed with its current version, and its name is unique in its company', async () => {
  const { id, version } = await server.ok(create, mallAdmin, fields);
  const changed = await server.ok(update, mallAdmin, { id, version, ...fields, requiresPhoto: true });
  expect(changed).toMatchObject({ version: 2, requiresPhoto: true });
  const stale = await server.send(update, mallAdmin, { id, version, ...fields });
  expect(stale.code).toBe(errors.changedMeanwhile.code);
  const same = await server.send(create, mallAdmin, { ...fields, name: 'WEEKLY' });
  expect(same.msg).toBe(errors.nameTaken.texts.en);
  await server.ok(remove, mallAdmin, { id });
  expect((await server.send(detail, mallAdmin, { id })).code).toBe(errors.notFound.code);
  await server.ok(create, mallAdmin, fields);
});

test.each([
  ['a range that is reversed', aPoint({ kind: 'NUMBER', min: 3, max: 2 }), 'RANGE_REVERSED'],
  ['a text that makes an order', aPoint({ kind: 'TEXT', makesOrder: true }), 'POINT_CANNOT_FAIL'],
])('%s is refused', async (_what, item, reason) => {
  const answer = await server.send(create, mallAdmin, { name: 'Weekly', items: [item] });
  expect(JSON.stringify(answer.data)).toContain(reason);
});

import { maxMenuPins, menuPinCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, add, remove } = menuPinCalls;
const page = '/deviceManage/list';
const server = testServer();

const pinsOf = async (who: (typeof people)[keyof typeof people]) => (await server.ok(list, who, {})).list;

test('a page and a view of it are pinned for the account that did so only, in the order of the pins', async () => {
  await server.ok(add, people.mallAdmin, { page });
  await server.ok(add, people.mallAdmin, { page, query: 'socBelow=20', name: 'Low battery' });
  expect(await pinsOf(people.mallAdmin)).toEqual([
    { page, query: '', name: '' },
    { page, query: 'socBelow=20', name: 'Low battery' },
  ]);
  expect(await pinsOf(people.superAdmin)).toEqual([]);
});

test('a place that is pinned again has one pin, with the new name', async () => {
  await server.ok(add, people.mallAdmin, { page, query: 'socBelow=20', name: 'Low' });
  await server.ok(add, people.mallAdmin, { page, query: 'socBelow=20', name: 'Nearly empty' });
  expect(await pinsOf(people.mallAdmin)).toEqual([{ page, query: 'socBelow=20', name: 'Nearly empty' }]);
});

test('a removed pin is gone, and removing it again changes nothing', async () => {
  await server.ok(add, people.mallAdmin, { page });
  await server.ok(remove, people.superAdmin, { page });
  expect(await pinsOf(people.mallAdmin)).toHaveLength(1);
  await server.ok(remove, people.mallAdmin, { page });
  await server.ok(remove, people.mallAdmin, { page });
  expect(await pinsOf(people.mallAdmin)).toEqual([]);
});

test('one pin more than the maximum is refused with the number', async () => {
  for (let n = 0; n < maxMenuPins; n++)
    await server.ok(add, people.mallAdmin, { page, query: `n=${n}`, name: `View ${n}` });
  const refused = await server.send(add, people.mallAdmin, { page, query: 'n=more', name: 'One more' });
  expect(refused.data).toMatchObject({ reasons: { page: { code: 'TOO_MANY_PINS' } } });
});

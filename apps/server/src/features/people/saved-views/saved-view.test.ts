import { errors, maxSavedViews, savedViewCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, save, remove } = savedViewCalls;
const page = '/deviceManage/list';
const server = testServer();

const namesOf = async (who: (typeof people)[keyof typeof people], where = page) =>
  (await server.ok(list, who, { page: where })).list.map(({ name }) => name);

test('a view is listed on its page for the account that saved it only', async () => {
  const view = await server.ok(save, people.mallAdmin, { page, name: 'Low battery', query: 'socBelow=20' });
  expect(view).toMatchObject({ name: 'Low battery', query: 'socBelow=20' });
  expect(await namesOf(people.mallAdmin)).toEqual(['Low battery']);
  expect(await namesOf(people.mallAdmin, '/dataManage/taskList')).toEqual([]);
  expect(await namesOf(people.superAdmin)).toEqual([]);
  expect((await server.send(remove, people.superAdmin, { id: view.id })).code).toBe(errors.notFound.code);
  await server.ok(remove, people.mallAdmin, { id: view.id });
  expect(await namesOf(people.mallAdmin)).toEqual([]);
});

test('saving an existing name replaces its query', async () => {
  await server.ok(save, people.mallAdmin, { page, name: 'Mine', query: 'a=1' });
  await server.ok(save, people.mallAdmin, { page, name: 'Mine', query: 'b=2' });
  expect((await server.ok(list, people.mallAdmin, { page })).list).toMatchObject([{ query: 'b=2' }]);
});

test('saving is refused when the account has the maximum number of views on the page', async () => {
  for (let n = 0; n < maxSavedViews; n++)
    await server.ok(save, people.mallAdmin, { page, name: `View ${n}`, query: '' });
  expect((await server.send(save, people.mallAdmin, { page, name: 'One more', query: '' })).code).toBe(
    errors.invalid.code,
  );
});

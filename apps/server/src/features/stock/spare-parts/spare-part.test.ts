import { errors, sparePartCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, create, update, remove } = sparePartCalls;
const { superAdmin, agentAdmin, mallAdmin } = people;
const server = testServer();
const price = { amount: 12.5, currency: 'EUR' as const };
const brush = { number: 'B-1', name: 'Main brush', models: ['J30' as const], consumable: 'mainBrush', price };

test('the companies below read the list of the provider without its prices', async () => {
  const { id } = await server.ok(create, superAdmin, brush);
  const below = await server.ok(list, mallAdmin, { keyword: 'brush', model: 'J30' });
  expect(below.list).toMatchObject([{ id, number: 'B-1', price: null, isOwn: false, updatedBy: '' }]);
  expect((await server.ok(list, superAdmin, {})).list).toMatchObject([{ id, price, isOwn: true }]);
  expect((await server.ok(list, mallAdmin, { model: 'J40' })).total).toBe(0);
});

test('only the provider writes the list', async () => {
  const { id, version } = await server.ok(create, superAdmin, brush);
  expect((await server.send(create, agentAdmin, { ...brush, number: 'B-2' })).code).toBe(
    errors.forbidden.code,
  );
  expect((await server.send(update, agentAdmin, { id, version, ...brush })).code).toBe(errors.notFound.code);
  expect((await server.send(remove, mallAdmin, { id })).code).toBe(errors.notFound.code);
});

test('a part is changed with its current version; its number is unique and its counter one that exists', async () => {
  const { id, version } = await server.ok(create, superAdmin, brush);
  const changed = await server.ok(update, superAdmin, { id, version, ...brush, price: null });
  expect(changed).toMatchObject({ version: 2, price: null });
  expect((await server.send(update, superAdmin, { id, version, ...brush })).code).toBe(
    errors.changedMeanwhile.code,
  );
  const twice = await server.send(create, superAdmin, brush);
  expect(twice.data).toMatchObject({ reasons: { number: { code: 'PART_NUMBER_TAKEN' } } });
  const filled = await server.send(create, superAdmin, { ...brush, number: 'B-3', consumable: 'detergent' });
  expect(filled.data).toMatchObject({ reasons: { consumable: { code: 'NOT_A_WEARING_PART' } } });
  await server.ok(remove, superAdmin, { id });
  expect((await server.ok(list, superAdmin, {})).total).toBe(0);
});

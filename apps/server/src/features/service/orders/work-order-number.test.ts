import { authCalls, companyCalls, noticeCalls, workOrderActCalls, workOrderCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { superAdmin, mallAdmin, agentAdmin, otherAdmin } = people;
const { list, detail, add } = workOrderCalls;
const number = '2026-000007';

/** Orders of two companies with one number. */
async function sameNumbers() {
  const ofMall = await server.aWorkOrder({ companyId: companyIds.mall, number });
  const ofOther = await server.aWorkOrder({ companyId: companyIds.other, number });
  return { ofMall, ofOther };
}
const found = async (keyword: string, who = superAdmin) =>
  (await server.ok(list, who, { keyword })).list.map((order) => `${order.companyCode} ${order.number}`);

test('orders of two companies with one number differ by the code of the company', async () => {
  const { ofMall, ofOther } = await sameNumbers();
  expect((await found(number)).toSorted()).toEqual([`MAL ${number}`, `OTH ${number}`]);
  expect(await server.ok(detail, superAdmin, { id: ofMall.id })).toMatchObject({ companyCode: 'MAL' });
  expect(await server.ok(detail, superAdmin, { id: ofOther.id })).toMatchObject({ companyCode: 'OTH' });
});

test('the list finds an order by both forms of its number, whole or in part, and by a former code', async () => {
  await sameNumbers();
  for (const keyword of [`OTH-${number}`, 'oth-2026-7', 'OTH - 2026 - 7', 'OTH-2026-0000'])
    expect(await found(keyword), keyword).toEqual([`OTH ${number}`]);
  for (const keyword of [number, '2026-7']) expect(await found(keyword), keyword).toHaveLength(2);
  expect(await found('ABC-2026-000007')).toEqual([]);
  expect(await found(`MAL-${number}`, otherAdmin)).toEqual([]);
  expect(await found(`OTH-${number}`, otherAdmin)).toEqual([`OTH ${number}`]);
  await server.ok(companyCalls.update, superAdmin, { id: companyIds.other, version: 1, code: 'NEW' });
  expect(await found(`OTH-${number}`)).toEqual([`NEW ${number}`]);
  expect(await found(`NEW-${number}`)).toEqual([`NEW ${number}`]);
});

test('notices and files name an order with the code of its company', async () => {
  const { ofMall } = await sameNumbers();
  const dispatched = { id: ofMall.id, version: 1, assigneeId: mallAdmin.id };
  await server.ok(workOrderActCalls.dispatch, agentAdmin, dispatched);
  const { list: notices } = await server.ok(noticeCalls.systemList, mallAdmin, {});
  expect(notices[0]?.content).toContain(`<strong>MAL-${number}</strong>`);
  const at = server.clock().getTime();
  const period = { from: new Date(at - 60_000).toISOString(), to: new Date(at + 60_000).toISOString() };
  const text = String((await server.send(workOrderCalls.export, superAdmin, period)).data);
  expect(text).toContain(`MAL-${number},`);
  expect(text).toContain(`OTH-${number},`);
});

test('a session tells whether its account sees several companies', async () => {
  const sees = async (who: typeof superAdmin) => (await server.ok(authCalls.check, who, {})).seesCompanies;
  expect(await sees(superAdmin)).toBe(true);
  expect(await sees(agentAdmin)).toBe(true);
  expect(await sees(mallAdmin)).toBe(false);
  const { companyCode } = await server.ok(add, mallAdmin, {
    name: 'Brush',
    type: 'FAULT',
    level: 'SERIOUS',
    description: 'The brush does not turn',
  });
  expect(companyCode).toBe('MAL');
});

import { needCalls, workOrderActCalls, workOrderCalls } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { mallAdmin, agentAdmin } = people;
const at = (ms: number) => new Date(server.clock().getTime() + ms).toISOString();
const hourMs = 3_600_000;
const needs = async (person = mallAdmin) =>
  (await server.ok(needCalls.list, person, { kind: ['WORK_ORDER'] })).list;
const reasons = async (person = mallAdmin) => (await needs(person)).map(({ reason }) => reason.code);

test('an order without an assignee is a need of those who dispatch, and leads to its page', async () => {
  const order = await server.aWorkOrder({ level: 'FATAL', companyId: companyIds.mall });
  expect(await needs()).toMatchObject([
    {
      level: 5,
      name: order.name,
      action: 'OPEN_WORK_ORDER',
      recordId: order.id,
      fixer: 'TECHNICIAN',
      reason: { code: 'ORDER_UNASSIGNED', params: { number: order.number, companyCode: 'MAL' } },
    },
  ]);
  expect(await reasons(agentAdmin)).toEqual(['ORDER_UNASSIGNED']);
  expect(await reasons(people.reader)).toEqual([]);
});

test('a dispatched order is a need of its assignee only, and none while it waits or after its resolution', async () => {
  const { id } = await server.aWorkOrder();
  const { id: assigneeId } = mallAdmin;
  await server.ok(workOrderActCalls.dispatch, agentAdmin, { id, version: 1, assigneeId });
  expect(await reasons()).toEqual(['ORDER_MINE']);
  expect(await reasons(agentAdmin)).toEqual([]);
  await server.ok(workOrderActCalls.wait, mallAdmin, { id, version: 2, waitingFor: 'PART' });
  expect(await reasons()).toEqual([]);
  await server.ok(workOrderActCalls.wait, mallAdmin, { id, version: 3, waitingFor: null });
  expect(await reasons()).toEqual(['ORDER_MINE']);
  await server.ok(workOrderActCalls.resolve, mallAdmin, { id, version: 4, resolution: 'FIXED', text: '' });
  expect(await reasons()).toEqual([]);
});

test('a late order is a need of those who dispatch, until it is resolved', async () => {
  const order = {
    state: 'PROCESSING' as const,
    assigneeId: mallAdmin.id,
    respondedAt: at(0),
    dispatchedAt: at(0),
    resolveBy: at(hourMs),
  };
  await server.aWorkOrder(order);
  expect(await reasons(agentAdmin)).toEqual([]);
  server.clock.advance(2 * hourMs);
  expect(await reasons(agentAdmin)).toEqual(['ORDER_LATE']);
});

test('the filter of appointments finds those that touch the time', async () => {
  const visit = (from: number) => ({
    appointmentFrom: at(from * hourMs),
    appointmentUntil: at((from + 1) * hourMs),
  });
  const first = await server.aWorkOrder(visit(1));
  await server.aWorkOrder(visit(5));
  await server.aWorkOrder();
  const { list } = await server.ok(workOrderCalls.list, mallAdmin, {
    appointmentFrom: at(1.5 * hourMs),
    appointmentUntil: at(5 * hourMs),
  });
  expect(list.map(({ id }) => id)).toEqual([first.id]);
});

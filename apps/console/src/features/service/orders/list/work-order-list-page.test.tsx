import {
  accountCalls,
  companyCalls,
  deviceCalls,
  siteCalls,
  topics,
  workOrderActCalls,
  workOrderCalls,
  type WorkOrder,
} from '@sweepline/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { SocketContext } from '../../../../kit/api/use-live.ts';
import { aWorkOrder, aWorkOrderDetail } from '../../../../test-kit/a-work-order.ts';
import { FakeSocket } from '../../../../test-kit/fake-socket.ts';
import { aPerson, fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { WorkOrderListPage } from './work-order-list-page.tsx';

const submitted = aWorkOrder();
const inWork = aWorkOrder({
  id: '01900000-0000-7000-8000-0000000000e2',
  number: '2030-000002',
  name: 'Wheel is loud',
  state: 'PROCESSING',
  assignee: { id: '01900000-0000-7000-8000-0000000000b2', name: 'Max', mine: false },
});
const orders: WorkOrder[] = [submitted, inWork];

let server: ReturnType<typeof fakeServer>;
const socket = new FakeSocket();
beforeEach(() => {
  server = fakeServer();
  for (const call of [siteCalls.list, deviceCalls.list]) server.on(call, () => ({ list: [], total: 0 }));
  server.on(accountCalls.list, () => ({ list: [], total: 0 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(workOrderCalls.list, ({ state }) => {
    const list = orders.filter((order) => !state || state.includes(order.state));
    return { list, total: list.length };
  });
  server.on(workOrderCalls.summary, () => ({
    states: [
      { state: 'SUBMITTED' as const, count: 4 },
      { state: 'PROCESSING' as const, count: 6 },
      { state: 'RESOLVED' as const, count: 9 },
    ],
    waiting: 2,
    late: 3,
    mine: 1,
    unverified: 5,
  }));
});
const show = (address = '/', person = aPerson()) =>
  renderPage(
    <SocketContext value={socket}>
      <WorkOrderListPage />
    </SocketContext>,
    address,
    person,
  );

test('a number has the code of its company in front for a reader of several companies only', async () => {
  const { unmount } = show();
  expect(await screen.findByText('PLA-2030-000001')).toBeTruthy();
  unmount();
  show('/', aPerson({ seesCompanies: false }));
  expect(await screen.findByText('2030-000001')).toBeTruthy();
});

test('a press on a number filters the list, and a change of an order reads it again', async () => {
  show();
  expect((await screen.findByText('Wheel is loud')).getAttribute('href')).toBe(
    `/workOrder/detail?id=${inWork.id}`,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Overdue: 3' }));
  await waitFor(() => expect(server.sentTo(workOrderCalls.list).at(-1)).toMatchObject({ late: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Submitted: 4' }));
  await waitFor(() =>
    expect(server.sentTo(workOrderCalls.list).at(-1)).toMatchObject({ state: ['SUBMITTED'] }),
  );
  expect(server.sentTo(workOrderCalls.list).at(-1)).not.toHaveProperty('late');
  const before = server.sentTo(workOrderCalls.list).length;
  act(() => socket.push(topics.workOrders, { changes: [{ id: inWork.id, deviceId: null }] }));
  await waitFor(() => expect(server.sentTo(workOrderCalls.list).length).toBeGreaterThan(before));
});

test('the board has a column per state, and the arrow keys move a card through its dialog', async () => {
  server.on(workOrderCalls.technicians, () => ({ list: [], total: 0 }));
  show('/?view=board');
  const column = within(await screen.findByRole('region', { name: 'Submitted' }));
  const card = await column.findByText('Brush does not turn');
  expect(screen.queryByRole('region', { name: 'In process' })).toBeTruthy();
  expect(await screen.findByText('Nothing is resolved yet.')).toBeTruthy();
  card.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByText('Dispatch PLA-2030-000001')).toBeTruthy();
});

test('an appointment on the board is in the time of the site, with its zone', async () => {
  const appointment = { from: '2030-01-03T01:00:00.000Z', until: '2030-01-03T02:00:00.000Z' };
  server.on(workOrderCalls.list, () => ({ list: [{ ...inWork, appointment }], total: 1 }));
  show('/?view=board');
  expect((await screen.findAllByText('Jan 3, 2030, 10:00 (UTC+9)')).length).toBeGreaterThan(0);
});

test('a card that is dropped on the column of resolved orders opens the dialog of the resolution', async () => {
  server.on(workOrderActCalls.resolve, () => aWorkOrderDetail({ state: 'RESOLVED' }));
  show('/?view=board');
  const card = (await screen.findByText('Wheel is loud')).closest('li')!;
  const target = screen.getByRole('region', { name: 'Resolved' });
  fireEvent.dragStart(card, { dataTransfer: { setData: () => undefined } });
  fireEvent.drop(target);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('What was done'), 'Greased');
  await userEvent.click(dialog.getByRole('button', { name: 'Resolve' }));
  await waitFor(() =>
    expect(server.sentTo(workOrderActCalls.resolve)).toEqual([
      { id: inWork.id, version: 1, resolution: 'FIXED', text: 'Greased' },
    ]),
  );
});

test('a new order without a description is refused at its field, and Escape does not lose what was typed', async () => {
  server.on(workOrderCalls.add, () => ({ ...aWorkOrderDetail(), isNew: true }));
  show('/?new=1');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name'), 'Leak');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog.getByRole('button', { name: 'New work order' }));
  expect(await dialog.findByText(/Fill this in|required/i)).toBeTruthy();
  expect(server.sentTo(workOrderCalls.add)).toEqual([]);
  await userEvent.type(dialog.getByLabelText('Description'), 'Water under the robot');
  await userEvent.click(dialog.getByRole('button', { name: 'New work order' }));
  await waitFor(() =>
    expect(server.sentTo(workOrderCalls.add)).toMatchObject([
      { name: 'Leak', description: 'Water under the robot', type: 'FAULT', level: 'GENERAL', deviceId: null },
    ]),
  );
});

test('a list without orders says how one is made', async () => {
  server.on(workOrderCalls.list, () => ({ list: [], total: 0 }));
  show();
  expect(await screen.findByText('No work orders')).toBeTruthy();
});

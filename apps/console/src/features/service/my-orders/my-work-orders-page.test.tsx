import { siteCalls, workOrderActCalls, workOrderCalls, type WorkOrderDetail } from '@sweepline/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outboxStore } from '../../../kit/offline/outbox-store.ts';
import { aPerson, fakeServer, Refused, renderPage, userWith } from '../../../test-kit/index.ts';
import { aTechnicianOrder } from '../../../test-kit/a-technician-order.ts';
import { MyWorkOrdersPage } from './my-work-orders-page.tsx';

const owner = aPerson().userId;
let server = fakeServer();
let orders: WorkOrderDetail[] = [];
const order = () => orders[0]!;

beforeEach(async () => {
  server = fakeServer();
  orders = [aTechnicianOrder()];
  server.on(workOrderCalls.list, ({ state }) => {
    const list = orders.filter((it) => state?.includes(it.state));
    return { list, total: list.length };
  });
  server.on(workOrderCalls.detail, ({ id }) => orders.find((it) => it.id === id)!);
  server.on(siteCalls.list, () => ({ list: [], total: 0 }));
  await outboxStore.change(owner, () => []);
});
afterEach(() => vi.restoreAllMocks());

const setOnline = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  fireEvent(window, new Event(isOnline ? 'online' : 'offline'));
};
const openOrder = async () => {
  renderPage(<MyWorkOrdersPage />, `/?id=${order().id}`);
  return await screen.findByLabelText(/Comment for everyone/);
};
const writeComment = async (text: string) => {
  fireEvent.change(await screen.findByLabelText(/Comment for everyone/), { target: { value: text } });
  fireEvent.click(screen.getByText('Save comment'));
};
const commented = (id: string, text: string): WorkOrderDetail => ({
  ...aTechnicianOrder({ id }),
  events: [
    {
      id: text,
      kind: 'COMMENTED',
      at: '2030-01-01T10:00:00.000Z',
      by: null,
      text,
      isInternal: false,
      changes: {},
    },
  ],
});

test('the orders stand in groups with robot, site and the way there', async () => {
  const site = { id: 's1', name: 'Mall east', timezone: 'Asia/Tokyo' };
  const device = { id: null, sn: 'J30C0001', name: 'Otter', model: 'J30' };
  orders = [
    aTechnicianOrder({
      site,
      device,
      appointment: { from: '2030-01-01T09:00:00.000Z', until: '2030-01-01T10:00:00.000Z' },
    }),
    aTechnicianOrder({ id: 'done', name: 'Tyre', state: 'RESOLVED', resolution: 'FIXED' }),
  ];
  server.on(siteCalls.list, () => ({
    list: [
      {
        ...site,
        companyId: 'c',
        companyName: 'Mall',
        address: 'Nanjing Road 1',
        latitude: 31.2,
        longitude: 121.5,
        floors: [],
      },
    ],
    total: 1,
  }));
  renderPage(<MyWorkOrdersPage />);
  expect(await screen.findByText('Otter · J30')).toBeTruthy();
  expect(screen.getByText(/18:00–19:00 \(UTC\+9\)/)).toBeTruthy();
  expect(screen.getByText('Recently resolved')).toBeTruthy();
  const way = await screen.findByLabelText('Directions to Mall east');
  expect(way.getAttribute('href')).toContain('mlat=31.2');
});

test('a comment written without a network is sent once when the network is back', async () => {
  server.on(workOrderActCalls.comment, ({ id, text }) => commented(id, text));
  await openOrder();
  setOnline(false);
  await writeComment('Belt replaced');
  expect(await screen.findByText('Comment: Belt replaced')).toBeTruthy();
  expect(screen.getByText('Waiting for the network')).toBeTruthy();
  expect(screen.getByText('No network')).toBeTruthy();
  expect(server.sentTo(workOrderActCalls.comment)).toEqual([]);
  setOnline(true);
  await waitFor(() => expect(screen.queryByText('Waiting for the network')).toBeNull());
  expect(server.sentTo(workOrderActCalls.comment)).toEqual([{ id: order().id, text: 'Belt replaced' }]);
  const request = server.requests.find(({ path }) => path === workOrderActCalls.comment.path);
  expect(request?.headers.get('idempotency-key')).toMatch(/^[\da-f]{32}$/);
});

test('a refused act says why and can be corrected', async () => {
  server.on(workOrderActCalls.comment, ({ id, text }) => {
    if (text === 'bad') throw new Refused('forbidden');
    return commented(id, text);
  });
  await openOrder();
  await writeComment('bad');
  fireEvent.click(await screen.findByText('Correct'));
  const entry = within(screen.getByText('Not sent yet').closest('section')!);
  fireEvent.change(entry.getByLabelText(/Comment for everyone/), { target: { value: 'good' } });
  fireEvent.click(entry.getByText('Save comment'));
  await waitFor(() => expect(screen.queryByText('Not sent yet')).toBeNull());
  expect(server.sentTo(workOrderActCalls.comment)).toMatchObject([{ text: 'bad' }, { text: 'good' }]);
});

test('a conflict shows both versions; the own one is sent on the present version', async () => {
  server.on(workOrderActCalls.resolve, (input) => {
    if (input.version === order().version)
      return (orders[0] = { ...order(), state: 'RESOLVED', resolution: 'FIXED' });
    throw new Refused('outdated');
  });
  await openOrder();
  fireEvent.click(screen.getByText('Resolve'));
  fireEvent.change(screen.getByLabelText('What was done'), { target: { value: 'Belt replaced' } });
  orders[0] = {
    ...order(),
    version: 5,
    waiting: { for: 'PART', since: '2030-01-01T10:00:00.000Z' },
    events: [
      {
        ...commented('', '').events[0]!,
        kind: 'WAITING',
        by: { name: 'Ana', mine: false },
        text: 'No belt here',
      },
    ],
  };
  fireEvent.click(screen.getAllByText('Resolve').find((it) => it.getAttribute('type') === 'submit')!);
  expect(await screen.findByText('Fixed: Belt replaced')).toBeTruthy();
  const theirs = within((await screen.findByText('On the server')).parentElement!);
  expect(await theirs.findByText('No belt here')).toBeTruthy();
  expect(theirs.getByText(/Waiting for a part/)).toBeTruthy();
  fireEvent.click(screen.getByText('Send mine'));
  await waitFor(() => expect(screen.queryByText('Not sent yet')).toBeNull());
  expect(server.sentTo(workOrderActCalls.resolve)).toMatchObject([{ version: 3 }, { version: 5 }]);
});

test('words of an act that is no longer possible can be sent as a comment', async () => {
  server.on(workOrderActCalls.comment, ({ id, text }) => commented(id, text));
  server.on(workOrderActCalls.resolve, () => {
    orders[0] = { ...order(), state: 'RESOLVED', resolution: 'NO_FAULT_FOUND', version: 4 };
    throw new Refused('outdated');
  });
  await openOrder();
  fireEvent.click(screen.getByText('Resolve'));
  fireEvent.change(screen.getByLabelText('What was done'), { target: { value: 'Belt replaced' } });
  fireEvent.click(screen.getAllByText('Resolve').find((it) => it.getAttribute('type') === 'submit')!);
  expect(await screen.findByText('Send as comment')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Send mine')).toBeNull());
  fireEvent.click(screen.getByText('Send as comment'));
  await waitFor(() =>
    expect(server.sentTo(workOrderActCalls.comment)).toEqual([{ id: order().id, text: 'Belt replaced' }]),
  );
});

test('only the acts of the state and of the permissions are offered', async () => {
  const person = userWith('M900000', 'M90000004');
  renderPage(<MyWorkOrdersPage />, `/?id=${order().id}`, person);
  expect(await screen.findByText('Set waiting')).toBeTruthy();
  expect(screen.queryByText('Resolve')).toBeNull();
  expect(screen.queryByText('Continue')).toBeNull();
});

test('an administrator who views the account writes nothing', async () => {
  renderPage(
    <MyWorkOrdersPage />,
    `/?id=${order().id}`,
    aPerson({ viewer: { username: 'admin', nickname: 'Admin' } }),
  );
  expect(await screen.findByText('The brush does not turn')).toBeTruthy();
  expect(screen.queryByText('Save comment')).toBeNull();
});

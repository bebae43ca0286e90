import { alarmCalls, deviceCalls, noticeCalls, type Notice } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { NoticeListPage } from './notice-list-page.tsx';

const notice: Notice = {
  eventId: 'n1',
  content: '<p>Night failed</p>',
  createTime: '2030-01-01T00:00:00.000Z',
  isRead: 0 as const,
  deviceCode: 'J30',
  deviceId: 'd1',
  deviceSn: 'J30-0007',
  deviceName: 'Lobby',
  about: { kind: 'run', id: 'r1' },
  alarmId: null,
  workOrderId: null,
};
const read: Notice = { ...notice, eventId: 'n2', isRead: 1 };
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(alarmCalls.list, () => ({ list: [], total: 0 }));
  server.on(noticeCalls.deviceList, () => ({
    list: [notice, read],
    total: 2,
  }));
  server.on(noticeCalls.systemList, () => ({ list: [], total: 0 }));
  server.on(noticeCalls.read, () => ({}));
  server.on(deviceCalls.list, () => ({ list: [], total: 0 }));
});

test('the address holds the kind, and each kind reads its own call', async () => {
  renderPage(<NoticeListPage />, '/?kind=device');
  expect(await screen.findAllByText('Night failed')).toHaveLength(2);
  await userEvent.click(screen.getByText('System'));
  expect(await screen.findByText('No notices yet')).toBeTruthy();
  expect(screen.getByTestId('address').textContent).toBe('?kind=system');
  expect(server.sentTo(alarmCalls.list)).toEqual([]);
});

test('filters in the address have the names of the input of the call', async () => {
  renderPage(<NoticeListPage />, '/?kind=device&isRead=0&startTime=2030-01-01T00:00:00.000Z');
  await screen.findAllByText('Night failed');
  expect(server.sentTo(noticeCalls.deviceList)[0]).toMatchObject({
    isRead: 0,
    startTime: '2030-01-01T00:00:00.000Z',
  });
  expect(screen.getByText('Read or unread: Unread')).toBeTruthy();
  await userEvent.click(screen.getByText('Clear filters'));
  await waitFor(() =>
    expect(server.sentTo(noticeCalls.deviceList).at(-1)).toEqual({ page: 1, pageSize: 20 }),
  );
});

test('a notice about an offer links to the list of offers', async () => {
  const offer: Notice = { ...notice, content: '<p>Offered</p>', about: { kind: 'resale', id: 'o1' } };
  server.on(noticeCalls.systemList, () => ({ list: [offer], total: 1 }));
  renderPage(<NoticeListPage />, '/?kind=system');
  const link = await screen.findByRole('link', { name: 'Offered' });
  expect(link.getAttribute('href')).toBe('/inventory/list?view=resales');
});

test('a notice about an alarm links to the alarm, or to its robot without the permission to view alarms', async () => {
  const waits: Notice = {
    ...notice,
    content: '<p>Waits</p>',
    about: { kind: 'device', id: 'd1' },
    alarmId: 'a1',
  };
  server.on(noticeCalls.deviceList, () => ({ list: [waits], total: 1 }));
  const { unmount } = renderPage(<NoticeListPage />, '/?kind=device');
  const link = await screen.findByRole('link', { name: 'Waits' });
  expect(link.getAttribute('href')).toBe('/alarmLog/detail?id=a1');
  unmount();
  renderPage(<NoticeListPage />, '/?kind=device', userWith('M200002'));
  const robot = await screen.findByRole('link', { name: 'Waits' });
  expect(robot.getAttribute('href')).toBe('/device/detail?id=d1');
});

test('a notice about a company links to the company only with the permission to view it', async () => {
  const moved: Notice = {
    ...notice,
    content: '<p>Moved</p>',
    deviceId: null,
    about: { kind: 'company', id: 'c1' },
  };
  server.on(noticeCalls.systemList, () => ({ list: [moved], total: 1 }));
  const { unmount } = renderPage(<NoticeListPage />, '/?kind=system');
  const link = await screen.findByRole('link', { name: 'Moved' });
  expect(link.getAttribute('href')).toBe('/outerUserManage/company?id=c1');
  unmount();
  renderPage(<NoticeListPage />, '/?kind=system', userWith());
  expect(await screen.findByText('Moved')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Moved' })).toBeNull();
});

test('a notice about a run links to the run, and only unread notices can be marked as read', async () => {
  renderPage(<NoticeListPage />, '/?kind=device');
  const [link] = await screen.findAllByRole('link');
  expect(link?.getAttribute('href')).toBe('/dataManage/taskDetail?run=r1');
  expect(screen.getAllByLabelText('Mark as read')).toHaveLength(1);
  await userEvent.click(screen.getByLabelText('Mark as read'));
  expect(server.sentTo(noticeCalls.read)).toEqual([{ id: 'n1' }]);
});

test('the list of device notices is not read without the device permission', async () => {
  renderPage(<NoticeListPage />, '/?kind=device', userWith());
  expect(await screen.findByText('No notices yet')).toBeTruthy();
  expect(server.sentTo(noticeCalls.deviceList)).toEqual([]);
});

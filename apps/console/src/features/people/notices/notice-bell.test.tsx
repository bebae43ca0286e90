import { alarmCalls, noticeCalls, topics, type Notice, type UnreadCounts } from '@sweepline/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { anAlarm } from '../../../test-kit/an-alarm.ts';
import { FakeSocket } from '../../../test-kit/fake-socket.ts';
import { aPerson, fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { NoticeBell } from './notice-bell.tsx';
import { clearPopUps } from './pop-ups.ts';

const at = '2030-01-01T00:00:00.000Z';
const deviceId = '0193f0c2-7a31-7c55-9d0e-0000000000a1';
const aNotice = (changes: Partial<Notice> = {}): Notice => ({
  eventId: 'n1',
  content: '<strong>Lobby</strong> has been offline for 2 hours',
  createTime: at,
  deviceCode: 'J30',
  deviceId,
  deviceSn: 'J30-0007',
  deviceName: 'Lobby',
  isRead: 0,
  about: { kind: 'device', id: deviceId },
  alarmId: null,
  workOrderId: null,
  ...changes,
});
const alarm = anAlarm({
  id: 'a1',
  code: '10110',
  name: 'Robot is stuck',
  description: 'stuck',
  raisedAt: at,
  clearedAt: null,
  deviceId,
  deviceSn: 'J30-0007',
  deviceName: 'Lobby',
  isRead: 0,
});

let server: ReturnType<typeof fakeServer>;
let counts: UnreadCounts;
const socket = new FakeSocket();
beforeEach(() => {
  counts = [1, 2, 3];
  server = fakeServer();
  server.on(noticeCalls.unread, () => counts);
  server.on(noticeCalls.deviceList, () => ({ list: [aNotice()], total: 1 }));
  server.on(noticeCalls.systemList, () => ({ list: [], total: 0 }));
  server.on(alarmCalls.list, () => ({ list: [alarm], total: 1 }));
  for (const call of [noticeCalls.read, noticeCalls.undoReadAll]) server.on(call, () => ({}));
  for (const call of [noticeCalls.deviceReadAll, noticeCalls.systemReadAll]) server.on(call, () => ({}));
  for (const call of [alarmCalls.readOne, alarmCalls.readAll]) server.on(call, () => ({}));
});
afterEach(() => {
  vi.useRealTimers();
  clearPopUps();
});

const showBell = (person = aPerson()) =>
  renderPage(
    <SocketContext value={socket}>
      <NoticeBell />
    </SocketContext>,
    '/',
    person,
  );
const openBell = async () => userEvent.click(await screen.findByLabelText(/^Notices/));
const pushNotice = (changes: Partial<Notice> = {}, more = 0) =>
  act(() => socket.push(topics.event, { kind: 'device', notice: aNotice(changes), unread: [1, 3, 3], more }));
const pushAlarm = (changes: object = {}) =>
  act(() =>
    socket.push(topics.alarm, {
      deviceId,
      alarmId: 'a2',
      code: '40101',
      level: 5,
      raised: true,
      text: 'lost',
      deviceName: 'Hall',
      again: false,
      count: 1,
      isTold: true,
      causeId: null,
      unread: [1, 2, 4],
      more: 0,
      ...changes,
    }),
  );

test('the badge shows the sum of the three counts, and 99+ above 99', async () => {
  showBell();
  expect(await screen.findByLabelText('Notices, 6 unread')).toBeTruthy();
  counts = [0, 99, 1];
  pushNotice();
  act(() => socket.push(topics.event, { kind: 'device', notice: aNotice(), unread: counts, more: 0 }));
  expect(await screen.findByLabelText('Notices, 99+ unread')).toBeTruthy();
});

test('the bell opens on the first kind with unread notices and reads only the list of that kind', async () => {
  showBell();
  await openBell();
  expect(await screen.findByText('Robot is stuck')).toBeTruthy();
  expect(server.sentTo(alarmCalls.list)).toEqual([
    { isRead: 0, page: 1, pageSize: 99, startTime: '', endTime: '' },
  ]);
  expect(server.sentTo(noticeCalls.deviceList)).toEqual([]);
  await userEvent.click(screen.getByText('Devices · 2'));
  await screen.findByText('Lobby', { selector: 'strong' });
  expect(server.sentTo(noticeCalls.deviceList)).toEqual([{ isRead: 0, page: 1, pageSize: 99 }]);
});

test('a click on a notice marks it as read and opens the page of its subject', async () => {
  const { router } = showBell();
  await openBell();
  await userEvent.click(await screen.findByText('Robot is stuck'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/alarmLog/detail'));
  expect(router.state.location.search).toBe('?id=a1');
  expect(server.sentTo(alarmCalls.readOne)).toEqual([{ id: 'a1' }]);
});

test('all notices of a kind are marked as read, and undo reverts it', async () => {
  showBell();
  await openBell();
  await userEvent.click(await screen.findByText('Devices · 2'));
  await userEvent.click(screen.getByText('Mark all as read'));
  expect(await screen.findByText('Marked all as read')).toBeTruthy();
  expect(server.sentTo(noticeCalls.deviceReadAll)).toHaveLength(1);
  expect(server.sentTo(alarmCalls.readAll)).toHaveLength(0);
  await userEvent.click(screen.getByText('Undo'));
  await waitFor(() => expect(server.sentTo(noticeCalls.undoReadAll)).toEqual([{ kind: 'device' }]));
});

test('the bell shows only system notices without the device permission', async () => {
  counts = [1, 0, 0];
  showBell(userWith());
  await openBell();
  expect(await screen.findByText('Nothing unread')).toBeTruthy();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['System · 1']);
  expect(server.sentTo(noticeCalls.deviceList)).toEqual([]);
});

test('unsafe HTML in a notice is removed before it is shown', async () => {
  server.on(noticeCalls.deviceList, () => ({
    list: [aNotice({ content: '<p>Lobby<img src="x" onerror="alert(1)"><script>alert(1)</script></p>' })],
    total: 1,
  }));
  counts = [0, 1, 0];
  showBell();
  await openBell();
  const content = await screen.findByText('Lobby');
  expect(content.outerHTML).not.toMatch(/onerror|script/);
});

test('a pushed notice is counted and pops up for five seconds without taking the focus', async () => {
  showBell();
  await screen.findByLabelText('Notices, 6 unread');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const focus = document.activeElement;
  pushNotice();
  expect(await screen.findByLabelText('Notices, 7 unread')).toBeTruthy();
  expect(await screen.findByRole('log')).toHaveProperty('textContent', 'Lobby has been offline for 2 hours');
  expect(document.activeElement).toBe(focus);
  act(() => void vi.advanceTimersByTime(5_000));
  await waitFor(() => expect(screen.queryByRole('log')).toBeNull());
});

test('a pop-up stays while the pointer is over it', async () => {
  showBell();
  await screen.findByLabelText('Notices, 6 unread');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  pushNotice();
  const log = await screen.findByRole('log');
  fireEvent(log, new Event('pointerenter'));
  act(() => void vi.advanceTimersByTime(20_000));
  expect(screen.queryByRole('log')).toBeTruthy();
  fireEvent(log, new Event('pointerleave'));
  act(() => void vi.advanceTimersByTime(5_000));
  await waitFor(() => expect(screen.queryByRole('log')).toBeNull());
});

test('the three pop-ups with the highest level are shown and the others are counted', async () => {
  showBell();
  await screen.findByLabelText('Notices, 6 unread');
  for (const [n, level] of [1, 5, 2, 4].entries()) pushAlarm({ alarmId: `a${n}`, level });
  pushNotice({}, 6);
  const log = await screen.findByRole('log');
  expect([...log.querySelectorAll('small')].map(({ textContent }) => textContent)).toEqual([
    'Hall · Level 4',
    'Hall · Level 2',
    'Hall · Level 5',
  ]);
  expect(log.textContent).toContain('8 more');
});

test('a cleared, repeated or suppressed alarm sets the counts and does not pop up', async () => {
  showBell();
  await screen.findByLabelText('Notices, 6 unread');
  pushAlarm({ raised: false });
  pushAlarm({ again: true });
  pushAlarm({ isTold: false });
  expect(await screen.findByLabelText('Notices, 7 unread')).toBeTruthy();
  expect(screen.queryByRole('log')).toBeNull();
});

test('an alarm that chatters pops up with the number of its raises', async () => {
  showBell();
  await screen.findByLabelText('Notices, 6 unread');
  pushAlarm({ count: 7 });
  expect((await screen.findByRole('log')).textContent).toMatch(/× 7/);
});

test('pop-ups that are switched off in the bell stay off in the same browser', async () => {
  const { unmount } = showBell();
  await openBell();
  await userEvent.click(await screen.findByRole('switch'));
  unmount();
  showBell();
  await screen.findByLabelText('Notices, 6 unread');
  pushNotice();
  expect(await screen.findByLabelText('Notices, 7 unread')).toBeTruthy();
  expect(screen.queryByRole('log')).toBeNull();
  expect(localStorage.getItem('popUps')).toBe('off');
});

test('a notice does not pop up when the profile switches pop-ups off', async () => {
  showBell(aPerson({ profile: { popUps: false } }));
  await screen.findByLabelText('Notices, 6 unread');
  pushNotice();
  expect(await screen.findByLabelText('Notices, 7 unread')).toBeTruthy();
  expect(screen.queryByRole('log')).toBeNull();
});

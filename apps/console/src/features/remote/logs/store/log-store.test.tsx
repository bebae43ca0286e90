import {
  deviceCalls,
  deviceLogCalls,
  errors,
  logStoreCalls,
  pages,
  permissions,
  type Input,
  type LogEntry,
  type Output,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../../test-kit/a-live-device.ts';
import { aDeviceLog } from '../../../../test-kit/a-device-log.ts';
import { fakeServer, Refused, renderPage, userWith } from '../../../../test-kit/index.ts';
import { DeviceLogsPage } from '../device-logs-page.tsx';

const device = {
  id: '01900000-0000-7000-8000-0000000000d1',
  sn: 'J30-0007',
  nickname: 'Otter',
  model: 'J30',
};
const log = aDeviceLog();
const entry = (changes: Partial<LogEntry>): LogEntry => ({
  name: '',
  nickname: '',
  path: '',
  kind: 'DIR',
  bytes: 2048,
  changedAt: log.createdAt,
  logId: log.id,
  ...changes,
});
const robotDir = '/J30-0007';
const pullDir = `${robotDir}/20300101T010000Z-0000000000a1`;
const contents: Record<string, LogEntry[]> = {
  '/': [entry({ name: 'J30-0007', nickname: 'Otter', path: robotDir, logId: null })],
  [robotDir]: [entry({ name: '20300101T010000Z-0000000000a1', path: pullDir })],
  [pullDir]: ['nav.log', 'system.log'].map((name) =>
    entry({ name, path: `${pullDir}/${name}`, kind: 'FILE' }),
  ),
};
const robotFiles = ['system.log', 'nav.log'].map((name) => ({
  path: `/var/log/robot/2030-01-01/${name}`,
  bytes: 1024,
  changedAt: log.createdAt,
}));

function world(answers: Partial<typeof contents> = contents) {
  const server = fakeServer();
  server.on(logStoreCalls.list, ({ dir = '/', keyword = '' }: Input<typeof logStoreCalls.list>) => {
    const list = answers[dir];
    if (!list) throw new Refused('notFound');
    const found = list.filter((it) => it.nickname.includes(keyword) || it.name.includes(keyword));
    return { device: dir === '/' ? null : device, list: found };
  });
  server.on(deviceLogCalls.list, () => ({ list: [], total: 0 }));
  server.on(deviceCalls.detail, () => ({
    device: aDevice(),
    live: aLiveDevice(),
    capabilities: ['logPull'],
    openAlarms: [],
  }));
  server.on(deviceCalls.list, () => ({ list: [aDevice()], total: 1 }) as never);
  return server;
}
const open = (dir?: string, person?: ReturnType<typeof userWith>) =>
  renderPage(<DeviceLogsPage />, pages.deviceLogs({ view: 'store', ...(dir && { dir }) }), person);
const tree = () => screen.findByRole('tree', { name: 'Folders of the log store' });

test('the view of the device logs changes to the store, and a robot opens to its pulls by keys', async () => {
  world();
  renderPage(<DeviceLogsPage />);
  await userEvent.click(await screen.findByText('Log store'));
  const robot = within(await tree()).getByRole('treeitem', { name: /Otter/ });
  expect(screen.getByText('Choose a folder')).toBeTruthy();
  robot.focus();
  await userEvent.keyboard('{ArrowRight}');
  await waitFor(async () => expect(within(await tree()).getAllByRole('treeitem')).toHaveLength(2));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByText('nav.log')).toBeTruthy();
  expect(new URLSearchParams(screen.getByTestId('address').textContent).get('dir')).toBe(pullDir);
});

test('a link to a folder shows its files with sizes, and names are searched in it', async () => {
  world();
  open(pullDir);
  const link = await screen.findByText('system.log');
  expect(link.getAttribute('href')).toBe(pages.deviceLog({ id: log.id, file: 'system.log' }));
  expect(screen.getAllByText(/2\s?KB/).length).toBeGreaterThan(1);
  await userEvent.type(screen.getByLabelText('File name'), 'NAV');
  expect(screen.queryByText('system.log')).toBeNull();
  expect(screen.getByText('nav.log')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('File name'), '?');
  expect(screen.getByText('No matching files')).toBeTruthy();
});

test('robots are searched at the server', async () => {
  const server = world();
  open();
  await tree();
  await userEvent.type(screen.getByLabelText('Robot or serial number'), 'Beaver');
  expect(await screen.findByText('No robot found')).toBeTruthy();
  expect(server.sentTo(logStoreCalls.list)).toContainEqual({ dir: '/', keyword: 'Beaver' });
});

test('a folder is downloaded as a zip by the browser itself, and people without the permission have no button for it', async () => {
  const server = world();
  const url = '/api/file/log/token?dir=x';
  const opened: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.getAttribute('href') ?? '');
  });
  server.on(logStoreCalls.folderUrl, () => ({ url, expiresAt: '2030-01-01T00:10:00.000Z' }));
  const { unmount } = open(pullDir);
  await userEvent.click(await screen.findByText('Download folder'));
  await waitFor(() => expect(opened).toEqual([url]));
  expect(server.sentTo(logStoreCalls.folderUrl)).toEqual([{ dir: pullDir }]);
  unmount();
  open(pullDir, userWith(permissions.deviceLogs));
  expect(await screen.findByText('nav.log')).toBeTruthy();
  expect(screen.queryByText('Download folder')).toBeNull();
});

test('a robot is asked for its files on request, and uploads the chosen folder', async () => {
  const server = world();
  let answer: (output: Output<typeof logStoreCalls.refresh>) => void = () => {};
  server.on(logStoreCalls.refresh, () => new Promise((resolve) => (answer = resolve)));
  server.on(logStoreCalls.notice, () => aDeviceLog({ state: 'WAITING', file: null }));
  open(robotDir);
  expect(await screen.findByText(/lists its files when it is asked/)).toBeTruthy();
  expect(server.sentTo(logStoreCalls.refresh)).toEqual([]);
  await userEvent.click(screen.getByText('Read the robot’s files'));
  expect(await screen.findByText(/The robot was asked/)).toBeTruthy();
  answer({ list: robotFiles, cursor: null });
  expect(await screen.findByText(/Answer of the robot/)).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: '/var/log/robot/2030-01-01' }));
  expect(screen.getByText(/2 files · 2\s?KB/)).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: robotFiles[0]?.path ?? '' }));
  await userEvent.click(screen.getByText('Fetch chosen files'));
  await waitFor(() =>
    expect(server.sentTo(logStoreCalls.notice)).toEqual([
      { deviceId: device.id, paths: [robotFiles[1]?.path] },
    ]),
  );
  expect(await screen.findByText('The robot was asked for its logs')).toBeTruthy();
  // The robot itself is not asked again by the change.
  expect(server.sentTo(logStoreCalls.refresh)).toHaveLength(1);
});

test('a pull that runs is in the folder of its robot with its progress', async () => {
  const server = world();
  const running = aDeviceLog({ state: 'RUNNING', phase: 'TRANSFERRING', pct: 40, file: null });
  server.on(deviceLogCalls.list, () => ({ list: [running], total: 1 }));
  open(robotDir);
  const panel = await screen.findByRole('region', { name: 'The logs are on their way' });
  expect(within(panel).getByText(/40\s?%/)).toBeTruthy();
});

test('a robot that is offline gives its reason, and is asked again', async () => {
  const server = world();
  server.on(logStoreCalls.refresh, () => {
    throw new Refused('deviceOffline');
  });
  open(robotDir);
  await userEvent.click(await screen.findByText('Read the robot’s files'));
  expect(await screen.findByText('Device offline, cannot detect')).toBeTruthy();
  await userEvent.click(screen.getByText('Try again'));
  await waitFor(() => expect(server.sentTo(logStoreCalls.refresh)).toHaveLength(2));
});

test('an empty store, an empty robot and a folder that is gone say what to do', async () => {
  world({ '/': [], [robotDir]: [] });
  const { unmount } = open();
  expect(await screen.findByText(/choose the files that it should upload/)).toBeTruthy();
  unmount();
  const robot = open(robotDir);
  expect(await screen.findByText(/Choose files on the robot below/)).toBeTruthy();
  robot.unmount();
  open('/gone');
  expect(await screen.findByText(errors.notFound.texts.en)).toBeTruthy();
});

import {
  companyCalls,
  deviceCalls,
  deviceLogCalls,
  logCollectionCalls,
  permissions,
  topics,
  type DeviceLog,
  type LogCollection,
} from '@sweepline/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SocketContext } from '../../../../kit/api/use-live.ts';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { aDeviceLog } from '../../../../test-kit/a-device-log.ts';
import { fakeServer, renderPage, userWith } from '../../../../test-kit/index.ts';
import { FakeSocket } from '../../../../test-kit/fake-socket.ts';
import { LogListPage } from './log-list-page.tsx';

const running: Partial<DeviceLog> = { state: 'RUNNING', phase: 'TRANSFERRING', pct: 40, file: null };

function world(logs: DeviceLog[]) {
  const server = fakeServer();
  server.on(deviceLogCalls.list, () => ({ list: logs, total: logs.length }));
  server.on(deviceLogCalls.cancel, () => aDeviceLog({ state: 'CANCELED' }));
  server.on(deviceCalls.list, () => ({ list: [aDevice()], total: 1 }) as never);
  return server;
}

test('pulls are listed with robot, content, state, progress and size', async () => {
  world([
    aDeviceLog(),
    aDeviceLog({
      ...running,
      id: '01900000-0000-7000-8000-0000000000a2',
      source: 'PATHS',
      paths: ['/var/log/robot/nav.log'],
      from: null,
      to: null,
    }),
    aDeviceLog({ id: '01900000-0000-7000-8000-0000000000a3', state: 'FAILED', code: 'NO_FILES', file: null }),
  ]);
  renderPage(<LogListPage />);
  expect((await screen.findAllByText('Otter'))[0]?.getAttribute('href')).toMatch(
    /^\/operationLog\/logDetail\?id=/,
  );
  for (const text of ['/var/log/robot/nav.log', 'Transferring', '40 %', '2 KB', 'No downloadable files'])
    expect((await screen.findAllByText(new RegExp(text.replace(' ', '\\s?')))).length).toBeGreaterThan(0);
});

test('the progress that the server pushes is shown at once, and a pull that runs is canceled', async () => {
  const log = aDeviceLog(running);
  const server = world([log]);
  const socket = new FakeSocket();
  renderPage(
    <SocketContext value={socket}>
      <LogListPage />
    </SocketContext>,
  );
  await screen.findByText(/40\s?%/);
  const content = { id: log.id, deviceId: log.device.id, state: 'RUNNING' as const, progress: 73, url: '' };
  act(() => socket.push(topics.download, content));
  expect(await screen.findByText(/73\s?%/)).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Cancel fetching logs of Otter'));
  await waitFor(() => expect(server.sentTo(deviceLogCalls.cancel)).toEqual([{ id: log.id }]));
});

test('logs of the last day are fetched from chosen robots, and a robot that was refused is named with the reason', async () => {
  const server = world([]);
  const device = aDevice();
  const plain = aDevice({ id: '01900000-0000-7000-8000-0000000000d9', nickname: 'Cart', model: 'PLAIN' });
  const boxed = aDevice({
    id: '01900000-0000-7000-8000-0000000000da',
    nickname: 'Boxed',
    binding: 'NOT_ACTIVATED',
  });
  server.on(deviceCalls.list, ({ binding }) => {
    const list = [device, plain, boxed].filter((it) => binding === undefined || it.binding === binding);
    return { list, total: list.length };
  });
  server.on(deviceLogCalls.oneClickPull, () => ({
    list: [{ deviceId: device.id, name: device.nickname, id: null, reason: 'Device offline, cannot detect' }],
  }));
  renderPage(<LogListPage />);
  await userEvent.click(await screen.findByText('Fetch last 24 hours'));
  await userEvent.click(await screen.findByText(device.nickname));
  // One sends no logs, the other was never activated.
  for (const name of ['Cart', 'Boxed']) expect(screen.queryByText(name)).toBeNull();
  await userEvent.click(screen.getByText('Fetch from 1 robot'));
  expect(await screen.findByText('Device offline, cannot detect')).toBeTruthy();
  expect(server.sentTo(deviceLogCalls.oneClickPull)).toEqual([
    { deviceIds: [device.id], allowMobileData: false },
  ]);
});

test('a person who may only read neither fetches nor downloads', async () => {
  world([aDeviceLog()]);
  renderPage(<LogListPage />, '/', userWith(permissions.deviceLogs));
  expect(await screen.findByText('Otter')).toBeTruthy();
  expect(screen.queryByText('Fetch last 24 hours')).toBeNull();
  expect(screen.queryByLabelText('Download Otter')).toBeNull();
});

test('a company decides from which level on alarms bring logs by themselves, and sees what they used', async () => {
  const server = world([
    aDeviceLog({ source: 'ALARM', alarmId: '01900000-0000-7000-8000-0000000000e1', by: '' }),
  ]);
  const collection: LogCollection = {
    companyId: '01900000-0000-7000-8000-0000000000c1',
    companyName: 'Mall',
    minLevel: null,
    dailyMegabytes: 50,
    version: 3,
    updatedAt: null,
    updatedBy: '',
    used: { logs: 2, bytes: 2_097_152, robotsAtBudget: 1 },
  };
  server.on(companyCalls.options, () => ({ list: [], total: 1 }));
  server.on(logCollectionCalls.detail, () => collection);
  server.on(logCollectionCalls.update, () => collection);
  renderPage(<LogListPage />);
  expect((await screen.findByText('After an alarm')).getAttribute('href')).toMatch(
    /^\/alarmLog\/detail\?id=/,
  );
  await userEvent.click(await screen.findByText('Automatic logs'));
  expect(await screen.findByText(/Last 24 hours: 2 logs, 2\s?MB/)).toBeTruthy();
  expect(screen.getByText('1 robot has reached its limit')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Alarms from level'));
  await userEvent.click(await screen.findByText('Level 4 and above'));
  await userEvent.click(screen.getByText('Save', { selector: '.ant-modal button span' }));
  await waitFor(() =>
    expect(server.sentTo(logCollectionCalls.update)).toEqual([
      { companyId: collection.companyId, minLevel: 4, dailyMegabytes: 50, version: 3 },
    ]),
  );
});

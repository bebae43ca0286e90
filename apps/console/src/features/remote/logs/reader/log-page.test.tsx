import {
  alarmCalls,
  deviceLogCalls,
  runCalls,
  type DeviceLog,
  type Input,
  type LogLine,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aDeviceLog } from '../../../../test-kit/a-device-log.ts';
import { anAlarm } from '../../../../test-kit/an-alarm.ts';
import { fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { LogPage } from './log-page.tsx';

const at = (minute: number) => `2030-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
const line = (n: number, changes: Partial<LogLine> = {}): LogLine => ({
  n,
  file: 'nav.log',
  at: at(n),
  level: 'INFO',
  module: 'nav',
  text: `line ${n}`,
  ...changes,
});

type LineInput = Input<typeof deviceLogCalls.lines>;

function world(
  log: DeviceLog = aDeviceLog(),
  lines = [line(0), line(1, { level: 'ERROR', text: 'blocked' })],
) {
  const server = fakeServer();
  server.on(deviceLogCalls.detail, () => log);
  server.on(deviceLogCalls.files, () => ({
    list: [
      { index: 0, name: 'nav.log', bytes: 1024, module: 'nav' },
      { index: 1, name: 'system.log', bytes: 2048, module: 'system' },
    ],
  }));
  server.on(deviceLogCalls.lines, () => ({ lines, cursor: null }));
  server.on(alarmCalls.list, () => ({
    list: [anAlarm({ raisedAt: at(1), deviceId: log.device.id })],
    total: 1,
  }));
  server.on(runCalls.list, () => ({ list: [], total: 0 }));
  return server;
}
const address = `/operationLog/logDetail?id=${aDeviceLog().id}`;
const lastRead = (server: ReturnType<typeof world>) =>
  server.sentTo(deviceLogCalls.lines).at(-1) as LineInput;

test('the lines are read in place beside files, alarms and runs of the same time', async () => {
  world();
  renderPage(<LogPage />, address);
  expect(await screen.findByText('line 0')).toBeTruthy();
  expect(screen.getByText('blocked')).toBeTruthy();
  expect(screen.getByText('system.log')).toBeTruthy();
  expect(await screen.findByText('Brush is jammed')).toBeTruthy();
  expect(screen.getByText('No runs in this period')).toBeTruthy();
  expect(screen.getByText('End of the logs')).toBeTruthy();
});

test('file, search and the time of an alarm are in the address and narrow the reading', async () => {
  const server = world();
  renderPage(<LogPage />, address);
  await userEvent.click(await screen.findByText('system.log'));
  await waitFor(() => expect(lastRead(server)).toMatchObject({ file: 'system.log' }));
  await userEvent.type(screen.getByLabelText('Search in the lines'), 'path{Enter}');
  await waitFor(() => expect(lastRead(server)).toMatchObject({ file: 'system.log', keyword: 'path' }));
  await userEvent.click((await screen.findAllByTitle('Show the lines of this time'))[0]!);
  await waitFor(() => expect(lastRead(server)).toMatchObject({ from: at(0) }));
  expect(screen.getByTestId('address').textContent).toContain(`at=${encodeURIComponent(at(1))}`);
});

test('a link to a time marks the first line at it', async () => {
  world();
  renderPage(<LogPage />, `${address}&at=${encodeURIComponent('2030-01-01T00:00:30.000Z')}`);
  const marked = await screen.findByText('blocked');
  expect(marked.closest('li')?.getAttribute('aria-current')).toBe('true');
  expect(screen.getByText('line 0').closest('li')?.getAttribute('aria-current')).toBeNull();
});

test('a search goes on by itself over parts of the archive without a match', async () => {
  const server = world();
  let calls = 0;
  server.on(deviceLogCalls.lines, ({ cursor }) => {
    calls += 1;
    return cursor < 3_000
      ? { lines: [], cursor: cursor + 1_000 }
      : { lines: [line(3_000, { at: at(5) })], cursor: null };
  });
  renderPage(<LogPage />, address);
  expect(await screen.findByText('line 3000')).toBeTruthy();
  expect(calls).toBe(4);
});

test('without files the page says what happens, or that there is nothing', async () => {
  world(aDeviceLog({ state: 'RUNNING', phase: 'PACKING', pct: 10, file: null }));
  const { unmount } = renderPage(<LogPage />, address);
  expect(await screen.findByText('The logs are on their way')).toBeTruthy();
  unmount();
  world(aDeviceLog({ state: 'FAILED', code: 'NO_FILES', file: null }));
  renderPage(<LogPage />, address);
  expect((await screen.findAllByText('No downloadable files')).length).toBeGreaterThan(0);
});

import { commandCalls, permissions, topics, type CommandJob } from '@sweepline/contract';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { aCommand } from '../../../test-kit/a-command.ts';
import { FakeSocket } from '../../../test-kit/fake-socket.ts';
import { fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { hoursOf } from './command-hours.tsx';
import { CommandListPage } from './command-list-page.tsx';

const queued = aCommand({
  status: 'QUEUED',
  type: 'consumable.reset',
  reason: 'new filter',
  sentAt: null,
  endedAt: null,
});
const more = { lane: 'CONFIG', class: 'DEFERRED', params: { id: 'filter' }, result: null };

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(commandCalls.list, () => ({ list: [queued], total: 1 }));
  server.on(commandCalls.detail, () => ({ ...queued, ...more }));
  server.on(commandCalls.figures, () => ({
    open: 1,
    failedToday: 2,
    givenToday: 9,
    medianRoundTripMs: 42,
    bars: [],
  }));
});

test('a command opens its states, and an operator can cancel a waiting one', async () => {
  server.on(commandCalls.cancel, () => ({ ...queued, status: 'CANCELED' as const }));
  renderPage(<CommandListPage />);
  await userEvent.click(await screen.findByText('Reset a consumable'));
  expect(await screen.findByText('Waits for the device')).toBeTruthy();
  expect(screen.getAllByText('new filter').length).toBeGreaterThan(1);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel command' }));
  expect(server.sentTo(commandCalls.cancel)).toEqual([{ id: queued.id }]);
});

test('a reader sees the states of a command and cannot cancel it', async () => {
  renderPage(<CommandListPage />, `/?command=${queued.id}`, userWith(permissions.deviceList));
  expect(await screen.findByText('Waits for the device')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel command' })).toBeNull();
});

const job: CommandJob = {
  jobId: '0193f0c2-7a31-7c55-9d0e-0000000000d1',
  kind: 'MAP_UPLOAD',
  state: 'RUNNING',
  phase: 'UPLOADING',
  pct: 40,
  code: '',
  attempt: 2,
  bytesDone: 1024,
  bytesTotal: 2048,
  rateBps: 512,
  startedAt: queued.createdAt,
  waits: [],
  toldAt: queued.createdAt,
  endedAt: null,
};

test('a command with an unfinished job shows the progress of the job in the list and in its states', async () => {
  const command = { ...aCommand({ type: 'job.mapUpload', job }), ...more };
  server.on(commandCalls.list, () => ({ list: [command], total: 1 }));
  server.on(commandCalls.detail, () => command);
  renderPage(<CommandListPage />);
  expect(await screen.findByText('Uploading')).toBeTruthy();
  expect(screen.queryByText('Succeeded')).toBeNull();
  cleanup();

  const socket = new FakeSocket();
  renderPage(
    <SocketContext value={socket}>
      <CommandListPage />
    </SocketContext>,
    `/?command=${command.id}`,
  );
  expect(await screen.findByText('1 KB of 2 KB')).toBeTruthy();
  expect(screen.getByText('512 B a second')).toBeTruthy();
  expect(screen.queryByText('Succeeded')).toBeNull();
  const failed: CommandJob = { ...job, phase: 'FAILED', state: 'FAILED', code: 'NO_PROGRESS' };
  act(() =>
    socket.push(topics.jobs, { changes: [{ id: command.id, deviceId: command.deviceId, job: failed }] }),
  );
  expect(await screen.findByText('No progress')).toBeTruthy();
});

test('a click on “failed today” filters by failed commands of today', async () => {
  renderPage(<CommandListPage />);
  await userEvent.click(await screen.findByText('Failed today'));
  expect(server.sentTo(commandCalls.list).at(-1)).toMatchObject({
    only: 'FAILED',
    from: expect.any(String),
    to: expect.any(String),
  });
});

test('the chart shows 24 hours including empty ones, aligned as on the server', () => {
  const now = Date.parse('2030-01-01T12:20:00.000Z');
  // The offset of India is half an hour off full hours.
  const bar = { at: '2030-01-01T10:30:00.000Z', succeeded: 3, failed: 0, other: 1 };
  const hours = hoursOf([bar], now);
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)?.at).toBe('2030-01-01T11:30:00.000Z');
  expect(hours.at(-2)).toEqual(bar);
});

test('an export of more than a month shows the reason and cannot be sent', async () => {
  renderPage(<CommandListPage />, '/?from=2030-01-01T00:00:00.000Z&to=2030-02-28T00:00:00.000Z');
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Export commands')).toBeTruthy();
  expect(screen.getByText('An export covers at most one month. Choose fewer days.')).toBeTruthy();
  expect(screen.getByText<HTMLButtonElement>('Export CSV').disabled).toBe(true);
});

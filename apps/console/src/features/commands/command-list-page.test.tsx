import { commandCalls, permissions } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aCommand } from '../../test-kit/a-command.ts';
import { fakeServer, holding, show } from '../../test-kit/index.ts';
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
    ...{ open: 1, failedToday: 2, givenToday: 9, medianRoundTripMs: 42, bars: [] },
  }));
});

test('a command opens its life, and what waits can be taken back by who may operate', async () => {
  server.on(commandCalls.cancel, () => ({ ...queued, status: 'CANCELED' as const }));
  show(<CommandListPage />);
  await userEvent.click(await screen.findByText('Reset a consumable'));
  expect(await screen.findByText('Waits for the device')).toBeTruthy();
  expect(screen.getAllByText('new filter').length).toBeGreaterThan(1);
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }));
  expect(server.sentTo(commandCalls.cancel)).toEqual([{ id: queued.id }]);
});

test('a reader sees the life and takes nothing back', async () => {
  show(<CommandListPage />, `/?command=${queued.id}`, holding(permissions.deviceList));
  expect(await screen.findByText('Waits for the device')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull();
});

test('pressing “failed today” asks for just those', async () => {
  show(<CommandListPage />);
  await userEvent.click(await screen.findByText('Failed today'));
  expect(server.sentTo(commandCalls.list).at(-1)).toMatchObject({
    ...{ only: 'FAILED', from: expect.any(String), to: expect.any(String) },
  });
});

test('the chart shows 24 hours, the empty ones too, cut as the server cut them', () => {
  const now = Date.parse('2030-01-01T12:20:00.000Z');
  // India is half an hour off the full hours.
  const bar = { at: '2030-01-01T10:30:00.000Z', succeeded: 3, failed: 0, other: 1 };
  const hours = hoursOf([bar], now);
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)?.at).toBe('2030-01-01T11:30:00.000Z');
  expect(hours.at(-2)).toEqual(bar);
});

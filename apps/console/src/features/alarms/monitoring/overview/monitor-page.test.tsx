import { monitorCalls, topics, type MonitoredDevice } from '@sweepline/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { SocketContext } from '../../../../kit/api/use-live.ts';
import { FakeSocket } from '../../../../test-kit/fake-socket.ts';
import { fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { MonitorPage } from './monitor-page.tsx';

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const ids = ['0193f0c2-7a31-7c55-9d0e-0000000000a1', '0193f0c2-7a31-7c55-9d0e-0000000000a2'] as const;

const robot = (changes: Partial<MonitoredDevice> = {}): MonitoredDevice => ({
  id: ids[0],
  sn: 'J30-0007',
  nickname: 'Otter',
  model: 'J30',
  companyName: 'Jinji Lake Plaza',
  site: { id: 's', name: 'West wing' },
  live: {
    state: 'ONLINE',
    since: ago(60),
    lastSeenAt: ago(0),
    mode: 'ERROR',
    paused: false,
    soc: 40,
    alarmLevel: 5,
  },
  severity: 'VERY_SERIOUS',
  serious: 1,
  verySerious: 1,
  unprocessed: 2,
  since: ago(125),
  worst: { id: 'alarm-1', code: '20110', type: 'BRUSH', text: '', level: 5, raisedAt: ago(5) },
  run: { id: 'run-1', name: 'Lobby', state: 'PAUSED', coverage: 0.5 },
  ...changes,
});

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(monitorCalls.list, () => ({ list: [robot()], total: 1 }));
  server.on(monitorCalls.countEventInfo, () => ({
    serious: 7,
    verySerious: 3,
    unprocessed: 9,
    robots: 8,
    offline: 2,
  }));
  server.on(monitorCalls.chart, ({ by }) => ({
    from: '2030-01-01T00:00:00.000Z',
    to: '2030-01-01T02:00:00.000Z',
    serious: 2,
    verySerious: 1,
    bars:
      by === 'time'
        ? [
            { key: '2030-01-01T00:00:00.000Z', name: '', serious: 2, verySerious: 0 },
            { key: '2030-01-01T01:00:00.000Z', name: '', serious: 0, verySerious: 1 },
          ]
        : [{ key: 'J30', name: 'J30', serious: 2, verySerious: 1 }],
    others: { serious: 0, verySerious: 0 },
  }));
});

test('a range without new severe alarms says how many from before are still open', async () => {
  const range = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-01T02:00:00.000Z' };
  const none = { serious: 0, verySerious: 0 };
  server.on(monitorCalls.chart, () => ({ ...range, ...none, bars: [], others: none }));
  renderPage(<MonitorPage />);
  expect(await screen.findByText('No severe alarms were raised in this period')).toBeTruthy();
  expect(await screen.findByText('10 alarms from before are still open')).toBeTruthy();
  expect(screen.queryByText('No Data Available')).toBeNull();
});

test('a robot leads to its time axis, and its worst alarm to the time around it', async () => {
  renderPage(<MonitorPage />);
  const name = await screen.findByText('Otter');
  expect(name.closest('a')?.getAttribute('href')).toBe(`/operationLog/monitorDetail?id=${ids[0]}`);
  expect(screen.getByText('Brush is jammed').getAttribute('href')).toBe(
    `/operationLog/monitorDetail?id=${ids[0]}&alarm=alarm-1`,
  );
  expect(screen.getByText('2 alarms, 1 very serious')).toBeTruthy();
  expect(screen.getByText('Lobby')).toBeTruthy();
  expect(screen.getByText('2 of them are offline')).toBeTruthy();
});

test('a figure filters the list, and a second press ends the filter', async () => {
  renderPage(<MonitorPage />);
  await screen.findByText('Otter');
  const figure = screen.getByText('3').closest('button')!;
  await userEvent.click(figure);
  await waitFor(() =>
    expect(server.sentTo(monitorCalls.list).at(-1)).toMatchObject({ severity: ['VERY_SERIOUS'] }),
  );
  expect(figure.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(figure);
  expect(screen.getByTestId('address').textContent).toBe('');
  await userEvent.click(screen.getByText('9').closest('button')!);
  expect(screen.getByTestId('address').textContent).toContain('unprocessed=true');
});

test('the switches of the chart are in the address, and a press on a model filters by it', async () => {
  renderPage(<MonitorPage />, '/?range=month');
  await userEvent.click(await screen.findByRole('button', { name: 'Model' }));
  await waitFor(() =>
    expect(server.sentTo(monitorCalls.chart).at(-1)).toMatchObject({ by: 'model', range: 'month' }),
  );
  expect(screen.getByTestId('address').textContent).toBe('?range=month&by=model');
  await userEvent.click(await screen.findByRole('button', { name: /^J30/ }));
  await waitFor(() => expect(server.sentTo(monitorCalls.list).at(-1)).toMatchObject({ model: ['J30'] }));
});

test('a robot that is away is not judged, and a push shows when it comes back', async () => {
  const live = { ...robot().live, state: 'OFFLINE' as const };
  server.on(monitorCalls.list, () => ({ list: [robot({ live })], total: 1 }));
  const socket = new FakeSocket();
  renderPage(
    <SocketContext value={socket}>
      <MonitorPage />
    </SocketContext>,
  );
  expect(await screen.findByText(/Device offline, cannot detect/)).toBeTruthy();
  const change = {
    id: ids[0],
    state: 'ONLINE',
    since: ago(0),
    lastSeenAt: ago(0),
    mode: 'ERROR',
    paused: false,
    soc: 39,
    charging: false,
    mapId: null,
    cleanWaterPct: null,
    dirtyWaterPct: null,
    dustBagPct: null,
    networkMode: null,
    cleaningMode: null,
    coverage: null,
    runId: null,
    alarmLevel: 5,
    operatingMode: 'AUTOMATIC',
    relocating: false,
    localized: true,
    faults: [] as never[],
  } as const;
  act(() => socket.push(topics.devices, { changes: [change] }));
  await waitFor(() => expect(screen.queryByText(/Device offline, cannot detect/)).toBeNull());
  expect(screen.getByText(/39%/)).toBeTruthy();
});

test('without severe alarms the page says that there is no data', async () => {
  server.on(monitorCalls.list, () => ({ list: [], total: 0 }));
  renderPage(<MonitorPage />);
  expect(await screen.findByText('No Data Available')).toBeTruthy();
});

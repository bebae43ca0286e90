import { monitorCalls, type MonitorDetail } from '@sweepline/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../../test-kit/index.ts';
import { MonitorDetailPage } from './monitor-detail-page.tsx';

const id = '0193f0c2-7a31-7c55-9d0e-0000000000a1';
const end = Date.parse('2030-01-01T12:00:00.000Z');
const at = (minutes: number) => new Date(end + minutes * 60_000).toISOString();

const detail: MonitorDetail = {
  device: {
    id,
    sn: 'J30-0007',
    nickname: 'Otter',
    model: 'J30',
    companyName: 'Plaza',
    site: null,
    mapRotation: 0,
    live: {
      state: 'ONLINE',
      since: at(-90),
      lastSeenAt: at(0),
      mode: 'ERROR',
      paused: false,
      soc: 40,
      alarmLevel: 5,
    },
  },
  from: at(-60),
  to: at(0),
  stepS: 60,
  samples: [
    { at: at(-60), soc: 80, mapId: null, x: null, y: null },
    { at: at(-1), soc: 40, mapId: null, x: null, y: null },
  ],
  modes: [
    { from: at(-100), to: at(-30), value: 'STANDBY' },
    { from: at(-30), to: null, value: 'ERROR' },
  ],
  connection: [{ from: at(-100), to: null, value: 'ONLINE' }],
  trail: [
    {
      mapId: 'floor',
      steps: [
        [0, 1, 2, 0, 0],
        [3_000_000, 3, 4, 0, 1],
      ],
    },
  ],
  alarms: [
    {
      id: 'alarm-1',
      code: '20110',
      type: 'BRUSH',
      text: '',
      level: 5,
      from: at(-30),
      to: at(-10),
      causeId: null,
      processed: false,
      shelvedUntil: null,
    },
  ],
  commands: [{ id: 'c1', type: 'stop', status: 'SUCCEEDED', by: 'wei', from: at(-20), to: at(-20) }],
  runs: [
    { id: 'r1', name: 'Lobby', kind: 'CLEANING', state: 'FAILED', code: '', from: at(-50), to: at(-25) },
  ],
  drives: [{ id: 'd1', driver: 'Nick', end: 'RELEASED', from: at(-15), to: at(-12) }],
  more: false,
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(monitorCalls.detail, () => detail);
});

const open = async (search = '') => {
  renderPage(<MonitorDetailPage />, `/operationLog/monitorDetail?id=${id}${search}`);
  return await screen.findByRole('slider', { name: 'Time cursor' });
};
const words = () => within(screen.getByRole('region', { name: 'At the cursor' }));
const percent = (slider: HTMLElement) => Number(slider.getAttribute('aria-valuenow'));

test('the cursor begins at the end and is live; keys move it, and all values follow', async () => {
  const slider = await open();
  expect(percent(slider)).toBe(100);
  expect(words().getByText('live')).toBeTruthy();
  expect(words().getByText('40%')).toBeTruthy();
  expect(words().getByText('No open alarms at this time.')).toBeTruthy();
  slider.focus();
  await userEvent.keyboard('{PageUp}{PageUp}{PageUp}');
  // To the end of the alarm, then of the drive, then to its beginning.
  expect(words().queryByText('live')).toBeNull();
  expect(words().getByText('Nick')).toBeTruthy();
  expect(words().getByText('Brush is jammed')).toBeTruthy();
  expect(slider.getAttribute('aria-valuetext')).toContain('1 open alarm');
  await userEvent.keyboard('{Home}');
  expect(percent(slider)).toBe(0);
  expect(words().getByText('80%')).toBeTruthy();
  expect(words().getByText('Standby')).toBeTruthy();
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}');
  expect(percent(slider)).toBe(5);
  await userEvent.keyboard('{End}');
  expect(words().getByText('live')).toBeTruthy();
});

test('a press and a drag move the cursor, a pointer that only passes does not', async () => {
  const slider = await open();
  slider.getBoundingClientRect = () => ({ left: 100, width: 200 }) as DOMRect;
  slider.setPointerCapture = () => undefined;
  fireEvent.pointerMove(slider, { clientX: 150, buttons: 0 });
  expect(percent(slider)).toBe(100);
  fireEvent.pointerDown(slider, { clientX: 150, buttons: 1 });
  expect(percent(slider)).toBe(25);
  expect(words().getByText('Lobby')).toBeTruthy();
  fireEvent.pointerMove(slider, { clientX: 250, buttons: 1 });
  expect(percent(slider)).toBe(75);
  expect(words().queryByText('Lobby')).toBeNull();
  fireEvent.pointerMove(slider, { clientX: 20, buttons: 1 });
  expect(percent(slider)).toBe(0);
});

test('a period around an alarm begins with the cursor at the alarm and does not follow the present', async () => {
  const slider = await open('&alarm=alarm-1&span=6h');
  expect(server.sentTo(monitorCalls.detail)[0]).toMatchObject({ id, hours: '6', alarmId: 'alarm-1' });
  expect(percent(slider)).toBe(50);
  expect(words().queryByText('live')).toBeNull();
  expect(screen.getByText('Back to now').getAttribute('href')).toBe(
    `/operationLog/monitorDetail?id=${id}&span=6h`,
  );
  await userEvent.click(screen.getByRole('button', { name: '24 hours' }));
  await waitFor(() => expect(server.sentTo(monitorCalls.detail).at(-1)).toMatchObject({ hours: '24' }));
  expect(screen.getByTestId('address').textContent).toContain('span=24h');
});

test('an event of the list moves the cursor to its beginning', async () => {
  const slider = await open();
  await userEvent.click(screen.getByText('4 events in this period'));
  await userEvent.click(screen.getByRole('button', { name: /Lobby/ }));
  expect(percent(slider)).toBe(17);
});

test('a robot that is away shows since when, and what it reported last', async () => {
  const live = { ...detail.device.live, state: 'OFFLINE' as const };
  server.on(monitorCalls.detail, () => ({ ...detail, device: { ...detail.device, live } }));
  await open();
  const away = screen.getByText('Device offline, cannot detect').closest('p')?.textContent;
  expect(away).toContain('Device offline, cannot detect');
  expect(away).toContain('40%');
});

test('a period without any report says that there is no data', async () => {
  const none = { samples: [], modes: [], connection: [], trail: [], alarms: [] };
  server.on(monitorCalls.detail, () => ({ ...detail, ...none, commands: [], runs: [], drives: [] }));
  renderPage(<MonitorDetailPage />, `/?id=${id}`);
  expect(await screen.findByText('No Data Available')).toBeTruthy();
});

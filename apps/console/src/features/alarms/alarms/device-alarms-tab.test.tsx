import { alarmCalls, type AlarmEntry } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { anAlarm } from '../../../test-kit/an-alarm.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { DeviceAlarmsTab } from './device-alarms-tab.tsx';

const device = aDevice();
const detail = { device, live: aLiveDevice(), openAlarms: [], capabilities: [] };
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const alarm = (changes: Partial<AlarmEntry>): AlarmEntry =>
  anAlarm({
    raisedAt: ago(130),
    clearedAt: ago(100),
    deviceId: device.id,
    deviceSn: device.sn,
    deviceName: device.nickname,
    ...changes,
  });

test('open and cleared alarms show level, duration and run, and can be filtered', async () => {
  const server = fakeServer();
  const open = { id: 'a2', code: '90000', name: '', description: 'Motor says no', level: 2, clearedAt: null };
  server.on(alarmCalls.list, () => ({
    list: [alarm({}), alarm({ ...open, runId: 'r1', runName: 'Lobby', raisedAt: ago(65), count: 7 })],
    total: 2,
  }));
  renderPage(<DeviceAlarmsTab detail={detail} />);
  // A known code is translated; an unknown code of another vendor shows the vehicle's own text.
  expect(await screen.findByText('Brush is jammed')).toBeTruthy();
  expect(screen.getByText(/Motor says no/)).toBeTruthy();
  expect(screen.getByText('30 min')).toBeTruthy();
  expect(screen.getByText(/^1 h [45] min/).textContent).toContain('so far');
  expect(screen.getByText(/7 times/)).toBeTruthy();
  expect(screen.getByText('Lobby').getAttribute('href')).toBe('/dataManage/taskDetail?run=r1');
  expect(server.sentTo(alarmCalls.list)[0]).toMatchObject({ deviceId: device.id });
});

test('the filters of the URL are sent: open alarms of the two highest levels', async () => {
  const server = fakeServer();
  server.on(alarmCalls.list, () => ({ list: [], total: 0 }));
  renderPage(<DeviceAlarmsTab detail={detail} />, '/?tab=alarms&open=true&level=5&level=4');
  await waitFor(() =>
    expect(server.sentTo(alarmCalls.list)[0]).toMatchObject({
      open: true,
      level: [5, 4],
      deviceId: device.id,
    }),
  );
  await userEvent.click(await screen.findByText('Clear filters'));
  expect(await screen.findByText('No alarms')).toBeTruthy();
});

import { deviceCalls, permissions, runCalls, type Device } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDevice } from '../../test-kit/a-device.ts';
import { fakeServer, userWith, Refused, renderPage } from '../../test-kit/index.ts';
import { WelcomePage } from './welcome-page.tsx';

const summary = {
  total: 12,
  online: 9,
  sleeping: 0,
  notActivated: 0,
  offline: 3,
  working: 4,
  charging: 2,
  fault: 1,
};
const minor = aDevice({ id: 'd1', nickname: 'Otter', live: { alarmLevel: 3 } });
const severe = aDevice({ id: 'd2', nickname: 'Walrus', live: { alarmLevel: 4, state: 'OFFLINE' } });
const silent = aDevice({ id: 'd3', nickname: 'Seal', live: { state: 'OFFLINE' } });

function setUpServer({ alarmed = [], offline = [] }: { alarmed?: Device[]; offline?: Device[] } = {}) {
  const server = fakeServer();
  server.on(deviceCalls.summary, () => summary);
  server.on(deviceCalls.list, ({ alarmLevel }) => {
    const list = alarmLevel === undefined ? offline : alarmed;
    return { list, total: list.length };
  });
  server.on(runCalls.list, () => ({ list: [], total: 0 }));
  return server;
}

test('devices that need attention are listed once, by alarm level and then by silence', async () => {
  setUpServer({ alarmed: [minor, severe], offline: [severe, silent] });
  renderPage(<WelcomePage />);
  const section = (await screen.findByText('Walrus')).closest('section')!;
  expect([...section.querySelectorAll('li strong')].map(({ textContent }) => textContent)).toEqual([
    'Walrus',
    'Otter',
    'Seal',
  ]);
  expect(within(section).getByText(/No contact yet/)).toBeTruthy();
  expect(within(section).getByLabelText('View: Walrus').getAttribute('href')).toBe('/device/detail?id=d2');
});

test('a fleet without alarms and silence states that nothing needs attention', async () => {
  setUpServer();
  renderPage(<WelcomePage />);
  expect(await screen.findByText('Nothing needs your attention')).toBeTruthy();
  expect(await screen.findByText('No robot is cleaning at the moment')).toBeTruthy();
});

test('each figure leads to the list of the devices that it counts', async () => {
  setUpServer();
  renderPage(<WelcomePage />);
  const figures = within(await screen.findByLabelText('Your devices'));
  await figures.findByText('12');
  const addressOf = (name: string) => figures.getByText(name).closest('a')?.getAttribute('href');
  expect(addressOf('Fault')).toBe('/deviceManage/list?alarmLevel=4');
  expect(addressOf('Offline')).toBe('/deviceManage/list?state=OFFLINE');
  expect(addressOf('Charging')).toBe('/deviceManage/list?state=ONLINE&mode=CHARGING');
});

test('each figure says what it counts', async () => {
  setUpServer();
  renderPage(<WelcomePage />);
  const total = await screen.findByTitle(
    'Devices of your company and those below it, without void serial numbers',
  );
  expect(total.textContent).toBe('12');
  expect(screen.getByTitle('Online devices that are charging').textContent).toBe('2');
});

test('figures that cannot be read are shown as unknown, not as zero', async () => {
  const server = setUpServer();
  server.on(deviceCalls.summary, () => {
    throw new Refused('forbidden');
  });
  renderPage(<WelcomePage />);
  const figures = within(await screen.findByLabelText('Your devices'));
  await waitFor(() => expect(server.sentTo(deviceCalls.summary).length).toBeGreaterThan(0));
  expect(figures.getAllByText('—')).toHaveLength(7);
  expect(figures.queryByText('0')).toBeNull();
});

test('an account without the device list neither sees nor requests devices', async () => {
  const server = setUpServer();
  renderPage(<WelcomePage />, '/', userWith(permissions.reportList));
  expect(await screen.findByText('Read the latest reports')).toBeTruthy();
  expect(screen.queryByText('Needs attention')).toBeNull();
  expect(screen.queryByText('See where your robots are')).toBeNull();
  expect(server.requests).toEqual([]);
});

test('an account without permissions sees its name and company only', async () => {
  const server = setUpServer();
  renderPage(<WelcomePage />, '/', userWith());
  expect(await screen.findByText('Hello, Wei')).toBeTruthy();
  expect(screen.getByText('Sweepline · Member')).toBeTruthy();
  expect(screen.queryByText('Next steps')).toBeNull();
  expect(server.requests).toEqual([]);
});

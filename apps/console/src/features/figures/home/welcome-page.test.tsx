import {
  deviceCalls,
  needCalls,
  permissions,
  runCalls,
  statisticsCalls,
  type Need,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aNeed } from '../../../test-kit/a-need.ts';
import { aTotals } from '../../../test-kit/board-figures.ts';
import { fakeServer, userWith, Refused, renderPage } from '../../../test-kit/index.ts';
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

const aSite = (name: string, latitude: number) => ({
  id: name,
  name,
  address: '',
  companyName: 'Sweepline',
  country: 'DE',
  latitude,
  longitude: 10,
  devices: 2,
  online: 1,
  working: 0,
  alarmLevel: 0,
  totals: aTotals(0, 0),
});

function setUpServer(needs: Need[] = []) {
  const server = fakeServer();
  server.on(deviceCalls.summary, () => summary);
  server.on(needCalls.list, () => ({ list: needs, total: needs.length, kinds: [], snoozed: 0, others: 0 }));
  server.on(runCalls.list, () => ({ list: [], total: 0 }));
  server.on(statisticsCalls.regions, () => ({ sites: [], total: 0 }));
  return server;
}

test('the fleet, what waits for the reader and the sites are first, in this order', async () => {
  const server = setUpServer([aNeed({ name: 'Lobby' })]);
  server.on(statisticsCalls.regions, () => ({
    sites: [aSite('Cologne', 50.9), aSite('Berlin', 52.5)],
    total: 2,
  }));
  renderPage(<WelcomePage />);
  await screen.findByText('Lobby');
  const names = screen.getAllByRole('region').map((section) => section.getAttribute('aria-label'));
  expect(names.slice(0, 3)).toEqual(['Your devices', 'Needs you now', 'Sites now']);
});

test('a fleet without needs and runs states so', async () => {
  setUpServer();
  renderPage(<WelcomePage />);
  expect(await screen.findByText('Nothing needs you now')).toBeTruthy();
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
  expect(screen.queryByText('See where your robots are')).toBeNull();
  expect(server.requests.map(({ path }) => path)).toEqual([needCalls.list.path]);
});

test('an account without permissions sees its name and company, and that nothing waits for it', async () => {
  const server = setUpServer();
  renderPage(<WelcomePage />, '/', userWith());
  expect(await screen.findByText('Hello, Wei')).toBeTruthy();
  expect(screen.getByText('Sweepline · Member')).toBeTruthy();
  expect(await screen.findByText('Nothing needs you now')).toBeTruthy();
  expect(screen.queryByText('Next steps')).toBeNull();
  expect(server.requests.map(({ path }) => path)).toEqual([needCalls.list.path]);
});

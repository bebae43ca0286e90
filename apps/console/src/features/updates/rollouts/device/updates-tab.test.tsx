import { deviceUpdateCalls, permissions, type OtaRecord } from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../../test-kit/a-live-device.ts';
import { anOtaRecord } from '../../../../test-kit/an-ota-task.ts';
import { fakeServer, Refused, renderPage, userWith } from '../../../../test-kit/index.ts';
import { UpdatesTab } from './updates-tab.tsx';

const detail = { device: aDevice(), live: aLiveDevice(), openAlarms: [], capabilities: [] };
const site = { siteId: '01900000-0000-7000-8000-0000000000f1', siteName: 'Mall', window: null };
const dayMs = 86_400_000;

function world(open: OtaRecord[], mayPostpone = true) {
  const server = fakeServer();
  server.on(deviceUpdateCalls.standing, () => ({
    installed: [
      { part: 'robot', version: '3.4.1', newest: '3.5.0' },
      { part: 'hmi', version: '2.0.7', newest: null },
    ],
    open,
    mayPostpone,
    siteWindow: site,
  }));
  server.on(deviceUpdateCalls.history, () => ({
    list: [anOtaRecord({ id: 'old', state: 'SUCCESSFUL', toVersion: '3.4.1', taskName: 'Spring' })],
    total: 1,
  }));
  for (const call of [deviceUpdateCalls.postpone, deviceUpdateCalls.confirm])
    server.on(call, () => anOtaRecord({ postponedUntil: '2030-01-08T00:00:00.000Z' }));
  server.on(deviceUpdateCalls.setSiteWindow, ({ window }) => ({ window }));
  return server;
}
const facilityManager = userWith(permissions.deviceList, permissions.otaPostpone);

test('the tab has the newest version that fits, coming and past updates', async () => {
  world([anOtaRecord({ waits: [{ for: 'SITE_WINDOW', from: '22:00', to: '05:00' }] })]);
  renderPage(<UpdatesTab detail={detail} />);
  expect(await screen.findByText('3.5.0 is available')).toBeTruthy();
  expect(screen.getByText('Up to date')).toBeTruthy();
  expect(screen.getByText('Waits for: the update window 22:00–05:00')).toBeTruthy();
  expect(await screen.findByText('Spring')).toBeTruthy();
});

test('a facility manager postpones an update by seven days', async () => {
  const record = anOtaRecord();
  const server = world([record]);
  renderPage(<UpdatesTab detail={detail} />, '/', facilityManager);
  await userEvent.click(await screen.findByRole('button', { name: 'Postpone' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByText('7 days'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Postpone' }));
  await waitFor(() => expect(server.sentTo(deviceUpdateCalls.postpone)).toHaveLength(1));
  const [sent] = server.sentTo(deviceUpdateCalls.postpone) as { id: string; until: string }[];
  expect(sent?.id).toBe(record.id);
  expect(Math.round((Date.parse(sent?.until ?? '') - Date.now()) / dayMs)).toBe(7);
  expect(await screen.findByText(/^Postponed until/)).toBeTruthy();
});

test('a refused postponement says why in the dialog', async () => {
  const server = world([anOtaRecord()]);
  server.on(deviceUpdateCalls.postpone, () => {
    throw new Refused('wrongState');
  });
  renderPage(<UpdatesTab detail={detail} />, '/', facilityManager);
  await userEvent.click(await screen.findByRole('button', { name: 'Postpone' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Postpone' }));
  expect(await within(dialog).findByRole('alert')).toBeTruthy();
});

test('mobile data is allowed after a confirmation', async () => {
  const server = world([anOtaRecord({ waits: [{ for: 'MOBILE_DATA' }] })]);
  renderPage(<UpdatesTab detail={detail} />, '/', facilityManager);
  await userEvent.click(await screen.findByText('Allow mobile data'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Allow mobile data' }));
  await waitFor(() =>
    expect(server.sentTo(deviceUpdateCalls.confirm)).toMatchObject([{ allowMobileData: true }]),
  );
});

test('an update that installs is not postponed, and a postponed one can be taken up again', async () => {
  const server = world([
    anOtaRecord({ id: 'a', state: 'UPGRADING', phase: 'INSTALLING', taskName: 'Now' }),
    anOtaRecord({ postponedUntil: '2030-01-08T00:00:00.000Z' }),
  ]);
  renderPage(<UpdatesTab detail={detail} />, '/', facilityManager);
  await screen.findByText('Now');
  expect(screen.getAllByRole('button', { name: 'Postpone' })).toHaveLength(1);
  await userEvent.click(screen.getByText('End postponement'));
  await waitFor(() => expect(server.sentTo(deviceUpdateCalls.postpone)).toMatchObject([{ until: null }]));
});

test('the update window of the site is changed', async () => {
  const server = world([]);
  renderPage(<UpdatesTab detail={detail} />, '/', facilityManager);
  expect(await screen.findByText(/^The site has set none/)).toBeTruthy();
  await userEvent.click(screen.getByText('Change'));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByText('Only within a window'));
  await userEvent.click(await screen.findByRole('button', { name: 'Save window' }));
  await waitFor(() =>
    expect(server.sentTo(deviceUpdateCalls.setSiteWindow)).toEqual([
      { siteId: site.siteId, window: { from: '22:00', to: '05:00' } },
    ]),
  );
});

test('readers see the updates and decide nothing', async () => {
  world([anOtaRecord()], false);
  renderPage(<UpdatesTab detail={detail} />, '/', userWith(permissions.deviceList));
  expect(await screen.findByText('Night fix')).toBeTruthy();
  for (const text of ['Postpone', 'Change']) expect(screen.queryByText(text), text).toBeNull();
});

import {
  deviceSettingCalls,
  permissions,
  type deviceCalls,
  type DeviceLive,
  type DeviceSettings,
  type Output,
} from '@sweepline/contract';
import { defaultSettingsOf } from '@sweepline/contract/robot';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aPerson, fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { SettingsTab } from './settings-tab.tsx';

const { detail, update, settle, changes } = deviceSettingCalls;
const at = '2030-01-01T00:00:00.000Z';

const live = (state: 'ONLINE' | 'OFFLINE'): DeviceLive => ({
  deviceId: aDevice().id,
  connection: { state, reason: '', since: at, lastSeenAt: at },
  mode: null,
  battery: null,
  position: null,
  tanks: null,
  network: null,
  cleaning: null,
  run: null,
  versions: null,
  consumables: null,
  errors: null,
  conformance: [],
});

const aDetail = (state: 'ONLINE' | 'OFFLINE' = 'ONLINE'): Output<typeof deviceCalls.detail> => ({
  device: aDevice(),
  live: live(state),
  openAlarms: [],
  capabilities: ['settings'],
});

const initial = defaultSettingsOf('J30') as Record<string, unknown>;
const settings = (more: Partial<DeviceSettings> = {}): DeviceSettings => ({
  id: aDevice().id,
  model: 'J30',
  version: 4,
  syncState: 'IN_SYNC',
  code: '',
  origin: 'CLOUD',
  updatedAt: at,
  updatedBy: 'li',
  reportedAt: at,
  editedAtRobot: false,
  desired: initial,
  reported: initial,
  rotation: 0,
  conflicts: [],
  catalogue: [{ key: 'planner.replanS', type: 'INT', min: 1, max: 60, unit: 's' }],
  ...more,
});

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
});

const open = (response: DeviceSettings, state: 'ONLINE' | 'OFFLINE' = 'ONLINE', person = aPerson()) => {
  server.on(detail, () => response);
  renderPage(<SettingsTab detail={aDetail(state)} />, '/', person);
};
const row = async (name: string) => await screen.findByRole('group', { name });

test('the page contains the settings of the model and no others', async () => {
  open(settings());
  expect(await row('Wash the mop every')).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Detergent' })).toBeNull();
});

test('a change is marked, can be undone, and is sent alone with its base version', async () => {
  open(settings());
  const next = { ...initial, headlight: false };
  server.on(update, () => settings({ version: 5, syncState: 'SYNCING', desired: next }));
  const headlight = await row('Headlight');
  await userEvent.click(within(headlight).getByRole('switch'));
  expect(within(headlight).getByText('Not saved')).toBeTruthy();
  await userEvent.click(within(headlight).getByLabelText('Undo the change of Headlight'));
  expect(screen.queryByText('1 change')).toBeNull();
  await userEvent.click(within(headlight).getByRole('switch'));
  server.on(detail, () => settings({ version: 5, syncState: 'SYNCING', desired: next }));
  await userEvent.click(screen.getByText('Save and send to Lobby'));
  await waitFor(() => expect(within(headlight).getByText('Sent, waiting for the robot')).toBeTruthy());
  expect(within(headlight).getByText('Robot has On')).toBeTruthy();
  expect(server.sentTo(update)).toEqual([{ id: aDevice().id, version: 4, values: { headlight: false } }]);
});

test('a setting is not shown as applied while the robot is offline', async () => {
  open(settings({ syncState: 'AWAITING_SYNC', desired: { ...initial, volume: 10 } }), 'OFFLINE');
  const volume = await row('Volume');
  expect(within(volume).getByText('Waits until the robot is back')).toBeTruthy();
  expect(within(volume).getByText('Robot has 60%')).toBeTruthy();
  await userEvent.click(within(await row('Headlight')).getByRole('switch'));
  expect(screen.getByText('Save for when Lobby is back')).toBeTruthy();
});

test('a failed sync shows the reason and offers to send it again', async () => {
  open(settings({ syncState: 'SYNC_FAILED', code: 'BAD_PARAMS', desired: { ...initial, volume: 10 } }));
  expect((await screen.findAllByText('Configuration failed')).length).toBeGreaterThan(0);
  expect(screen.getByText(/The robot refuses a value/)).toBeTruthy();
  expect(screen.getByText('Send again')).toBeTruthy();
});

test('a parameter that the robot does not list is refused before the call', async () => {
  open(settings());
  await userEvent.type(await screen.findByLabelText('Key'), 'planner.warp');
  await userEvent.type(screen.getByLabelText('Value'), '3');
  await userEvent.click(screen.getByText('Add parameter'));
  expect(screen.getByText('Please enter the correct key value')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('Key'));
  await userEvent.type(screen.getByLabelText('Key'), 'planner.replanS');
  await userEvent.click(screen.getByText('Add parameter'));
  expect(await row('planner.replanS')).toBeTruthy();
  server.on(update, () => settings({ version: 5 }));
  await userEvent.click(screen.getByText('Save and send to Lobby'));
  await waitFor(() =>
    expect(server.sentTo(update)).toMatchObject([{ values: { algo: { 'planner.replanS': 3 } } }]),
  );
});

test('a conflict shows both values and is resolved by a user', async () => {
  const values = { ...initial, volume: 12 };
  open(settings({ conflicts: [{ id: '0193f0c2-7a31-7c55-9d0e-0000000000c1', values, baseVersion: 3, at }] }));
  const panel = await screen.findByRole('region', { name: 'Edited at the robot and here' });
  expect(within(panel).getByRole('row', { name: 'Volume 60% 12%' })).toBeTruthy();
  server.on(settle, () => settings({ version: 5 }));
  await userEvent.click(within(panel).getByText('Take the robot’s'));
  await waitFor(() => expect(server.sentTo(settle)).toMatchObject([{ keep: 'DEVICE', version: 4 }]));
});

test('the history shows author, old value and new value of each change', async () => {
  open(settings());
  const change = {
    id: '1',
    version: 4,
    at,
    by: 'li',
    origin: 'CLOUD' as const,
    appliedAt: null,
    changes: [{ key: 'volume', before: 60, after: 10 }],
  };
  server.on(changes, () => ({ list: [change], total: 1 }));
  await userEvent.click(await screen.findByText('History'));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('li')).toBeTruthy();
  expect(within(drawer).getByText('10%')).toBeTruthy();
  expect(within(drawer).getByText('Not on the robot yet')).toBeTruthy();
});

test('a read-only user sees the settings, and a search finds a setting by its name', async () => {
  open(settings(), 'ONLINE', userWith(permissions.deviceList));
  const headlight = await row('Headlight');
  expect((within(headlight).getByRole('switch') as HTMLButtonElement).disabled).toBe(true);
  expect(screen.queryByText('Restore defaults')).toBeNull();
  await userEvent.type(screen.getByLabelText('Search settings'), 'mop every');
  expect(screen.queryByRole('group', { name: 'Headlight' })).toBeNull();
  expect(await row('Wash the mop every')).toBeTruthy();
});

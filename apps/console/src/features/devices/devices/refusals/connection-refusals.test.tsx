import {
  connectionRefusalCalls,
  deviceCalls,
  deviceRequestCalls,
  permissions,
  type ConnectionRefusal,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../../test-kit/a-live-device.ts';
import { fakeServer, renderPage, userWith } from '../../../../test-kit/index.ts';
import { DeviceListPage } from '../list/device-list-page.tsx';
import { ConnectionRefusalStrip } from './connection-refusal-strip.tsx';

const device = aDevice();
const refusal: ConnectionRefusal = {
  id: '1',
  sn: device.sn,
  reason: 'WRONG_PASSWORD',
  address: '192.0.2.7',
  firstAt: '2030-01-01T00:00:00.000Z',
  lastAt: '2030-01-01T00:05:00.000Z',
  count: 12,
  device: { id: device.id, nickname: device.nickname },
};
let server: ReturnType<typeof fakeServer>;
let refusals: ConnectionRefusal[];
beforeEach(() => {
  server = fakeServer();
  refusals = [refusal];
  server.on(deviceCalls.list, () => ({ list: [device], total: 1 }));
  server.on(deviceRequestCalls.list, () => ({ list: [], total: 0 }));
  server.on(connectionRefusalCalls.list, () => ({ list: refusals, total: refusals.length }));
});

test('the help for activation leads to the refused connections, with reason and next step', async () => {
  refusals = [
    refusal,
    { ...refusal, id: '2', sn: '', reason: 'MANY_NAMES', address: '', count: 1, device: null },
  ];
  renderPage(<DeviceListPage />);
  await userEvent.click(await screen.findByLabelText('Activate a robot'));
  await userEvent.click(await screen.findByText('Refused connections'));
  expect(await screen.findByText('Wrong password')).toBeTruthy();
  expect(screen.getByText(/make new credentials on the device's page/)).toBeTruthy();
  expect(screen.getByText(/192.0.2.7/).textContent).toContain('12 times');
  expect(screen.getByText('No name')).toBeTruthy();
  refusals = [];
  await userEvent.type(screen.getByLabelText('Serial number or address'), 'J40');
  expect(await screen.findByText('No refused connections')).toBeTruthy();
  await waitFor(() =>
    expect(server.sentTo(connectionRefusalCalls.list).at(-1)).toEqual({ pageSize: 99, keyword: 'J40' }),
  );
});

test('a user without the right is not led to the refused connections', async () => {
  renderPage(<DeviceListPage />, '/', userWith(permissions.deviceList));
  await userEvent.click(await screen.findByLabelText('Activate a robot'));
  expect(await screen.findByText('Close')).toBeTruthy();
  expect(screen.queryByText('Refused connections')).toBeNull();
});

const renderStrip = (lastSeenAt: string | null, state: 'ONLINE' | 'OFFLINE' = 'OFFLINE') => {
  const live = aLiveDevice({ connection: { state, reason: '', since: null, lastSeenAt } });
  return renderPage(<ConnectionRefusalStrip detail={{ device, live, openAlarms: [], capabilities: [] }} />);
};

test('a device that is refused says why, unless it was connected since', async () => {
  const { unmount } = renderStrip(null);
  expect(await screen.findByText('The broker does not let this robot in: Wrong password')).toBeTruthy();
  await userEvent.click(screen.getByText('Look'));
  expect(await screen.findByText('192.0.2.7', { exact: false })).toBeTruthy();
  expect(server.sentTo(connectionRefusalCalls.list).at(-1)).toMatchObject({ deviceId: device.id });
  unmount();
  const requests = server.requests.length;
  renderStrip('2030-01-01T00:06:00.000Z');
  await waitFor(() => expect(server.requests.length).toBeGreaterThan(requests));
  expect(screen.queryByText(/does not let this robot in/)).toBeNull();
});

import { deviceMapCalls, pages, type DeviceMap } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { DeviceMapActs } from './device-map-acts.tsx';

const at = '2030-01-01T00:00:00.000Z';
const { id, sn } = aDevice();
const row: DeviceMap = {
  id: 'row',
  device: { id, nickname: 'Lobby', sn, model: 'J30', state: 'ONLINE' },
  mapId: '0193f0c2-7a31-7c55-9d0e-0000000000b2',
  mapName: 'Basement',
  status: 'ENABLED',
  version: 1,
  wanted: 1,
  reason: '',
  step: '',
  attempts: 1,
  startedAt: null,
  syncedAt: at,
  updatedAt: at,
  updatedBy: 'ann',
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
});
const openMenu = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'More actions for Lobby' }));

test('a map is made the map of the robot after a confirmation, and the page of the robot opens for its pose', async () => {
  server.on(deviceMapCalls.enable, () => ({ relocating: true, next: 'RELOCATE' as const }));
  renderPage(<DeviceMapActs row={row} />);
  await openMenu();
  await userEvent.click(await screen.findByText('Make it the robot’s map'));
  expect(await screen.findByText('Make Basement the map of Lobby?')).toBeTruthy();
  expect(server.sentTo(deviceMapCalls.enable)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Make it the robot’s map' }));
  await waitFor(() =>
    expect(pages.device({ id, tab: 'control' })).toContain(screen.getByTestId('address').textContent || '-'),
  );
  expect(server.sentTo(deviceMapCalls.enable)).toEqual([{ mapId: row.mapId, deviceId: id }]);
  expect(screen.getByText('Lobby waits on this map. Set its position')).toBeTruthy();
});

test('the map on which a robot stands is not offered to it again', async () => {
  renderPage(<DeviceMapActs row={{ ...row, status: 'IN_USE' }} />);
  await openMenu();
  expect(await screen.findByText('Take off the robot')).toBeTruthy();
  expect(screen.queryByText('Make it the robot’s map')).toBeNull();
});

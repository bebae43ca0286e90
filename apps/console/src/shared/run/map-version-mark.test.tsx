import { deviceMapCalls, type DeviceMap } from '@sweepline/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aDevice } from '../../test-kit/a-device.ts';
import { fakeServer, renderPage } from '../../test-kit/index.ts';
import { MapVersionMark } from './map-version-mark.tsx';

const at = '2030-01-01T00:00:00.000Z';
const { id: deviceId, sn } = aDevice();
const mapId = '0193f0c2-7a31-7c55-9d0e-0000000000b2';
const row: DeviceMap = {
  id: 'row',
  device: { id: deviceId, nickname: 'Lobby', sn, model: 'J30', state: 'ONLINE' },
  mapId,
  mapName: 'Basement',
  status: 'SYNCING',
  version: 1,
  wanted: 4,
  reason: '',
  step: 'DOWNLOAD',
  attempts: 2,
  startedAt: at,
  syncedAt: at,
  updatedAt: at,
  updatedBy: 'ann',
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
});
const show = (changes: Partial<DeviceMap>) => {
  server.on(deviceMapCalls.list, () => ({ list: [{ ...row, ...changes }], total: 1 }));
  renderPage(<MapVersionMark deviceId={deviceId} mapId={mapId} />);
};
const warning = 'The robot has version 1 of the map, version 4 is needed';

test('a robot with an older version of the map is named with both versions, and what happens next', async () => {
  show({});
  expect(await screen.findByText(warning)).toBeTruthy();
  expect(screen.getByText('It is being sent')).toBeTruthy();
  expect(server.sentTo(deviceMapCalls.list)).toEqual([{ deviceId, mapId }]);
});

test('after a failed transfer the next step is named', async () => {
  show({ status: 'SYNC_FAILED' });
  expect(await screen.findByText(warning)).toBeTruthy();
  expect(screen.getByText(/^It could not be sent\. Send it again/)).toBeTruthy();
});

test('a robot with the wanted version gets no warning', async () => {
  show({ status: 'IN_USE', version: 4 });
  await expect.poll(() => server.sentTo(deviceMapCalls.list)).toHaveLength(1);
  expect(screen.queryByText(/is wanted/)).toBeNull();
});

import { deviceCalls, deviceControlCalls, fileCalls, mapCalls } from '@sweepline/contract';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { Robots } from '../../../map-view/paint/robots.ts';
import { aMap, ids } from '../../work/tasks/a-task.ts';
import { DriveTab } from './drive-tab.tsx';

const at = '2030-01-01T00:00:00.000Z';
const device = aDevice();
const other = aDevice({ id: '0193f0c2-7a31-7c55-9d0e-0000000000a2', sn: 'J30-0008', nickname: 'Gate' });
const liveAt = (deviceId: string, x: number) => ({
  ...aLiveDevice({
    position: { value: { mapId: ids.map, x, y: 1, theta: 0, localized: true, score: 1 }, at },
  }),
  deviceId,
});

test('the map of a drive shows the other robots on it', async () => {
  const put = vi.spyOn(Robots.prototype, 'put');
  const server = fakeServer();
  server.on(mapCalls.detail, () => ({
    ...aMap(),
    devices: [device, other].map(({ id, nickname }) => ({ id, nickname })),
  }));
  server.on(fileCalls.read, () => null);
  server.on(deviceControlCalls.standing, () => ({
    right: null,
    mayTakeOver: false,
    supported: true,
    password: true,
    grantedUntil: null,
    status: { deviceId: device.id, session: null, asking: [], reservedFor: null, ended: null },
  }));
  server.on(deviceCalls.detail, ({ id }) => ({
    device: other,
    live: liveAt(id, 4),
    openAlarms: [],
    capabilities: [],
  }));
  renderPage(<DriveTab detail={{ device, live: liveAt(device.id, 1), capabilities: [] }} />);
  await waitFor(() => expect(put.mock.calls.map(([{ name }]) => name)).toContain('Gate'));
  const robots: unknown = put.mock.contexts.at(-1);
  const names = robots instanceof Robots ? robots.all().map(({ name }) => name) : [];
  expect(names.toSorted()).toEqual(['Gate', 'Lobby']);
});

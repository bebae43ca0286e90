import {
  deviceCareCalls,
  deviceMapCalls,
  errors,
  mapCalls,
  type DeviceMap,
  type MapDetail,
  type Relocation,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { aCommand } from '../../../test-kit/a-command.ts';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { choose } from '../../../test-kit/choose.ts';
import { Refused } from '../../../test-kit/fake-server.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { RelocationCard } from './relocation-card.tsx';

const at = '2030-01-01T00:00:00.000Z';
const [homeId, nextId] = ['0193f0c2-7a31-7c55-9d0e-0000000000b1', '0193f0c2-7a31-7c55-9d0e-0000000000b2'];
const device = aDevice();
const pose = { x: 1, y: 2, theta: 0, mapId: homeId, localized: true, score: 0.9 };
const live = aLiveDevice({ position: { value: pose, at } });
const detail = { device, live, openAlarms: [], capabilities: ['relocate'] };
const exited: Relocation = {
  state: 'EXITED',
  mapId: null,
  enteredAt: null,
  enteredBy: '',
  endsAt: null,
  exitedAt: null,
  exitReason: null,
};
const onDevice = (mapId: string, mapName: string, status: DeviceMap['status']): DeviceMap => ({
  id: mapId,
  device: { id: device.id, nickname: 'Lobby', sn: device.sn, model: 'J30', state: 'ONLINE' },
  mapId,
  mapName,
  status,
  version: 1,
  wanted: 1,
  reason: '',
  step: '',
  attempts: 1,
  startedAt: null,
  syncedAt: at,
  updatedAt: at,
  updatedBy: 'ann',
});
const mapOf = (id: string, name: string): MapDetail => ({
  id,
  name,
  companyId: 'c',
  companyName: 'Mall',
  site: null,
  floor: null,
  origin: 'IMPORTED',
  ground: { file: 'f', width: 200, height: 100, resolution: 0.1, originX: 0, originY: 0 },
  freeM2: 3,
  zoneCount: 0,
  devices: [],
  createdAt: at,
  updatedAt: at,
  updatedBy: 'Ann',
  version: 1,
  revision: 1,
  mode: 'IMPORTED',
  statuses: [],
  hasDraft: false,
  hasConflict: false,
  elements: { zones: [], walls: [], points: [], segments: [], slopes: [], bumps: [] },
});

let server: ReturnType<typeof fakeServer>;
let relocation: Relocation;
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  relocation = exited;
  server = fakeServer();
  server.on(deviceCareCalls.relocation, () => relocation);
  server.on(deviceMapCalls.list, () => ({
    list: [
      onDevice(nextId, 'Basement', 'ENABLED'),
      onDevice(homeId, 'Ground floor', 'IN_USE'),
      onDevice('0193f0c2-7a31-7c55-9d0e-0000000000b3', 'Attic', 'SYNCING'),
    ],
    total: 3,
  }));
  server.on(mapCalls.detail, ({ id }) => mapOf(id, id === homeId ? 'Ground floor' : 'Basement'));
});

const openDialog = async () => {
  renderPage(<RelocationCard detail={detail} reason="moved" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Enter relocation mode' }));
  return await screen.findByLabelText('Map');
};
const confirm = async () =>
  userEvent.click(screen.getAllByRole('button', { name: 'Enter relocation mode' }).at(-1)!);

test('relocation is entered on the map that the person chooses among those the robot has stored', async () => {
  server.on(deviceCareCalls.enterRelocation, () => aCommand());
  const field = await openDialog();
  expect(screen.getByText('Ground floor (current map)')).toBeTruthy();
  await choose(field, 'Basement');
  expect(screen.queryByText('Attic')).toBeNull();
  expect(screen.getByText(/^Bring the robot to the floor of Basement first/)).toBeTruthy();
  await confirm();
  await waitFor(() =>
    expect(server.sentTo(deviceCareCalls.enterRelocation)).toEqual([
      { id: device.id, reason: 'moved', mapId: nextId },
    ]),
  );
});

test('the reason of a refused relocation stays in the dialog', async () => {
  server.on(deviceCareCalls.enterRelocation, () => {
    throw new Refused('relocationAtWork');
  });
  await openDialog();
  await confirm();
  expect((await screen.findByRole('alert')).textContent).toContain(errors.relocationAtWork.texts.en);
});

test('on another map the marker starts in the middle of that map, whose name is shown', async () => {
  relocation = { ...exited, state: 'ENTERED', mapId: nextId, enteredAt: at, endsAt: at };
  renderPage(<RelocationCard detail={detail} reason="" />);
  expect(await screen.findByText('On the map Basement')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: /^x/ }).value).toBe('10');
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: /^y/ }).value).toBe('5');
});

import {
  commandCalls,
  deviceCareCalls,
  mapCalls,
  type CommandDetail,
  type MapDetail,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { aCommand } from '../../../test-kit/a-command.ts';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { choose } from '../../../test-kit/choose.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { PlaceCard } from './place-card.tsx';

const at = '2030-01-01T00:00:00.000Z';
const [homeId, nextId] = ['0193f0c2-7a31-7c55-9d0e-0000000000b1', '0193f0c2-7a31-7c55-9d0e-0000000000b2'];
const device = aDevice();
const lost = aLiveDevice({ position: null });
const detailOf = (live: typeof lost) => ({ device, live, openAlarms: [], capabilities: ['place' as const] });
const mapOf = (id: string, name: string, width = 200): MapDetail => ({
  id,
  name,
  companyId: device.companyId,
  companyName: 'Mall',
  site: null,
  floor: null,
  origin: 'IMPORTED',
  ground: { file: 'f', width, height: 100, resolution: 0.1, originX: 0, originY: 0 },
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
const maps = [mapOf(homeId, 'Ground floor'), mapOf(nextId, 'Basement', 60)];

let server: ReturnType<typeof fakeServer>;
let command: CommandDetail;
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  command = { ...aCommand(), lane: 'SYSTEM', class: 'INTERACTIVE', params: {}, result: null };
  server = fakeServer();
  server.on(mapCalls.list, () => ({ list: maps, total: maps.length }));
  server.on(mapCalls.detail, ({ id }) => maps.find((map) => map.id === id)!);
  server.on(commandCalls.detail, () => command);
  server.on(deviceCareCalls.place, () => command);
});
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('spinbutton', { name });

test('a robot that knows neither map nor place is put on the chosen map, at the pose of the marker', async () => {
  renderPage(<PlaceCard detail={detailOf(lost)} reason="delivered" />);
  expect(screen.queryByRole('button', { name: 'Set position' })).toBeNull();
  await choose(await screen.findByLabelText('Map'), 'Basement');
  // It begins in the middle of the map.
  await waitFor(async () => expect((await field(/^x/)).value).toBe('3'));
  const x = await field(/^x/);
  await userEvent.clear(x);
  await userEvent.type(x, '2.5');
  await userEvent.tab();
  await userEvent.click(screen.getByRole('button', { name: 'Set position' }));
  await waitFor(() =>
    expect(server.sentTo(deviceCareCalls.place)).toEqual([
      { id: device.id, mapId: nextId, x: 2.5, y: 5, angle: 0, reason: 'delivered' },
    ]),
  );
});

test('the outcome is that of the robot, with its reason', async () => {
  command = { ...command, status: 'FAILED', code: 'TIMED_OUT' };
  const position = { value: { mapId: homeId, x: 1, y: 2, theta: 0, localized: false, score: null }, at };
  renderPage(<PlaceCard detail={detailOf(aLiveDevice({ position }))} reason="" />);
  // The map of the robot is chosen already, and the marker is where it says that it is.
  await waitFor(async () => expect((await field(/^y/)).value).toBe('2'));
  await userEvent.click(screen.getByRole('button', { name: 'Set position' }));
  expect(await screen.findByText('Failed')).toBeTruthy();
});

test('a robot at work or out of reach cannot be placed, and the button says why', async () => {
  const offline = { state: 'OFFLINE' as const, reason: '', since: at, lastSeenAt: at };
  renderPage(<PlaceCard detail={detailOf(aLiveDevice({ connection: offline }))} reason="" />);
  await choose(await screen.findByLabelText('Map'), 'Ground floor');
  const button = await screen.findByRole('button', { name: 'Set position' });
  expect(button.hasAttribute('disabled')).toBe(true);
  expect(button.title).not.toBe('');
});

test('a company without a map is told so', async () => {
  server.on(mapCalls.list, () => ({ list: [], total: 0 }));
  renderPage(<PlaceCard detail={detailOf(lost)} reason="" />);
  expect(await screen.findByText('This company has no map yet.')).toBeTruthy();
});

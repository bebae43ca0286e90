import {
  commandCalls,
  deviceCalls,
  deviceTopic,
  fileCalls,
  mapCalls,
  permissions,
  runCalls,
  taskCalls,
  type MapDetail,
  type Run,
} from '@sweepline/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { SocketContext } from '../../../../kit/api/use-live.ts';
import { aCommand } from '../../../../test-kit/a-command.ts';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../../test-kit/a-live-device.ts';
import { FakeSocket } from '../../../../test-kit/fake-socket.ts';
import { aPerson, choose, fakeServer, userWith, Refused, renderPage } from '../../../../test-kit/index.ts';
import { Stage } from '../../../../map-view/stage.ts';
import { DeviceDetailPage } from './device-detail-page.tsx';

const at = '2030-01-01T00:00:00.000Z';
const device = aDevice();
const mapId = '0193f0c2-7a31-7c55-9d0e-0000000000c1';
const runId = '0193f0c2-7a31-7c55-9d0e-0000000000d1';
const square = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 4, y: 4 },
  { x: 0, y: 4 },
];
const floor: MapDetail = {
  id: mapId,
  name: 'Floor 1',
  companyId: device.companyId,
  companyName: 'Sweepline',
  site: null,
  floor: null,
  origin: 'BUILT_IN',
  ground: { file: 'a'.repeat(16), width: 100, height: 100, resolution: 0.05, originX: 0, originY: 0 },
  freeM2: 25,
  zoneCount: 2,
  devices: [],
  createdAt: at,
  updatedAt: at,
  updatedBy: 'wei',
  version: 1,
  revision: 1,
  mode: 'IMPORTED',
  statuses: [],
  hasDraft: false,
  hasConflict: false,
  elements: {
    zones: [
      { id: 'z1', type: 'CLEAN', name: 'Entrance', points: square },
      { id: 'z2', type: 'NO_GO', name: 'Stairs', points: square },
    ],
    walls: [],
    segments: [],
    slopes: [],
    bumps: [],
    points: [{ id: 'p1', type: 'NAVIGATION', name: 'Desk', x: 2, y: 3, theta: 0 }],
  },
};
const aRun = (changes: Partial<Run> = {}): Run => ({
  can: ['PAUSE', 'SKIP'],
  id: runId,
  kind: 'CLEANING',
  name: 'Entrance',
  taskId: null,
  siteId: null,
  previousId: null,
  nextId: null,
  result: null,
  restCount: 0,
  drivesTo: null,
  device: { id: device.id, sn: device.sn, nickname: device.nickname, model: device.model },
  map: { id: mapId, name: 'Floor 1' },
  origin: 'CLOUD',
  state: 'IN_PROGRESS',
  phase: 'CLEANING',
  code: '',
  by: 'wei',
  areaIndex: 0,
  areaCount: 1,
  areaM2: 20,
  plannedM2: 16,
  cleanedM2: 4,
  coverage: 0.25,
  etaS: 60,
  createdAt: at,
  startedAt: at,
  endedAt: null,
  ...changes,
});
const ready = aLiveDevice({
  position: { value: { mapId, x: 1, y: 1, theta: 0, localized: true, score: 0.9 }, at },
});

let server: ReturnType<typeof fakeServer>;
let runs: Run[];
let live = ready;
beforeEach(() => {
  runs = [];
  live = ready;
  server = fakeServer();
  const capabilities = ['navigate', 'clean', 'locate'];
  server.on(deviceCalls.detail, () => ({ device, live, openAlarms: [], capabilities }));
  server.on(commandCalls.list, () => ({ list: [], total: 0 }));
  server.on(mapCalls.detail, () => floor);
  server.on(fileCalls.read, () => null);
  server.on(runCalls.list, () => ({ list: runs, total: runs.length }));
  server.on(runCalls.detail, () => ({
    ...(runs[0] ?? aRun()),
    phases: [],
    tour: null,
    zones: [],
    floor: null,
  }));
  server.on(runCalls.path, () => ({ runId, mapId, toolWidthM: 0.5, toolOffsetM: 0, points: [] }));
});

const socket = new FakeSocket();
const open = (more = '', person = aPerson()) =>
  renderPage(
    <SocketContext value={socket}>
      <DeviceDetailPage />
    </SocketContext>,
    `/?id=${device.id}${more}`,
    person,
  );

test('the robot is sent to chosen areas with the options of its model', async () => {
  server.on(taskCalls.cleanNow, () => {
    runs = [aRun({ state: 'WAITING', coverage: null, phase: '' })];
    return aRun({ state: 'WAITING' });
  });
  open();
  await userEvent.click(await screen.findByText('Clean a zone…'));
  expect(screen.queryByLabelText('Stairs')).toBeNull();
  await userEvent.click(screen.getByLabelText('Entrance'));
  await choose(screen.getByLabelText('Strength'), 'Strong');
  await userEvent.click(screen.getByText('Send Lobby to 1 zone'));
  // The command appears as a waiting run; no text claims that the robot cleans.
  expect(await screen.findByText('Waiting')).toBeTruthy();
  expect(server.sentTo(taskCalls.cleanNow)).toEqual([
    {
      deviceId: device.id,
      mapId,
      zoneIds: ['z1'],
      cleaningMode: 'SWEEP',
      strength: 'STRONG',
      repetitions: 1,
    },
  ]);
});

test('the robot is sent to a named point by a button with its name, and the place is shown before', async () => {
  server.on(deviceCalls.navigate, () => ({ runId }));
  open('&action=go');
  expect((await screen.findByText('Choose a place first')).closest('button')?.disabled).toBe(true);
  await userEvent.click(screen.getByText('Desk'));
  expect(server.sentTo(deviceCalls.navigate)).toEqual([]);
  expect(screen.getByText('To 2 m, 3 m. It drives immediately, without cleaning.')).toBeTruthy();
  await userEvent.click(screen.getByText('Send Lobby there'));
  await waitFor(() =>
    expect(server.sentTo(deviceCalls.navigate)).toEqual([{ id: device.id, x: 2, y: 3, mapId }]),
  );
});

test('the map marks the areas of the open run, and the chosen place of a drive', async () => {
  const set = vi.spyOn(Stage.prototype, 'set');
  const scene = () => set.mock.calls.at(-1)?.[0];
  runs = [aRun({ state: 'WAITING' })];
  const zones = [{ id: 'z1', name: 'Entrance', points: square, state: 'WAITING' as const }];
  const detail = { ...aRun({ state: 'WAITING' }), phases: [], tour: null, zones, floor: null };
  server.on(runCalls.detail, () => detail);
  open('&action=go');
  await waitFor(() => expect(scene()?.marked).toEqual(new Set(['z1'])));
  await userEvent.click(await screen.findByText('Desk'));
  expect(scene()?.target).toEqual({ x: 2, y: 3 });
});

test('a requested pause is not shown as a pause', async () => {
  runs = [aRun()];
  server.on(runCalls.pause, () => aRun());
  open();
  await userEvent.click(await screen.findByText('Pause'));
  expect(await screen.findByText('Pause: Sent')).toBeTruthy();
  expect(screen.getByText('In progress')).toBeTruthy();
});

test('pushed mode, battery and cleaned area are shown at once', async () => {
  runs = [aRun()];
  open();
  await screen.findByText('Entrance');
  const value = {
    runId,
    taskId: null,
    name: 'Entrance',
    state: 'IN_PROGRESS',
    phase: 'CLEANING',
    plannedM2: 16,
    cleanedM2: 8,
    coverage: 0.5,
    etaS: 30,
  };
  act(() =>
    socket.push(deviceTopic(device.id), {
      live: {
        ...ready,
        run: { value, at },
        mode: { value: { mode: 'AUTO_RUN', paused: false, relocating: false }, at },
      },
      trail: { runId, points: [[0, 1, 1, 0, 1]] },
    }),
  );
  await waitFor(() =>
    expect(screen.getByRole('progressbar', { name: 'Coverage' }).getAttribute('aria-valuenow')).toBe('50'),
  );
  expect(screen.getByText('Busy')).toBeTruthy();
});

test('an offline robot shows its last position and cannot be sent', async () => {
  live = { ...ready, connection: { state: 'OFFLINE', reason: 'BROKEN', since: at, lastSeenAt: at } };
  open();
  expect(await screen.findByText('Cannot be reached')).toBeTruthy();
  expect(await screen.findByText(/No contact. Last known position/)).toBeTruthy();
  expect(screen.getByText('Clean a zone…').closest('button')?.disabled).toBe(true);
});

test('C leads to cleaning, and E opens the details of the robot', async () => {
  open();
  await screen.findByText('Clean a zone…');
  await userEvent.keyboard('c');
  await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('action=clean'));
  await userEvent.keyboard('e');
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('a reader sees the device and has no controls', async () => {
  runs = [aRun()];
  const reader = userWith(permissions.deviceList, permissions.taskList, permissions.mapList);
  open('&action=go', reader);
  expect(await screen.findByText('In progress')).toBeTruthy();
  expect(screen.queryByText('Destination')).toBeNull();
  for (const act of ['Clean a zone…', 'Go to a point…', 'Pause', 'Stop'])
    expect(screen.queryByText(act)).toBeNull();
});

test('the tabs are in groups, and an address of one tab opens its group', async () => {
  const drive = { key: 'drive', allow: permissions.deviceList, Tab: () => null } as const;
  renderPage(<DeviceDetailPage tabs={[drive]} />, `/?id=${device.id}&tab=commands`);
  const chosen = await screen.findAllByRole('tab', { selected: true });
  expect(chosen.map(({ textContent }) => textContent)).toEqual(['Control', 'Commands']);
  await userEvent.click(screen.getByRole('tab', { name: 'Drive' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('tab=drive'));
  await userEvent.click(screen.getByRole('tab', { name: 'Live' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).not.toContain('tab='));
  expect(screen.queryByRole('tab', { name: 'Drive' })).toBeNull();
});

test('each command shows its state and reason', async () => {
  const refused = aCommand({ deviceId: device.id, status: 'REJECTED', code: 'MODE_FORBIDS' });
  server.on(commandCalls.list, () => ({ list: [refused], total: 1 }));
  open('&tab=commands');
  expect(await screen.findByText('Rejected')).toBeTruthy();
  expect(screen.getByText('Not possible in its current mode')).toBeTruthy();
});

test('a pause that the server refuses shows the reason beside the buttons', async () => {
  runs = [aRun()];
  server.on(runCalls.pause, () => {
    throw new Refused('deviceOffline');
  });
  open();
  await userEvent.click(await screen.findByText('Pause'));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByText('Pause: Sent')).toBeNull();
});

import { companyCalls, siteCalls, taskCalls, zoneBoardCalls, type BoardZone } from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { ZoneBoardPage } from './zone-board-page.tsx';

const square = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 4, y: 4 },
];
const ground = { file: 'f', width: 10, height: 10, resolution: 0.1, originX: 0, originY: 0 };
const mapId = '01900000-0000-7000-8000-000000000001';
const aRobot = aDevice({ sn: 'J30-1', nickname: 'Otter', live: { mapId } });
const lobby: BoardZone = {
  id: 'm:z1',
  zoneId: 'z1',
  name: 'Lobby',
  points: square,
  companyName: 'Mall',
  site: null,
  floor: null,
  map: { id: mapId, name: 'Ground floor', ground },
  state: 'OVERDUE',
  dueAt: '2030-01-01T00:00:00.000Z',
  lastTouched: null,
  target: {
    source: 'INTERVAL',
    everyHours: 24,
    leastCoverage: 0.8,
    version: 3,
    updatedAt: null,
    updatedBy: '',
  },
  lastCleaned: null,
  devices: [aRobot],
};

function world(zones: BoardZone[]) {
  const server = fakeServer();
  server.on(siteCalls.list, () => ({ list: [], total: 0 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(zoneBoardCalls.summary, () => ({ OVERDUE: 1, NEVER: 0, SOON: 0, FRESH: 0, FREE: 0 }));
  server.on(zoneBoardCalls.list, () => ({ list: zones, total: zones.length }));
  return server;
}

test('a zone is grouped by its map, and a click on a count filters the list by state', async () => {
  const server = world([lobby]);
  renderPage(<ZoneBoardPage />);
  expect(await screen.findByText('Ground floor')).toBeTruthy();
  expect(screen.getByText('Every day')).toBeTruthy();
  await userEvent.click(screen.getAllByText('Overdue')[0]!);
  await waitFor(() =>
    expect(server.sentTo(zoneBoardCalls.list).at(-1)).toMatchObject({ state: ['OVERDUE'] }),
  );
});

test('the clean now action sends a robot of the map to the zone', async () => {
  const server = world([lobby]);
  server.on(
    taskCalls.cleanNow,
    () => ({ device: { id: 'd', sn: 'J30-1', nickname: 'Otter', model: 'J30' } }) as never,
  );
  renderPage(<ZoneBoardPage />);
  await userEvent.click(await screen.findByText('Clean now'));
  const [act] = await screen.findAllByText('Send Otter', { ignore: 'input' });
  await userEvent.click(act!);
  await waitFor(() =>
    expect(server.sentTo(taskCalls.cleanNow)).toMatchObject([
      { deviceId: lobby.devices[0]!.id, mapId: lobby.map.id, zoneIds: ['z1'], cleaningMode: 'SWEEP' },
    ]),
  );
});

test('a robot that may not clean is not proposed, and the dialog says why', async () => {
  const faults = [{ code: '20110', forbids: ['CLEANING' as const] }];
  const jammed = aDevice({ id: 'jammed', nickname: 'Crane', live: { mapId, faults } });
  world([{ ...lobby, devices: [jammed, aRobot] }]);
  const first = renderPage(<ZoneBoardPage />);
  await userEvent.click(await screen.findByText('Clean now'));
  expect((await screen.findAllByText('Send Otter', { ignore: 'input' })).length).toBeGreaterThan(0);
  expect(screen.getByText('Crane: Cannot clean: fault (Brush is jammed)')).toBeTruthy();
  first.unmount();
  world([{ ...lobby, devices: [jammed] }]);
  renderPage(<ZoneBoardPage />);
  await userEvent.click(await screen.findByText('Clean now'));
  expect(await screen.findByText('Crane: Cannot clean: fault (Brush is jammed)')).toBeTruthy();
  expect(screen.queryByText('Send Crane')).toBeNull();
});

test('an empty board links to the list of maps', async () => {
  world([]);
  renderPage(<ZoneBoardPage />);
  expect((await screen.findByText('To the maps')).getAttribute('href')).toBe('/dataManage/mapList');
});

import {
  deviceCalls,
  deviceCareCalls,
  deviceRequestCalls,
  mapCalls,
  permissions,
  runCalls,
  siteCalls,
  companyCalls,
  taskCalls,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { choose, fakeServer, Refused, renderPage, userWith } from '../../../../test-kit/index.ts';
import { aMap, aRun, aTask, ids } from '../../../work/tasks/a-task.ts';
import { DeviceListPage } from './device-list-page.tsx';

const idOf = (last: string) => `0193f0c2-7a31-7c55-9d0e-0000000000${last}`;
const lobby = aDevice({ live: { mapId: ids.map } });
const gate = aDevice({ id: idOf('a2'), sn: 'J30-0008', nickname: 'Gate', live: { mapId: ids.map } });
const garage = aDevice({ id: idOf('a3'), sn: 'J40-0001', nickname: 'Garage', live: { state: 'SLEEP' } });
const stock = aDevice({ id: idOf('a4'), sn: 'J20-0001', nickname: 'Box', binding: 'NOT_ACTIVATED' });
const atrium = aDevice({ id: idOf('a5'), sn: 'J30-0009', nickname: 'Atrium', live: { runId: ids.run } });
const everyDevice = [lobby, gate, garage, stock, atrium];

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(deviceCalls.list, () => ({ list: everyDevice, total: everyDevice.length }));
  server.on(deviceRequestCalls.list, () => ({ list: [], total: 0 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(siteCalls.list, () => ({ list: [], total: 0 }));
});

async function select(names: readonly string[]) {
  for (const name of names) {
    const row = (await screen.findByText(name)).closest('tr');
    await userEvent.click(within(row as HTMLElement).getByRole('checkbox'));
  }
}

async function selectAnd(button: string, names: readonly string[]) {
  await select(names);
  await userEvent.click(screen.getByText(button));
}

const entryOf = async (name: string) => {
  const entries = (await screen.findByRole('dialog')).querySelectorAll('li');
  const entry = [...entries].find(({ textContent }) => textContent.includes(name));
  return within(entry as HTMLElement);
};

test('the dialog names the robots that cannot be sent home before the press, and sends the others', async () => {
  server.on(deviceCalls.charge, ({ id }) => {
    if (id === gate.id) throw new Refused('wrongState');
    return { runId: ids.run };
  });
  renderPage(<DeviceListPage />);
  await selectAnd('Send to the charger', ['Lobby', 'Gate', 'Garage', 'Box', 'Atrium']);
  expect(await screen.findByText('2 of 5 can do this now. The others are skipped.')).toBeTruthy();
  expect((await entryOf('Garage')).getByText('Asleep')).toBeTruthy();
  expect((await entryOf('Box')).getByText('Not activated')).toBeTruthy();
  expect((await entryOf('Atrium')).getByText('Busy')).toBeTruthy();
  await userEvent.click(screen.getByText('Send 2 robots'));
  expect(await screen.findByText('1 of 5 sent')).toBeTruthy();
  expect((await entryOf('Lobby')).getByText('Sent')).toBeTruthy();
  expect((await entryOf('Gate')).getByText('Not possible in the current status')).toBeTruthy();
  expect((await entryOf('Garage')).getByText('Asleep')).toBeTruthy();
  expect(server.sentTo(deviceCalls.charge)).toEqual([{ id: lobby.id }, { id: gate.id }]);
});

test('an act that no chosen robot can do says so once, and names no count of nothing', async () => {
  renderPage(<DeviceListPage />);
  await selectAnd('Send to the charger', ['Garage']);
  expect(await screen.findByText('This is not possible now.')).toBeTruthy();
  expect(screen.queryByText('They drive off now.')).toBeNull();
  expect(screen.getByText('Send 1 robot').closest('button')?.disabled).toBe(true);
});

test('each robot starts its own task, or all areas of the map it stands on', async () => {
  server.on(taskCalls.list, ({ deviceId }) => ({
    list:
      deviceId === lobby.id ? [aTask(), aTask({ id: idOf('c2'), name: 'Disabled', state: 'DISABLED' })] : [],
    total: 1,
  }));
  server.on(mapCalls.detail, () => aMap());
  server.on(taskCalls.start, () => aRun());
  server.on(taskCalls.cleanNow, () => aRun());
  renderPage(<DeviceListPage />);
  await selectAnd('Start', ['Lobby', 'Gate', 'Atrium']);
  expect(await (await entryOf('Lobby')).findByText('Lobby, mornings')).toBeTruthy();
  expect(await (await entryOf('Gate')).findByText('All areas of Ground floor')).toBeTruthy();
  expect((await entryOf('Atrium')).getByText('Busy')).toBeTruthy();
  await userEvent.click(screen.getByText('Start 2 robots'));
  expect(await screen.findByText('2 of 3 sent')).toBeTruthy();
  expect(server.sentTo(taskCalls.start)).toEqual([{ id: ids.task }]);
  expect(server.sentTo(taskCalls.cleanNow)).toMatchObject([
    { deviceId: gate.id, mapId: ids.map, zoneIds: ['z1', 'z2'], cleaningMode: 'SWEEP', strength: 'STANDARD' },
  ]);
});

test('another choice replaces the first task of a robot, and a robot without one is left out', async () => {
  const evening = aTask({ id: idOf('c2'), name: 'Lobby, evenings' });
  server.on(taskCalls.list, ({ deviceId }) => ({
    list: deviceId === lobby.id ? [aTask(), evening] : [],
    total: 2,
  }));
  server.on(mapCalls.detail, () => ({ ...aMap(), id: idOf('b9') }));
  server.on(taskCalls.start, () => aRun());
  renderPage(<DeviceListPage />);
  await selectAnd('Start', ['Lobby', 'Gate']);
  expect(await (await entryOf('Gate')).findByText('No task and no area on its map')).toBeTruthy();
  await choose(screen.getByLabelText('What Lobby starts'), 'Lobby, evenings');
  await userEvent.click(screen.getByText('Start 1 robot'));
  expect(await screen.findByText('1 of 2 sent')).toBeTruthy();
  expect(server.sentTo(taskCalls.start)).toEqual([{ id: evening.id }]);
});

test('only open runs are stopped, and only robots that sleep are woken', async () => {
  server.on(runCalls.stop, () => aRun());
  server.on(deviceCareCalls.wake, () => {
    throw new Refused('wrongState');
  });
  renderPage(<DeviceListPage />);
  await selectAnd('Stop', ['Lobby', 'Atrium', 'Garage']);
  expect((await entryOf('Lobby')).getByText('No run')).toBeTruthy();
  await userEvent.click(screen.getByText('Stop 1 robot'));
  await waitFor(() => expect(server.sentTo(runCalls.stop)).toEqual([{ id: ids.run }]));
  await userEvent.click(await screen.findByText('Close'));
  await selectAnd('Wake', ['Lobby', 'Garage']);
  expect((await entryOf('Lobby')).getByText('Awake already')).toBeTruthy();
  await userEvent.click(screen.getByText('Wake 1 robot'));
  await waitFor(() => expect(server.sentTo(deviceCareCalls.wake)).toMatchObject([{ id: garage.id }]));
});

test('settings are sent to the selected robots from the page of the rollout', async () => {
  renderPage(<DeviceListPage />);
  await select(['Lobby', 'Gate']);
  const link = screen.getByText('Settings').closest('a');
  expect(link?.getAttribute('href')).toBe(`/group/sync?target=${lobby.id}&target=${gate.id}`);
});

test('a bulk action needs the permission of the action on one robot', async () => {
  renderPage(<DeviceListPage />, '/', userWith(permissions.deviceList, permissions.taskRun));
  const row = (await screen.findByText('Lobby')).closest('tr') as HTMLElement;
  await userEvent.click(within(row).getByRole('checkbox'));
  expect(await screen.findByText('Start')).toBeTruthy();
  for (const act of ['Send to the charger', 'Wake', 'Settings', 'Freeze'])
    expect(screen.queryByText(act)).toBeNull();
});

import {
  companyCalls,
  deviceBindingCalls,
  deviceCalls,
  deviceGroupCalls,
  deviceScoreCalls,
  deviceRequestCalls,
  permissions,
  siteCalls,
  topics,
  type DeviceChange,
  fieldReason,
} from '@sweepline/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { SocketContext } from '../../../../kit/api/use-live.ts';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { FakeSocket } from '../../../../test-kit/fake-socket.ts';
import { fakeServer, userWith, Refused, renderPage } from '../../../../test-kit/index.ts';
import { DeviceListPage } from './device-list-page.tsx';

const lobby = aDevice();
const garage = aDevice({
  id: '0193f0c2-7a31-7c55-9d0e-0000000000a2',
  sn: 'J40-0001',
  nickname: 'Garage',
  live: { state: 'OFFLINE', soc: 8, alarmLevel: 4 },
});
let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(deviceCalls.list, () => ({ list: [lobby, garage], total: 2 }));
  server.on(deviceRequestCalls.list, () => ({ list: [], total: 0 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(siteCalls.list, () => ({ list: [], total: 0 }));
});
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr');
  if (!row) throw new Error(`${name} is in no row`);
  return within(row);
};

test('a pushed change is shown without a refetch of the list', async () => {
  const socket = new FakeSocket();
  renderPage(
    <SocketContext value={socket}>
      <DeviceListPage />
    </SocketContext>,
  );
  const row = await rowOf('Lobby');
  expect(row.getByText('Standby')).toBeTruthy();
  const change: DeviceChange = {
    ...lobby.live,
    id: lobby.id,
    mode: 'AUTO_RUN',
    soc: 79,
    runId: 'r',
    coverage: 0.25,
  };
  act(() => socket.push(topics.devices, { changes: [change] }));
  expect(await row.findByText('Cleaning')).toBeTruthy();
  expect(row.getByLabelText('Battery 79%')).toBeTruthy();
  expect(row.getByLabelText('Run progress 25%')).toBeTruthy();
  expect(server.sentTo(deviceCalls.list)).toHaveLength(1);
});

test('a robot that declares something else is read again, and no other is', async () => {
  const socket = new FakeSocket();
  renderPage(
    <SocketContext value={socket}>
      <DeviceListPage />
    </SocketContext>,
  );
  await rowOf('Lobby');
  act(() => socket.push(topics.declared, { deviceId: '0193f0c2-7a31-7c55-9d0e-0000000000ff' }));
  server.on(deviceCalls.list, () => ({ list: [{ ...lobby, nickname: 'Foyer' }, garage], total: 2 }));
  expect(server.sentTo(deviceCalls.list)).toHaveLength(1);
  act(() => socket.push(topics.declared, { deviceId: lobby.id }));
  expect(await rowOf('Foyer')).toBeTruthy();
  expect(server.sentTo(deviceCalls.list)).toHaveLength(2);
});

test('an offline robot stays in the list with its last values', async () => {
  renderPage(<DeviceListPage />);
  const row = await rowOf('Garage');
  expect(row.getByText('Offline')).toBeTruthy();
  expect(row.getByLabelText('Battery 8%')).toBeTruthy();
});

test('the latest position is below the site, and a tag filters the list', async () => {
  const placed = { ...lobby, location: { mapName: 'Ground floor', x: 1.52, y: -2 } };
  server.on(deviceCalls.list, () => ({ list: [placed, garage], total: 2 }));
  server.on(deviceCalls.tags, () => ({ list: [{ tag: 'night', count: 2 }] }));
  server.on(deviceGroupCalls.options, () => ({ list: [], total: 0 }));
  renderPage(<DeviceListPage />, '/?tag=night');
  expect(await screen.findByText('Ground floor · x 1.5 m, y -2 m')).toBeTruthy();
  expect(server.sentTo(deviceCalls.list).at(-1)).toMatchObject({ tag: 'night' });
  expect(await screen.findByText('Tag: night (2)')).toBeTruthy();
});

test('several devices are frozen for one reason, each with its result; unsupported actions are hidden', async () => {
  server.on(deviceBindingCalls.freeze, ({ id }) => {
    if (id === garage.id) throw new Refused('wrongState');
    return { ...lobby, binding: 'FREEZING' as const };
  });
  renderPage(<DeviceListPage />);
  for (const name of ['Lobby', 'Garage']) await userEvent.click((await rowOf(name)).getByRole('checkbox'));
  expect(screen.queryByText('Unfreeze')).toBeNull();
  await userEvent.click(screen.getByText('Freeze'));
  expect(await screen.findByText('Freeze 2 devices?')).toBeTruthy();
  const act = screen.getAllByText('Freeze').at(-1)?.closest('button');
  expect(act?.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Reason'), 'unpaid');
  await userEvent.click(act as HTMLElement);
  await waitFor(() =>
    expect(server.sentTo(deviceBindingCalls.freeze)).toEqual([
      { id: lobby.id, reason: 'unpaid' },
      { id: garage.id, reason: 'unpaid' },
    ]),
  );
  expect(await screen.findByText('Not possible in the current status')).toBeTruthy();
});

test('a reader sees no buttons without the right to use them', async () => {
  renderPage(<DeviceListPage />, '/', userWith(permissions.deviceList));
  const row = await rowOf('Lobby');
  expect(screen.queryByText('Add device')).toBeNull();
  expect(row.queryByText('Clean')).toBeNull();
  await userEvent.click(row.getByLabelText('More actions for Lobby'));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Open the camera']);
});

test('a letter acts on the row with the focus; what is not possible says why', async () => {
  server.on(deviceCalls.charge, () => ({ runId: 'run-1' }));
  renderPage(<DeviceListPage />);
  await rowOf('Lobby');
  await userEvent.keyboard('jh');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Send to the charger' }));
  await waitFor(() => expect(server.sentTo(deviceCalls.charge)).toEqual([{ id: lobby.id }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  (await rowOf('Garage')).getByRole('link', { name: 'Garage' }).focus();
  await userEvent.keyboard('h');
  expect(await screen.findByText('Cannot be reached')).toBeTruthy();
  expect(server.sentTo(deviceCalls.charge)).toHaveLength(1);
});

test('an offline device can be deleted by its name, an online one cannot', async () => {
  server.on(deviceCalls.remove, () => ({}));
  renderPage(<DeviceListPage />);
  await userEvent.click((await rowOf('Lobby')).getByLabelText('More actions for Lobby'));
  expect(await screen.findByText('Locate')).toBeTruthy();
  expect(screen.queryByText('Delete')).toBeNull();
  await userEvent.click((await rowOf('Garage')).getByLabelText('More actions for Garage'));
  await userEvent.hover((await screen.findAllByText('Manage')).at(-1)!);
  await userEvent.click(await screen.findByText('Delete'));
  expect(await screen.findByText('Delete Garage (J40-0001)?')).toBeTruthy();
  await userEvent.click(screen.getAllByText('Delete').at(-1) as HTMLElement);
  expect(await screen.findByText('Deleted Garage')).toBeTruthy();
  expect(server.sentTo(deviceCalls.remove)).toEqual([{ id: garage.id }]);
});

test('a new device shows its password once; a wrong SN is refused before the call', async () => {
  server.on(deviceCalls.register, () => ({ device: lobby, username: 'J30-0007', password: 'secret-once' }));
  renderPage(<DeviceListPage />);
  await userEvent.click(await screen.findByText('Add device'));
  await userEvent.type(await screen.findByLabelText('Name'), 'Lobby');
  const sn = screen.getByLabelText('Serial number (SN)');
  await userEvent.type(sn, 'no spaces allowed');
  const submit = screen.getAllByText('Add device').at(-1) as HTMLElement;
  await userEvent.click(submit);
  expect(await screen.findByText('Check this field')).toBeTruthy();
  expect(server.sentTo(deviceCalls.register)).toEqual([]);
  await userEvent.clear(sn);
  await userEvent.type(sn, 'J30-0007');
  await userEvent.click(submit);
  expect(await screen.findByText('secret-once')).toBeTruthy();
});

test('the server’s reason is shown at its field', async () => {
  server.on(deviceCalls.register, () => {
    throw new Refused('invalid', { sn: fieldReason('NAME_TAKEN') });
  });
  renderPage(<DeviceListPage />);
  await userEvent.click(await screen.findByText('Add device'));
  await userEvent.type(await screen.findByLabelText('Name'), 'Lobby');
  await userEvent.type(screen.getByLabelText('Serial number (SN)'), 'J30-0007');
  await userEvent.click(screen.getAllByText('Add device').at(-1) as HTMLElement);
  expect(await screen.findByText('This name is already in use')).toBeTruthy();
});

test('the card view shows the same devices and is stored in the URL', async () => {
  renderPage(<DeviceListPage />, '/?view=cards');
  expect(await screen.findByText('Lobby')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(screen.getByLabelText('List'));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(''));
  expect(screen.getByRole('table')).toBeTruthy();
});

test('scores load in one call, only while their column is visible; their formula is shown on hover', async () => {
  server.on(deviceScoreCalls.scores, () => ({
    list: [{ id: lobby.id, score: 97.5, cleanedM2: 390, plannedM2: 400, runs: 2 }],
  }));
  const { unmount } = renderPage(<DeviceListPage />);
  await screen.findByText('Lobby');
  expect(server.sentTo(deviceScoreCalls.scores)).toEqual([]);
  unmount();
  renderPage(<DeviceListPage />, '/?columns=score,daysLeft');
  const row = await rowOf('Lobby');
  const score = await row.findByText('97.5');
  expect(score.getAttribute('title')).toContain('2 runs of the last 30 days');
  expect(server.sentTo(deviceScoreCalls.scores)).toEqual([{ ids: [lobby.id, garage.id] }]);
});

import {
  companyCalls,
  deviceCalls,
  deviceGroupCalls,
  permissions,
  type DeviceGroup,
} from '@sweepline/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aPerson, fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { GroupDetailPage } from './group-detail-page.tsx';
import { GroupListPage } from './group-list-page.tsx';

const { companyId } = aPerson();
const night: DeviceGroup = {
  id: '0193f0c2-7a31-7c55-9d0e-0000000000e1',
  name: 'Night',
  remark: 'Hall 2',
  companyId,
  companyName: 'Sweepline',
  total: 2,
  online: 1,
  models: [{ model: 'J30', count: 2 }],
  version: 3,
  updatedAt: '2030-01-01T00:00:00.000Z',
  updatedBy: 'wei',
};
const otter = aDevice({ nickname: 'Otter', group: { id: 'g2', name: 'Day' } });
const walrus = aDevice({ id: '0193f0c2-7a31-7c55-9d0e-0000000000a2', nickname: 'Walrus', sn: 'J30-0008' });

function world() {
  const server = fakeServer();
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(deviceGroupCalls.list, () => ({ list: [night], total: 1 }));
  server.on(deviceGroupCalls.detail, () => night);
  server.on(deviceCalls.list, () => ({ list: [otter, walrus], total: 2 }));
  return server;
}

test('a new group is created from a name and chosen devices, and reports a device that left another group', async () => {
  const server = world();
  server.on(deviceGroupCalls.create, () => ({
    group: { ...night, name: 'Late' },
    moved: [{ id: otter.id, nickname: 'Otter', from: 'Day' }],
  }));
  renderPage(<GroupListPage />);
  expect(await screen.findByText('1 / 2')).toBeTruthy();
  fireEvent.click(screen.getByText('Create group'));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Late' } });
  expect(await screen.findByText(/in Day/)).toBeTruthy();
  fireEvent.click(screen.getByLabelText(/Otter/));
  fireEvent.click(screen.getAllByText('Create group').at(-1)!);
  expect(await screen.findByText('Created Late. Otter moved here from Day.')).toBeTruthy();
  expect(server.sentTo(deviceGroupCalls.create)).toEqual([
    { name: 'Late', remark: '', companyId, deviceIds: [otter.id] },
  ]);
});

test('a group without a device is not sent', async () => {
  const server = world();
  renderPage(<GroupListPage />);
  fireEvent.click(await screen.findByText('Create group'));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Late' } });
  fireEvent.click(screen.getAllByText('Create group').at(-1)!);
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).toBeTruthy());
  expect(server.sentTo(deviceGroupCalls.create)).toEqual([]);
});

test('a removed device is restored by undo', async () => {
  const server = world();
  server.on(deviceGroupCalls.update, ({ version }) => ({
    group: { ...night, version: version + 1 },
    moved: [],
  }));
  renderPage(<GroupDetailPage />, `/?id=${night.id}`);
  fireEvent.click((await screen.findAllByText('Remove from group'))[0]!);
  fireEvent.click(await screen.findByText('Undo'));
  await waitFor(() => expect(server.sentTo(deviceGroupCalls.update)).toHaveLength(2));
  expect(server.sentTo(deviceGroupCalls.update)).toEqual([
    { id: night.id, version: 3, removeIds: [otter.id] },
    { id: night.id, version: 4, addIds: [otter.id] },
  ]);
});

test('a read-only user sees groups and no actions on them', async () => {
  world();
  renderPage(
    <GroupDetailPage />,
    `/?id=${night.id}`,
    userWith(permissions.deviceGroups, permissions.deviceList),
  );
  expect(await screen.findByText('Walrus')).toBeTruthy();
  expect(screen.getByTitle('Online ÷ all devices of the group: 1 ÷ 2')).toBeTruthy();
  expect(screen.getByTitle('Devices of this group by model').textContent).toBe('2');
  expect(screen.queryByText('Remove from group')).toBeNull();
  expect(screen.queryByText('Add devices')).toBeNull();
});

import {
  companyCalls,
  deviceCalls,
  deviceRequestCalls,
  permissions,
  siteCalls,
  type DeviceRequest,
} from '@sweepline/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aDevice } from '../../../../test-kit/a-device.ts';
import { aPerson, fakeServer, userWith, renderPage } from '../../../../test-kit/index.ts';
import { DeviceListPage } from '../list/device-list-page.tsx';

const companyId = '0193f0c2-7a31-7c55-9d0e-0000000000c1';
const otter: DeviceRequest = {
  id: '0193f0c2-7a31-7c55-9d0e-0000000000b1',
  sn: 'J40-0042',
  manufacturer: 'JBOT',
  interfaceName: 'vda5050',
  protocol: 'v3',
  model: 'J40',
  firstSeenAt: '2030-01-01T00:00:00.000Z',
  lastSeenAt: '2030-01-01T00:05:00.000Z',
  count: 12,
  vehicleType: '',
  actions: null,
  declared: null,
  ignored: false,
};
let server: ReturnType<typeof fakeServer>;
let waiting: DeviceRequest[];
beforeEach(() => {
  server = fakeServer();
  waiting = [otter, { ...otter, id: '0193f0c2-7a31-7c55-9d0e-0000000000b2', sn: 'ACME-7', model: 'PLAIN' }];
  server.on(deviceCalls.list, () => ({ list: [aDevice()], total: 1 }));
  server.on(companyCalls.options, () => ({ list: [], total: 0 }));
  server.on(siteCalls.list, () => ({ list: [], total: 0 }));
  server.on(deviceRequestCalls.list, ({ ignored }) => {
    const list = waiting.filter((it) => it.ignored === ignored);
    return { list, total: list.length };
  });
});

test('requesting devices are counted above the list, and one is enrolled with credentials shown once', async () => {
  server.on(deviceRequestCalls.adopt, ({ id }) => {
    waiting = waiting.filter((it) => it.id !== id);
    return { device: aDevice({ nickname: 'Otter' }), username: 'J40-0042', password: 'secret-once' };
  });
  renderPage(<DeviceListPage />, '/', { ...userWith('*'), companyId });
  expect(await screen.findByText('2 devices are waiting for approval')).toBeTruthy();
  await userEvent.click(screen.getByText('View'));
  await screen.findByText('J40-0042');
  await userEvent.click(screen.getAllByText('Approve')[0] as HTMLElement);
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Otter');
  await userEvent.click(screen.getAllByText('Approve').at(-1) as HTMLElement);
  expect(await screen.findByText('secret-once')).toBeTruthy();
  expect(server.sentTo(deviceRequestCalls.adopt)).toEqual([
    { id: otter.id, nickname: 'Otter', model: 'J40', companyId },
  ]);
  expect(await screen.findByText('1 device is waiting for approval')).toBeTruthy();
  await waitFor(() => expect(server.sentTo(deviceCalls.list).length).toBeGreaterThan(1));
});

test('a device of another maker says what it declared and what will be offered', async () => {
  const cleaning = {
    toolWidthM: 0.6,
    toolOffsetM: -0.2,
    bodyWidthM: 0.7,
    waterLitres: null,
    areaPerHour: null,
    modes: [{ key: 'WET', name: { en: 'Wet' } }],
    strengths: [],
  };
  const declared = { capabilities: ['locate', 'juggle'], cleaning, widthM: null, maxSpeedMps: null };
  const foreign = { manufacturer: 'ACME', model: 'PLAIN' as const, vehicleType: 'Mop 3000' };
  waiting = [otter, { ...otter, ...foreign, id: 'b2', sn: 'ACME-7', actions: ['cleanArea'], declared }];
  renderPage(<DeviceListPage />, '/?requests=open');
  const row = (await screen.findByText('ACME-7')).closest('li')!;
  expect(row.textContent).toContain('ACME Mop 3000');
  expect(row.textContent).toContain(
    'Will be offered: driving to a point, cleaning, finding by light and sound',
  );
  expect(row.textContent).toContain('Tool 0.6 m, 1 cleaning mode');
  expect(row.textContent).toMatch(/does not declare: .*charging on request.*remote shell/);
  expect(row.textContent).toContain('Also says: juggle');
  const silent = screen.getByText('J40-0042').closest('li')!;
  expect(silent.textContent).toContain('It has not said yet what it can do.');
});

test('an ignored device leaves the list, and undo restores it', async () => {
  const mark = (ignored: boolean) => (input: { id: string }) => {
    waiting = waiting.map((it) => (it.id === input.id ? { ...it, ignored } : it));
    return {};
  };
  server.on(deviceRequestCalls.ignore, mark(true));
  server.on(deviceRequestCalls.regard, mark(false));
  renderPage(<DeviceListPage />);
  await userEvent.click(await screen.findByText('View'));
  await screen.findByText('ACME-7');
  await userEvent.click(screen.getAllByText('Ignore')[1] as HTMLElement);
  expect(await screen.findByText('1 device is waiting for approval')).toBeTruthy();
  await userEvent.click(await screen.findByText('Undo'));
  expect(await screen.findByText('2 devices are waiting for approval')).toBeTruthy();
});

test('a user without the right sees no requests, and the strip is hidden without requests', async () => {
  const { unmount } = renderPage(<DeviceListPage />, '/', userWith(permissions.deviceList));
  await screen.findByText('Lobby');
  expect(server.sentTo(deviceRequestCalls.list)).toEqual([]);
  unmount();
  waiting = [];
  renderPage(<DeviceListPage />, '/', aPerson({ companyType: 1 })).unmount();
  expect(server.sentTo(deviceRequestCalls.list)).toEqual([]);
  renderPage(<DeviceListPage />);
  await waitFor(() => expect(server.sentTo(deviceRequestCalls.list)).toHaveLength(1));
  expect(screen.queryByText('View')).toBeNull();
});

import {
  authCalls,
  deviceCalls,
  permissions,
  runCalls,
  searchCalls,
  type DeviceHit,
  type Output,
} from '@sweepline/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../kit/api/session.ts';
import { keyList } from '../../kit/keys/page-keys.ts';
import { aPerson, fakeServer, Refused, renderPage, userWith } from '../../test-kit/index.ts';
import { Palette } from './palette.tsx';
import { SearchLauncher } from './search-launcher.tsx';

type Found = Output<(typeof searchCalls)['find']>;

const swift: DeviceHit = {
  id: '0193f0c2-7a31-7c55-9d0e-0000000000a1',
  similar: false,
  sn: 'J30-0007',
  nickname: 'Swift',
  model: 'J30',
  protocol: 'v3',
  actions: null,
  declared: null,
  companyName: 'Mall',
  siteName: 'Atrium',
  binding: 'ACTIVATED',
  live: {
    state: 'ONLINE',
    mode: 'STANDBY',
    operatingMode: 'AUTOMATIC',
    paused: false,
    alarmLevel: 0,
    relocating: false,
    localized: true,
    mapId: 'm1',
    soc: 80,
    charging: false,
    runId: null,
    faults: [],
  },
};
const nothing: Found = {
  devices: [],
  companies: [],
  sites: [],
  tasks: [],
  reports: [],
  accounts: [],
  workOrders: [],
};

let server: ReturnType<typeof fakeServer>;
let found: Found;
const onClose = vi.fn<() => void>();
beforeEach(() => {
  server = fakeServer();
  found = nothing;
  keyList.close();
  onClose.mockClear();
  server.on(searchCalls.find, () => found);
});

const show = (person = aPerson()) => renderPage(<Palette onClose={onClose} />, '/', person);
const field = () => screen.getByRole('combobox', { hidden: true });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (key: string, more = {}) => fireEvent.keyDown(field(), { key, ...more });
const options = () => screen.queryAllByRole('option', { hidden: true }).map((option) => option.textContent);
/** The text of the option that Enter chooses. */
const active = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
const group = (name: string) =>
  within(screen.getByRole('group', { name, hidden: true }))
    .getAllByRole('option', { hidden: true })
    .map((option) => option.textContent);

test('a device that was never activated is shown as such, and not as offline', async () => {
  found = {
    ...nothing,
    devices: [{ ...swift, binding: 'NOT_ACTIVATED', live: { ...swift.live, state: 'OFFLINE', mode: null } }],
  };
  show();
  type('swift');
  expect(await screen.findByText('Not activated')).toBeTruthy();
  expect(screen.queryByText('Offline')).toBeNull();
});

test('arrow keys, Home and End move through the options, and Enter opens the page', async () => {
  const { router } = show();
  type('device');
  expect(active()).toMatch(/^Devices/);
  const all = options();
  press('ArrowDown');
  expect(active()).toBe(all[1]);
  press('End');
  expect(active()).toBe(all.at(-1));
  press('ArrowDown');
  expect(active()).toBe(all[0]);
  press('ArrowUp');
  expect(active()).toBe(all.at(-1));
  press('Home');
  expect(active()).toBe(all[0]);
  press('Enter');
  await waitFor(() => expect(router.state.location.pathname).toBe('/deviceManage/list'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('Enter that ends the composition of characters chooses nothing', () => {
  show();
  type('报');
  press('Enter', { isComposing: true });
  expect(onClose).not.toHaveBeenCalled();
});

test('pages are found by their English title in every language, and with a wrong letter', () => {
  show();
  type('calandar');
  expect(group('Pages')).toEqual([expect.stringMatching(/^Calendar/)]);
});

test('records are asked once after a pause, and shown with their state and a link', async () => {
  found = { ...nothing, devices: [swift] };
  const { router } = show();
  for (const text of ['sw', 'swi', 'swif', 'swift']) type(text);
  await screen.findByText('J30-0007 · Mall · Atrium');
  expect(server.sentTo(searchCalls.find)).toEqual([{ text: 'swift' }]);
  expect(group('Robots')[0]).toContain('Standby');
  press('Enter');
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe(
      `/device/detail?id=${swift.id}`,
    ),
  );
});

test('one Latin letter asks nothing, one Chinese character does', async () => {
  show();
  type('s');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(server.sentTo(searchCalls.find)).toEqual([]);
  type('场');
  await waitFor(() => expect(server.sentTo(searchCalls.find)).toEqual([{ text: '场' }]));
});

test('a ready robot is offered to clean and to charge; charging asks first', async () => {
  found = { ...nothing, devices: [swift] };
  server.on(deviceCalls.charge, () => ({ runId: 'run-1' }));
  show();
  type('swift');
  await screen.findByText('J30-0007 · Mall · Atrium');
  const [clean, charge] = within(screen.getByRole('group', { name: 'Actions', hidden: true })).getAllByRole(
    'option',
    { hidden: true },
  );
  expect(clean?.textContent).toContain('Clean with Swift');
  expect(charge?.textContent).toContain('Send Swift to charge');
  fireEvent.click(charge!);
  expect(server.sentTo(deviceCalls.charge)).toEqual([]);
  expect(await screen.findByText('Send Swift to its charger?')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send to the charger' }));
  await waitFor(() => expect(server.sentTo(deviceCalls.charge)).toEqual([{ id: swift.id }]));
});

const at = (live: Partial<DeviceHit['live']>): DeviceHit => ({ ...swift, live: { ...swift.live, ...live } });

test('a robot with a jammed brush is offered its charger and no cleaning', async () => {
  found = { ...nothing, devices: [at({ faults: [{ code: '20110', forbids: ['CLEANING'] }] })] };
  show();
  type('swift');
  await screen.findByText('J30-0007 · Mall · Atrium');
  expect(group('Actions')).toEqual([expect.stringContaining('Send Swift to charge')]);
});

test.each([
  ['an offline robot', at({ state: 'OFFLINE' }), aPerson()],
  ['a user without the rights', swift, userWith(permissions.deviceList)],
])('%s is offered no actions', async (_who, device, person) => {
  found = { ...nothing, devices: [device] };
  show(person);
  type('swift');
  await screen.findByText('J30-0007 · Mall · Atrium');
  expect(options()).toHaveLength(1);
});

test('a working robot is offered what its run allows', async () => {
  found = { ...nothing, devices: [at({ runId: 'run-1' })] };
  show();
  type('swift');
  await screen.findByText('J30-0007 · Mall · Atrium');
  expect(group('Actions').map((text) => text?.replace('J30-0007↵', ''))).toEqual([
    'Pause Swift',
    'Stop Swift',
  ]);
});

test('a robot and an act in one line: the act is first, and stopping asks', async () => {
  found = { ...nothing, devices: [at({ runId: 'run-1' })] };
  server.on(runCalls.stop, () => ({}) as never);
  show();
  type('swift stop');
  await waitFor(() => expect(group('Actions')[0]).toContain('Stop Swift'));
  expect(group('Actions').filter((text) => text?.includes('Stop Swift'))).toHaveLength(1);
  expect(server.sentTo(searchCalls.find)).toContainEqual({ text: 'swift' });
  press('Enter');
  expect(await screen.findByText('Stop Swift?')).toBeTruthy();
  expect(server.sentTo(runCalls.stop)).toEqual([]);
});

test('an act that is not possible says why, and choosing it does nothing', async () => {
  found = { ...nothing, devices: [at({ state: 'OFFLINE' })] };
  show();
  type('clean swift');
  const option = (await screen.findByText('Clean with Swift')).closest('[role=option]')!;
  expect(option.textContent).toContain('Cannot be reached');
  fireEvent.click(option);
  expect(onClose).not.toHaveBeenCalled();
});

test('pages and actions are those that the user has the right for', () => {
  show(userWith(permissions.deviceList));
  type('task');
  expect(options()).toEqual([]);
  type('devices');
  expect(group('Pages')).toEqual([expect.stringMatching(/^Devices/)]);
  type('sign out');
  expect(group('Actions')).toEqual([expect.stringMatching(/^Sign out/)]);
});

test('the last choices are first the next time, only for the account that made them', async () => {
  found = { ...nothing, devices: [swift] };
  const first = show();
  type('swift');
  fireEvent.click(await screen.findByText('J30-0007 · Mall · Atrium'));
  first.unmount();
  const second = show();
  type('calendar');
  press('Enter');
  second.unmount();
  const third = show();
  expect(group('Recent')).toEqual([
    expect.stringMatching(/^Calendar/),
    expect.stringMatching(/^SwiftJ30-0007/),
  ]);
  expect(group('Pages').join()).not.toContain('Calendar');
  third.unmount();
  show(aPerson({ userId: 'person-2' }));
  expect(screen.queryByText('Recent')).toBeNull();
});

test('a recent choice that is no longer permitted is not shown', () => {
  const first = show();
  type('calendar');
  press('Enter');
  first.unmount();
  show(userWith(permissions.deviceList));
  expect(options().join()).not.toContain('Calendar');
});

test('a recent choice is before its equals', async () => {
  const second = {
    ...swift,
    id: '0193f0c2-7a31-7c55-9d0e-0000000000a2',
    sn: 'J30-0008',
    nickname: 'Swift 2',
  };
  found = { ...nothing, devices: [swift, second] };
  const first = show();
  type('swift');
  fireEvent.click(await screen.findByText('J30-0008 · Mall · Atrium'));
  first.unmount();
  show();
  type('swift');
  await screen.findByText('J30-0007 · Mall · Atrium');
  expect(group('Robots')).toEqual([
    expect.stringMatching(/^Swift 2/),
    expect.stringMatching(/^SwiftJ30-0007/),
  ]);
});

test('only similar records are marked as such', async () => {
  found = { ...nothing, devices: [{ ...swift, similar: true }] };
  show();
  type('swaft');
  expect(await screen.findByText('similar spelling')).toBeTruthy();
});

test('without a match the palette says so and offers the lists', async () => {
  const { router } = show();
  type('xyzzy');
  expect((await screen.findAllByText('Nothing matches “xyzzy”')).length).toBeGreaterThan(0);
  expect(group('Next step')).toHaveLength(4);
  press('Enter');
  await waitFor(() => expect(router.state.location.pathname).toBe('/deviceManage/list'));
});

test('a failed search says so, keeps the pages and can be repeated', async () => {
  server.on(searchCalls.find, () => {
    throw new Refused('internal');
  });
  show();
  type('devices');
  expect(await screen.findByText('Robots, places and people could not be searched.')).toBeTruthy();
  expect(group('Pages')[0]).toMatch(/^Devices/);
  found = { ...nothing, devices: [{ ...swift, nickname: 'Devices at the gate' }] };
  server.on(searchCalls.find, () => found);
  await userEvent.click(screen.getByText('Try again'));
  await waitFor(() => expect(group('Robots')[0]).toMatch(/^Devices at the gate/));
});

test('Ctrl and Enter open the choice in a new tab and keep the palette', () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  show();
  type('devices');
  press('Enter', { ctrlKey: true });
  expect(open).toHaveBeenCalledWith('/deviceManage/list', '_blank', 'noopener');
  expect(onClose).not.toHaveBeenCalled();
  open.mockRestore();
});

test('signing out from the palette ends the session', async () => {
  server.on(authCalls.logout, () => ({}));
  show();
  type('log out');
  press('Enter');
  await expect.poll(() => session.user()).toBeNull();
});

test('Ctrl and K open search anywhere and close it; ? opens the list of keys except in a field', async () => {
  renderPage(
    <>
      <SearchLauncher />
      <input aria-label="a field" />
    </>,
  );
  fireEvent.keyDown(screen.getByLabelText('a field'), { key: 'k', ctrlKey: true });
  expect(await screen.findByRole('combobox', { hidden: true })).toBeTruthy();
  fireEvent.keyDown(field(), { key: 'k', metaKey: true });
  await waitFor(() => expect(screen.queryByRole('combobox', { hidden: true })).toBeNull());
  fireEvent.keyDown(screen.getByLabelText('a field'), { key: '?' });
  expect(screen.queryByText('Keyboard shortcuts')).toBeNull();
  fireEvent.keyDown(document.body, { key: '?' });
  expect(await screen.findByText('Keyboard shortcuts')).toBeTruthy();
  expect(screen.getByText('Everywhere')).toBeTruthy();
});

test('G and a letter open a page that the user may open, and no other one', async () => {
  const { router } = renderPage(<SearchLauncher />, '/start', aPerson());
  const at = () => router.state.location.pathname;
  await userEvent.keyboard('gd');
  await waitFor(() => expect(at()).toBe('/deviceManage/list'));
  session.open(userWith(permissions.deviceList));
  await userEvent.keyboard('ga');
  await userEvent.keyboard('d');
  expect(at()).toBe('/deviceManage/list');
});

import {
  commandCalls,
  deviceCalls,
  deviceCareCalls,
  permissions,
  type CommandDetail,
  type Consumable,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { CommandStrip } from '../../../shared/command/command-strip.tsx';
import { poseAfterKey } from '../../../map-view/controls/pose-marker.tsx';
import { aCommand } from '../../../test-kit/a-command.ts';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { fakeServer, userWith, renderPage } from '../../../test-kit/index.ts';
import { ConsumablesTab } from './consumables-tab.tsx';
import { ControlTab } from './control-tab.tsx';

const device = aDevice();
const live = aLiveDevice({
  mode: { value: { mode: 'STANDBY', paused: false, relocating: false }, at: '2030-01-01T00:00:00.000Z' },
});
const capabilities = ['locate', 'reboot', 'selfCheck', 'sleep', 'relocate', 'consumables'];
const detail = { device, live, openAlarms: [], capabilities };
const exited = {
  state: 'EXITED' as const,
  mapId: null,
  enteredAt: null,
  enteredBy: '',
  endsAt: null,
  exitedAt: null,
  exitReason: null,
};

let server: ReturnType<typeof fakeServer>;
let life: CommandDetail;
beforeEach(() => {
  server = fakeServer();
  life = {
    ...aCommand({ status: 'SENT', endedAt: null }),
    lane: 'SYSTEM',
    class: 'INTERACTIVE',
    params: {},
    result: null,
  };
  server.on(commandCalls.list, () => ({ list: [], total: 0 }));
  server.on(commandCalls.detail, () => life);
  server.on(deviceCareCalls.relocation, () => exited);
  server.on(deviceCareCalls.limitChanges, () => ({ list: [], total: 0 }));
});

test('a command shows its state, and no success before the robot reports it', async () => {
  server.on(deviceCalls.locate, () => life);
  const { client } = renderPage(
    <>
      <ControlTab detail={detail} />
      <CommandStrip />
    </>,
  );
  await userEvent.type(await screen.findByPlaceholderText(/^Reason/), 'lost in aisle 3');
  await userEvent.click(screen.getByRole('button', { name: 'Locate' }));
  expect(await screen.findByText('Locate · Lobby')).toBeTruthy();
  expect(screen.getByText('Sent')).toBeTruthy();
  expect(screen.queryByText('Succeeded')).toBeNull();
  expect(server.sentTo(deviceCalls.locate)).toEqual([
    { id: device.id, seconds: 10, reason: 'lost in aisle 3' },
  ]);
  life = { ...life, status: 'REJECTED', code: 'MODE_FORBIDS' };
  await client.invalidateQueries({ queryKey: ['commands'] });
  expect(await screen.findByText('Not possible in its current mode')).toBeTruthy();
});

test('an action that the model does not support is hidden', async () => {
  renderPage(<ControlTab detail={{ ...detail, capabilities: ['locate'] }} />);
  expect(await screen.findByText('Find it on site')).toBeTruthy();
  expect(screen.queryByText('Sleep')).toBeNull();
  expect(screen.queryByText('Relocation')).toBeNull();
});

test.each([
  ['STANDBY', true],
  ['ERROR', true],
  ['CHARGING', false],
] as const)('in mode %s the self-check can be started: %s', async (mode, possible) => {
  const value = { mode, paused: false, relocating: false };
  const at = '2030-01-01T00:00:00.000Z';
  renderPage(<ControlTab detail={{ ...detail, live: aLiveDevice({ mode: { value, at } }) }} />);
  const button = await screen.findByRole('button', { name: 'Start self-check' });
  expect(button.hasAttribute('disabled')).toBe(!possible);
});

test('keys move and turn a pose, and angles wrap around at 180 degrees', () => {
  const pose = { x: 1, y: 1, theta: Math.PI };
  expect(poseAfterKey(pose, 'ArrowUp', false)).toEqual({ ...pose, y: 1.05 });
  expect(poseAfterKey(pose, 'ArrowLeft', true)).toEqual({ ...pose, x: 0.5 });
  expect(poseAfterKey(pose, 'q', false)?.theta).toBeCloseTo(-Math.PI + Math.PI / 180);
  expect(poseAfterKey(pose, 'x', false)).toBeUndefined();
});

const filter: Consumable = {
  id: 'filter',
  kind: 'WEAR',
  remainingPct: 12,
  state: 'LOW',
  usedHours: 352,
  lifeHours: 400,
  warnPct: 15,
  resets: 1,
  lastResetAt: null,
  endsOn: '2030-02-01',
  wishedLifeHours: null,
  blockPct: 0,
};
const nothingWished = { version: 0, syncState: 'IN_SYNC' as const, code: '' };

test('a consumable shows its state and is reset by name; its life is sent only when it changed', async () => {
  server.on(deviceCareCalls.consumables, () => ({
    ...nothingWished,
    at: null,
    hoursPerDay: 2.4,
    list: [filter],
  }));
  server.on(deviceCareCalls.resetConsumable, () => life);
  renderPage(<ConsumablesTab detail={detail} />);
  expect(await screen.findByText('Low')).toBeTruthy();
  expect(screen.getByText('352 of 400 h')).toBeTruthy();
  expect(screen.getByTitle('Hours left ÷ service life × 100').textContent).toContain('12');
  const reset = async (change?: () => Promise<void>) => {
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(await screen.findByText('Reset Filter of Lobby?')).toBeTruthy();
    await change?.();
    await userEvent.click(screen.getAllByRole('button', { name: 'Reset' }).at(-1)!);
    await waitFor(() => expect(screen.queryByText('Reset Filter of Lobby?')).toBeNull());
  };
  await reset();
  await reset(async () => {
    const life_ = screen.getByRole('spinbutton');
    await userEvent.clear(life_);
    await userEvent.type(life_, '500');
  });
  expect(server.sentTo(deviceCareCalls.resetConsumable)).toEqual([
    { id: device.id, part: 'filter', reason: '' },
    { id: device.id, part: 'filter', reason: '', lifeHours: 500 },
  ]);
});

test('a reader sees the consumables and cannot reset them', async () => {
  server.on(deviceCareCalls.consumables, () => ({
    ...nothingWished,
    at: null,
    hoursPerDay: null,
    list: [filter],
  }));
  renderPage(<ConsumablesTab detail={detail} />, '/', userWith(permissions.deviceList));
  expect(await screen.findByText('Filter')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
});

test('limits are sent by name, and shown as pending until the robot applies them', async () => {
  const requested = { ...filter, wishedLifeHours: 500 };
  const parts = {
    at: null,
    hoursPerDay: 2.4,
    version: 3,
    syncState: 'SYNC_FAILED' as const,
    code: 'BAD_PARAMS',
  };
  server.on(deviceCareCalls.consumables, () => ({ ...parts, list: [requested] }));
  server.on(deviceCareCalls.setLimits, () => ({ ...parts, list: [requested] }));
  server.on(deviceCareCalls.retryLimits, () => ({ ...parts, list: [requested] }));
  renderPage(<ConsumablesTab detail={detail} />);
  expect(await screen.findByText('The robot counts differently: 500 h was requested')).toBeTruthy();
  expect(screen.getByText('The robot refused the limits')).toBeTruthy();
  await userEvent.click(screen.getByText('Send again'));
  expect(server.sentTo(deviceCareCalls.retryLimits)).toEqual([{ id: device.id }]);
  await userEvent.click(screen.getByText('Limits'));
  const warns = await screen.findByLabelText('Warns at');
  await userEvent.clear(warns);
  await userEvent.type(warns, '20');
  await userEvent.click(screen.getByText('Send to Lobby', { selector: 'button > span' }));
  await waitFor(() =>
    expect(server.sentTo(deviceCareCalls.setLimits)).toEqual([
      ...[{ id: device.id, version: 3, part: 'filter', limit: { lifeHours: 500, warnPct: 20, blockPct: 0 } }],
    ]),
  );
});

test('a change of limits shows its author, both values, and whether the robot applied it', async () => {
  server.on(deviceCareCalls.consumables, () => ({
    ...nothingWished,
    version: 2,
    at: null,
    hoursPerDay: null,
    list: [filter],
  }));
  const change = { at: '2030-01-01T00:00:00.000Z', origin: 'CLOUD' as const, part: 'filter' };
  const [first, second] = [
    { lifeHours: 500, warnPct: 20, blockPct: 0 },
    { lifeHours: 500, warnPct: 30, blockPct: 5 },
  ];
  server.on(deviceCareCalls.limitChanges, () => ({
    list: [
      { ...change, id: 'b', by: 'mei', appliedAt: null, before: first, after: second },
      { ...change, id: 'a', by: 'li', appliedAt: change.at, before: null, after: first },
    ],
    total: 2,
  }));
  renderPage(<ConsumablesTab detail={detail} />);
  const rows = within(await screen.findByLabelText('Changed limits')).getAllByRole('row', { hidden: true });
  expect(rows[1]?.textContent).toContain('Filter500 h, warns at 20%500 h, warns at 30% · no run from 5%mei');
  expect(rows[1]?.textContent).toContain('waits for the robot');
  expect(rows[2]?.textContent).toContain('as delivered500 h, warns at 20%li');
  expect(rows[2]?.textContent).toContain('has it');
});

import {
  attachedSnapshotCalls,
  alarmActCalls,
  alarmCalls,
  alarmTellingCalls,
  deviceCalls,
  permissions,
  type Output,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { anAlarm } from '../../../test-kit/an-alarm.ts';
import { fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { AlarmDetailPage } from './alarm-detail-page.tsx';

const at = '2030-01-01T08:00:00.000Z';
const alarm = anAlarm({
  clearedAt: null,
  owner: { name: null, mine: false },
  acknowledged: { name: null, mine: false, at },
});
const detail: Output<typeof alarmCalls.detail> = {
  alarm,
  run: {
    id: '01900000-0000-7000-8000-0000000000b1',
    name: 'Lobby',
    state: 'IN_PROGRESS',
    endedAt: null,
    plannedM2: 300,
    cleanedM2: 120,
    waitingM2: 180,
  },
  place: null,
  cause: null,
  followers: [],
  acts: [
    {
      id: 'x2',
      kind: 'COMMENTED',
      at,
      by: { name: 'Wei', mine: false },
      text: 'On my way',
      until: null,
      owner: null,
      minutes: null,
    },
    {
      id: 'x1',
      kind: 'ACKNOWLEDGED',
      at,
      by: { name: null, mine: false },
      text: '',
      until: null,
      owner: null,
      minutes: null,
    },
  ],
  before: [anAlarm({ id: '01900000-0000-7000-8000-0000000000a2' })],
  beforeCount: 3,
};

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(alarmCalls.detail, () => detail);
  server.on(alarmTellingCalls.deliveries, () => ({ list: [], total: 0 }));
});
const show = (person?: Parameters<typeof renderPage>[2]) =>
  renderPage(<AlarmDetailPage />, `/?id=${alarm.id}`, person);

test('the page says what to do, what waits, and what was done, without names of people above', async () => {
  show();
  expect(await screen.findByText(/remove hair and cords from the brush/)).toBeTruthy();
  expect(screen.getByText('180 m² wait in the run Lobby')).toBeTruthy();
  expect(screen.getByText('On my way')).toBeTruthy();
  expect(screen.getByText('Acknowledged by somebody at a company above')).toBeTruthy();
  expect(screen.getByText('3 times before')).toBeTruthy();
  expect(screen.getByText('The robot named no place on a map.')).toBeTruthy();
});

test('in a sentence of the history the reader is you', async () => {
  const act = {
    id: 'x4',
    kind: 'COMMENTED' as const,
    at,
    text: 'Seen',
    until: null,
    owner: null,
    minutes: null,
  };
  server.on(alarmCalls.detail, () => ({ ...detail, acts: [{ ...act, by: { name: 'Wei', mine: true } }] }));
  show();
  expect(await screen.findByText('Comment by you')).toBeTruthy();
});

test('a shelf needs a reason and is sent with its end', async () => {
  server.on(alarmActCalls.shelve, ({ alarms: [target] }) => ({
    results: [{ id: target!.id, done: true, code: 200, reason: '', who: null, when: null, version: 2 }],
  }));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Shelve' }));
  const dialog = within(await screen.findByRole('dialog'));
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Shelve' });
  expect(button.disabled).toBe(true);
  await userEvent.type(dialog.getByLabelText('Reason'), 'Part ordered');
  await userEvent.click(button);
  await waitFor(() => expect(server.sentTo(alarmActCalls.shelve)).toHaveLength(1));
  const [sent] = server.sentTo(alarmActCalls.shelve) as { until: string; reason: string }[];
  expect(sent?.reason).toBe('Part ordered');
  const hours = (Date.parse(sent!.until) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
});

test('the reminder of one alarm is chosen, and its history says what was chosen', async () => {
  const open = anAlarm({ clearedAt: null, acknowledged: null, processed: null });
  const by = { name: 'Wei', mine: false };
  const act = { id: 'x3', kind: 'REMINDED' as const, at, by, text: '', until: null, owner: null };
  server.on(alarmCalls.detail, () => ({ ...detail, alarm: open, acts: [{ ...act, minutes: 120 }] }));
  server.on(alarmActCalls.remind, ({ alarms: [target] }) => ({
    results: [{ id: target!.id, done: true, code: 200, reason: '', who: null, when: null, version: 2 }],
  }));
  show();
  expect(await screen.findByText('Reminder changed by Wei: Every 2 h')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reminders' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByLabelText('Reminder'));
  await userEvent.click(await screen.findByTitle('Every 15 min'));
  await userEvent.click(dialog.getByRole('button', { name: 'Reminders' }));
  await waitFor(() => expect(server.sentTo(alarmActCalls.remind)).toMatchObject([{ minutes: 15 }]));
});

test('an account that may only see alarms gets no buttons for acts', async () => {
  show(userWith(permissions.alarmList));
  expect(await screen.findByText('On my way')).toBeTruthy();
  for (const name of ['Acknowledge', 'Assign', 'Process', 'Shelve', 'Comment'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('each notice names its receiver, its rule and what became of it', async () => {
  const rule = { kind: 'STEP' as const, policy: 'At night', step: 2, target: 'ACCOUNT' as const };
  const delivery = { id: 'd1', name: 'Wei', channel: 'MAIL' as const, rule, reason: '', createdAt: at, at };
  server.on(alarmTellingCalls.deliveries, () => ({
    list: [
      { ...delivery, state: 'SENT' as const, repetition: 1 },
      { ...delivery, id: 'd2', name: null, state: 'SKIPPED' as const, reason: 'NO_RIGHT', repetition: 0 },
    ],
    total: 2,
  }));
  show();
  expect(await screen.findByText('Wei · E-mail · Sent')).toBeTruthy();
  expect(screen.getByText('At night, step 2: Account · reminder 1')).toBeTruthy();
  expect(screen.getByText('Receiver you do not see · E-mail · Not sent')).toBeTruthy();
  expect(screen.getByText(/the receiver may no longer see it/)).toBeTruthy();
});

test('logs around the alarm are fetched from a robot that sends logs; for another one its place says why not', async () => {
  const device = aDevice({});
  server.on(deviceCalls.detail, () => ({
    device,
    live: aLiveDevice(),
    capabilities: ['logPull'],
    openAlarms: [],
  }));
  const { unmount } = show();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Fetch logs ± 10 minutes' });
  await waitFor(() => expect(button.disabled).toBe(false));
  unmount();
  const declared = { capabilities: [], cleaning: null, widthM: null, maxSpeedMps: null };
  server.on(deviceCalls.detail, () => ({
    device: { ...device, declared },
    live: aLiveDevice(),
    capabilities: [],
    openAlarms: [],
  }));
  show();
  expect(await screen.findByText('This robot’s software does not send logs')).toBeTruthy();
});

test('snapshots of the alarm are shown to people with the permission of snapshots only', async () => {
  const taken = { camera: 'FRONT' as const, takenAt: at, viewer: 'Wei', company: 'Sweepline' };
  const row = { id: 'x1', ...taken, attachedAt: at, attachedBy: 'Max' };
  server.on(attachedSnapshotCalls.list, () => ({ list: [row], request: null }));
  server.on(attachedSnapshotCalls.picture, () => '');
  const { unmount } = show(userWith(permissions.alarmList, permissions.deviceSnapshot));
  expect(await screen.findByRole('button', { name: /^Snapshot of/ })).toBeTruthy();
  const input = { kind: 'ALARM', targetId: alarm.id };
  expect(server.sentTo(attachedSnapshotCalls.list)).toEqual([input]);
  unmount();

  show(userWith(permissions.alarmList));
  expect(await screen.findByText('On my way')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Snapshots' })).toBeNull();
});

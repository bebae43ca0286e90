import {
  alarmCalls,
  assistCalls,
  attachedSnapshotCalls,
  permissions,
  reportCalls,
  runCalls,
  videoCalls,
  videoSnapshotCalls,
  workOrderCalls,
  type AttachedSnapshot,
  type VideoSnapshot,
} from '@sweepline/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { aWorkOrder } from '../../../test-kit/a-work-order.ts';
import { anAlarm } from '../../../test-kit/an-alarm.ts';
import { aPerson, fakeServer, Refused, renderPage, userWith } from '../../../test-kit/index.ts';
import { SnapshotList } from '../snapshot-list.tsx';
import { AttachedSnapshots } from './attached-snapshots.tsx';

const takenAt = '2030-01-01T00:00:00.000Z';
const alarm = anAlarm({ clearedAt: null });
const { deviceId } = alarm;
const taken = { camera: 'FRONT' as const, takenAt, viewer: 'Wei', company: 'Sweepline' };
const snapshot: VideoSnapshot = {
  id: '01900000-0000-7000-8000-0000000000f3',
  deviceId,
  ...taken,
  width: 640,
  height: 360,
};
const attached: AttachedSnapshot = { id: 'x1', ...taken, attachedAt: takenAt, attachedBy: 'Max' };

beforeEach(() => {
  // jsdom has no object URLs.
  const objectUrls = { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} };
  vi.stubGlobal('URL', Object.assign(URL, objectUrls));
});

function world({ open = true, supported = true } = {}) {
  const server = fakeServer();
  const list: AttachedSnapshot[] = [];
  const right = {
    right: 'COMPANY' as const,
    reasonDue: false,
    isAllowed: true,
    hasConsent: true,
    cameras: ['FRONT' as const],
  };
  server.on(videoCalls.standing, () => ({ ...right, supported, sessions: [], at: takenAt }));
  server.on(videoSnapshotCalls.list, () => ({ list: [snapshot], total: 1 }));
  server.on(videoSnapshotCalls.picture, () => '');
  server.on(attachedSnapshotCalls.picture, () => '');
  server.on(attachedSnapshotCalls.list, () => ({ list: [...list], request: null }));
  server.on(videoSnapshotCalls.attach, () => {
    list.push(attached);
    return {};
  });
  server.on(alarmCalls.list, () => ({ list: open ? [alarm] : [], total: 1 }));
  server.on(workOrderCalls.list, () => ({ list: open ? [aWorkOrder()] : [], total: 1 }));
  for (const call of [assistCalls.list, runCalls.list, reportCalls.list])
    server.on(call, () => ({ list: [], total: 0 }));
  return server;
}
const showOfAlarm = (me = aPerson()) =>
  renderPage(
    <AttachedSnapshots kind="ALARM" targetId={alarm.id} deviceId={deviceId} deviceName="Otter" />,
    '/',
    me,
  );
async function openAttachTo(me = aPerson()) {
  renderPage(<SnapshotList deviceId={deviceId} />, '/', me);
  await userEvent.click(await screen.findByRole('button', { name: /^More actions for/ }));
  await userEvent.click(await screen.findByText('Attach to…'));
  return within(await screen.findByRole('dialog'));
}

test('a snapshot is attached to an open work order of its robot with one press', async () => {
  const server = world();
  const dialog = await openAttachTo();
  const orders = within(await dialog.findByRole('region', { name: 'Open work orders' }));
  expect(dialog.getByRole('region', { name: 'Open alarms' })).toBeTruthy();
  await userEvent.click(orders.getByRole('button', { name: /Brush does not turn/ }));
  const { id } = aWorkOrder();
  await waitFor(() =>
    expect(server.sentTo(videoSnapshotCalls.attach)).toEqual([
      { id: snapshot.id, kind: 'ORDER', targetId: id },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('only records that the person may see are offered', async () => {
  const server = world();
  const { deviceSnapshot, alarmList } = permissions;
  const dialog = await openAttachTo(userWith(deviceSnapshot, alarmList));
  await dialog.findByRole('region', { name: 'Open alarms' });
  expect(dialog.queryByRole('region', { name: 'Open work orders' })).toBeNull();
  expect(server.sentTo(workOrderCalls.list)).toEqual([]);
});

test('a robot with nothing open says so', async () => {
  world({ open: false });
  const dialog = await openAttachTo();
  await dialog.findByText('Nothing to attach it to');
});

test('a snapshot is attached from an alarm, and shown large with who took and who attached it', async () => {
  const server = world();
  showOfAlarm();
  await screen.findByText('No snapshots attached');
  await userEvent.click(await screen.findByRole('button', { name: 'Attach a snapshot' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Attach the snapshot of/ }));
  await waitFor(() =>
    expect(server.sentTo(videoSnapshotCalls.attach)).toEqual([
      { id: snapshot.id, kind: 'ALARM', targetId: alarm.id },
    ]),
  );
  await userEvent.click(await screen.findByRole('button', { name: /^Snapshot of/ }));
  const large = within(await screen.findByRole('dialog', { name: /^Snapshot of/ }));
  await large.findByRole('img');
  expect(large.getByText(/Taken by Wei \(Sweepline\).*Attached by Max/)).toBeTruthy();
});

test('a list that fails says so and is read again on request', async () => {
  const server = world();
  let isAway = true;
  server.on(attachedSnapshotCalls.list, () => {
    if (isAway) throw new Refused('internal');
    return { list: [attached], request: null };
  });
  showOfAlarm();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isAway = false;
  await userEvent.click(retry);
  await screen.findByRole('button', { name: /^Snapshot of/ });
});

test('a snapshot by the rule of a company says so, and names no person', async () => {
  const server = world();
  const byRule = { ...attached, viewer: 'Mall', company: '', attachedBy: '' };
  const request = { state: 'TAKEN' as const, failure: null, at: takenAt };
  server.on(attachedSnapshotCalls.list, () => ({ list: [byRule], request }));
  showOfAlarm();
  await userEvent.click(await screen.findByRole('button', { name: /^Snapshot of/ }));
  const large = within(await screen.findByRole('dialog', { name: /^Snapshot of/ }));
  expect(large.getByText(/Taken automatically, as Mall decided/)).toBeTruthy();
  expect(large.queryByText(/Attached by/)).toBeNull();
});

test('an alarm whose picture is being taken shows it as soon as it is there', async () => {
  const server = world();
  let isTaken = false;
  server.on(attachedSnapshotCalls.list, () => ({
    list: isTaken ? [attached] : [],
    request: { state: isTaken ? ('TAKEN' as const) : ('WAITING' as const), failure: null, at: takenAt },
  }));
  showOfAlarm();
  await screen.findByText('The robot is being asked for a picture…');
  expect(screen.queryByText('No snapshots attached')).toBeNull();
  isTaken = true;
  await screen.findByRole('button', { name: /^Snapshot of/ }, { timeout: 5_000 });
});

test.each([
  ['VIDEO_OFF', /The cameras are switched off in the settings/],
  ['NO_PICTURE', /The camera sent no picture/],
] as const)('an alarm without its picture says why: %s', async (failure, text) => {
  const server = world();
  server.on(attachedSnapshotCalls.list, () => ({
    list: [],
    request: { state: 'FAILED' as const, failure, at: takenAt },
  }));
  showOfAlarm();
  await screen.findByText(text);
});

test('a snapshot is detached after a confirmation', async () => {
  const server = world();
  server.on(attachedSnapshotCalls.list, () => ({ list: [attached], request: null }));
  server.on(attachedSnapshotCalls.detach, () => {
    server.on(attachedSnapshotCalls.list, () => ({ list: [], request: null }));
    return {};
  });
  showOfAlarm();
  await userEvent.click(await screen.findByRole('button', { name: /^Snapshot of/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Detach the snapshot' }));
  expect(server.sentTo(attachedSnapshotCalls.detach)).toEqual([]);
  const confirm = within(await screen.findByRole('dialog', { name: /^Detach the snapshot of/ }));
  await userEvent.click(confirm.getByRole('button', { name: 'Detach the snapshot' }));
  await screen.findByText('No snapshots attached');
  expect(server.sentTo(attachedSnapshotCalls.detach)).toEqual([{ id: attached.id }]);
});

test('a robot without cameras offers no snapshot', async () => {
  const server = world({ supported: false });
  showOfAlarm();
  await screen.findByText('No snapshots attached');
  await waitFor(() => expect(server.sentTo(videoCalls.standing)).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Attach a snapshot' })).toBeNull();
});

import { permissions, videoCalls, videoSnapshotCalls, type VideoSnapshot } from '@sweepline/contract';
import { encodeFrame } from '@sweepline/contract/robot';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { SocketContext } from '../../kit/api/use-live.ts';
import { aDevice } from '../../test-kit/a-device.ts';
import { aLiveDevice } from '../../test-kit/a-live-device.ts';
import { FakeSocket } from '../../test-kit/fake-socket.ts';
import { aPerson, fakeServer, renderPage, userWith } from '../../test-kit/index.ts';
import { VideoTab } from './video-tab.tsx';

const device = aDevice();
const at = '2030-01-01T00:00:00.000Z';
const sessionId = '0193f0c2-7a31-7c55-9d0e-0000000000f1';
const viewId = '0193f0c2-7a31-7c55-9d0e-0000000000f2';
const snapshot: VideoSnapshot = {
  id: '0193f0c2-7a31-7c55-9d0e-0000000000f3',
  deviceId: device.id,
  camera: 'FRONT',
  takenAt: at,
  viewer: 'Wei',
  company: 'Sweepline',
  width: 640,
  height: 360,
};

beforeEach(() => {
  // jsdom has no object URLs.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }),
  );
});

function world(list: VideoSnapshot[]) {
  const server = fakeServer();
  const snapshots = [...list];
  server.on(videoCalls.standing, () => ({
    right: 'COMPANY' as const,
    reasonDue: false,
    supported: true,
    isAllowed: true,
    hasConsent: true,
    cameras: ['FRONT' as const],
    sessions: [],
    at: new Date().toISOString(),
  }));
  server.on(videoCalls.open, () => ({ viewId, sessionId, webrtc: null }));
  server.on(videoCalls.keepOn, () => ({}));
  server.on(videoCalls.close, () => ({}));
  server.on(videoSnapshotCalls.list, () => ({ list: snapshots, total: snapshots.length }));
  server.on(videoSnapshotCalls.picture, () => '');
  server.on(videoSnapshotCalls.add, () => {
    snapshots.push(snapshot);
    return snapshot;
  });
  server.on(videoSnapshotCalls.remove, () => {
    snapshots.length = 0;
    return {};
  });
  return server;
}

function open(address: string, me = aPerson()) {
  const socket = new FakeSocket();
  const { connection } = aLiveDevice();
  const live = {
    ...aLiveDevice(),
    connection: { ...connection, state: 'ONLINE' as const },
    deviceId: device.id,
  };
  renderPage(
    <SocketContext value={socket}>
      <VideoTab detail={{ device, live }} />
    </SocketContext>,
    address,
    me,
  );
  return socket;
}

test('a picture that is watched is stored, and listed with its viewer', async () => {
  const server = world([]);
  const socket = open('/');
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  const tile = await screen.findByRole('region', { name: 'Front' });
  await waitFor(() => expect(server.sentTo(videoCalls.open)).toHaveLength(1));
  expect(within(tile).queryByRole('button', { name: 'Snapshot: Front' })).toBeNull();
  const header = { sequence: 0, capturedMs: Date.now(), width: 640, height: 360 };
  const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]);
  await waitFor(() => {
    act(() => socket.pushFrame(sessionId, encodeFrame(header, jpeg)));
    within(tile).getByRole('img');
  });
  await userEvent.click(await within(tile).findByRole('button', { name: 'Snapshot: Front' }));
  await waitFor(() => expect(server.sentTo(videoSnapshotCalls.add)).toEqual([{ viewId }]));
  await userEvent.click(screen.getByRole('button', { name: 'Snapshots' }));
  await screen.findByText('Wei');
});

test('a snapshot is shown large, and deleted after a confirmation', async () => {
  const server = world([snapshot]);
  open('/?view=snapshots');
  await userEvent.click(await screen.findByRole('button', { name: /^Snapshot of/ }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('img');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: /^More actions for/ }));
  await userEvent.click(await screen.findByText('Delete snapshot'));
  await screen.findByText(/cannot be brought back/);
  const buttons = screen.getAllByRole('button', { name: 'Delete snapshot' });
  await userEvent.click(buttons.at(-1)!);
  await waitFor(() => expect(server.sentTo(videoSnapshotCalls.remove)).toEqual([{ id: snapshot.id }]));
  await screen.findByText('No snapshots yet');
});

test('a snapshot becomes the picture of a new work order', async () => {
  world([snapshot]);
  open('/?view=snapshots');
  await userEvent.click(await screen.findByRole('button', { name: /^More actions for/ }));
  await userEvent.click(await screen.findByText('New work order with this picture'));
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toContain(
      `tab=workOrders&new=1&snapshot=${snapshot.id}`,
    ),
  );
});

test('without the permission there are no snapshots', async () => {
  world([snapshot]);
  open('/?view=snapshots', userWith(permissions.deviceList, permissions.deviceVideo));
  await screen.findByRole('button', { name: 'Front' });
  expect(screen.queryByRole('button', { name: 'Snapshots' })).toBeNull();
});

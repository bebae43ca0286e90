import { deviceControlCalls, videoCalls, type DriveStatus, type VideoStanding } from '@sweepline/contract';
import { encodeFrame } from '@sweepline/contract/robot';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { aDevice } from '../../../test-kit/a-device.ts';
import { FakeSocket } from '../../../test-kit/fake-socket.ts';
import { aPerson, fakeServer, renderPage } from '../../../test-kit/index.ts';
import { DrivePanel } from './drive-panel.tsx';
import { DriveView } from './drive-view.tsx';

const { id, nickname } = aDevice();
const driveId = '0193f0c2-7a31-7c55-9d0e-0000000000f1';
const sessionId = '0193f0c2-7a31-7c55-9d0e-0000000000f2';
const viewId = '0193f0c2-7a31-7c55-9d0e-0000000000f3';
const me = aPerson();
const at = '2030-01-01T00:00:00.000Z';
const status: DriveStatus = {
  deviceId: id,
  session: {
    id: driveId,
    state: 'ACTIVE',
    since: at,
    maxV: 0.4,
    slowed: false,
    driver: { accountId: me.userId, name: me.nickname },
    limited: 'NONE',
    v: 0,
    w: 0,
    latencyMs: 80,
    heard: null,
  },
  asking: [],
  reservedFor: null,
  ended: null,
};

let socket: FakeSocket;
let standing: VideoStanding;
let isDriven = false;
const watched: unknown[] = [];
beforeEach(() => {
  // jsdom has no object URLs.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }),
  );
  socket = new FakeSocket();
  isDriven = false;
  watched.length = 0;
  standing = {
    right: 'COMPANY',
    reasonDue: false,
    supported: true,
    isAllowed: true,
    hasConsent: true,
    cameras: ['DOWN', 'FRONT'],
    sessions: [],
    at,
  };
  const server = fakeServer();
  server.on(deviceControlCalls.standing, () => ({
    right: 'COMPANY' as const,
    mayTakeOver: false,
    supported: true,
    password: true,
    status: isDriven ? status : { ...status, session: null },
    grantedUntil: '2030-01-01T00:15:00.000Z',
  }));
  server.on(deviceControlCalls.open, () => {
    isDriven = true;
    return { sessionId: driveId, maxV: 0.4, maxW: 0.6 };
  });
  server.on(videoCalls.standing, () => ({ ...standing, at: new Date().toISOString() }));
  server.on(videoCalls.open, (input) => {
    watched.push(input);
    return { viewId, sessionId, webrtc: null };
  });
  server.on(videoCalls.keepOn, () => ({}));
  server.on(videoCalls.close, () => ({}));
});
afterEach(() => vi.useRealTimers());

const open = (mayWatch = true) =>
  renderPage(
    <SocketContext value={socket}>
      <DriveView device={{ id, name: nickname }} online mayWatch={mayWatch} map={<p>The map</p>}>
        {(isBlind) => (
          <DrivePanel deviceId={id} name={nickname} shared={false} online heldRun={false} isBlind={isBlind} />
        )}
      </DriveView>
    </SocketContext>,
    '/',
    me,
  );
const drives = () =>
  socket.sent.flatMap((it) => ('drive' in it ? [it.drive as { deadman: boolean; v: number }] : []));
const startDriving = async () => {
  await userEvent.click(await screen.findByText(`Drive ${nickname}`));
  return await screen.findByLabelText('Stick: hold to drive');
};
const watch = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Show the camera' }));
  await screen.findByRole('region', { name: 'Front' });
  await waitFor(() => expect(watched).toHaveLength(1));
};
const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]);
const push = (ageMs: number) =>
  act(() => {
    const header = { sequence: 0, capturedMs: Date.now() - ageMs, width: 640, height: 360 };
    socket.pushFrame(sessionId, encodeFrame(header, jpeg));
  });

test('the front camera opens beside the map, on request only', async () => {
  open();
  await screen.findByText('The map');
  expect(watched).toEqual([]);
  await watch();
  expect(watched).toEqual([{ deviceId: id, camera: 'FRONT', reason: '', size: 'LARGE' }]);
  screen.getByText('The map');
});

test('without the right to watch there is no camera', async () => {
  open(false);
  await screen.findByText('The map');
  expect(screen.queryByRole('button', { name: 'Show the camera' })).toBeNull();
});

test('a picture of more than a second makes the stick let go, with the reason, until a fresh one arrives', async () => {
  open();
  const stick = await startDriving();
  await watch();
  push(0);
  await screen.findByRole('img');
  fireEvent.keyDown(stick, { code: 'KeyW' });
  await waitFor(() => expect(drives().at(-1)).toMatchObject({ deadman: true, v: 0.25 }));
  push(5_000);
  await screen.findByText(/too old to drive by/);
  await waitFor(() => expect(drives().filter(({ deadman }) => !deadman)).toHaveLength(3));
  const count = drives().length;
  fireEvent.keyDown(stick, { code: 'ArrowUp' });
  fireEvent.pointerDown(stick, { pointerId: 1, clientX: 5, clientY: 5 });
  expect(drives()).toHaveLength(count);
  push(0);
  await waitFor(() => expect(screen.queryByText(/too old to drive by/)).toBeNull());
  expect(drives()).toHaveLength(count);
  fireEvent.keyUp(stick, { code: 'KeyW' });
  fireEvent.keyDown(stick, { code: 'KeyW' });
  await waitFor(() => expect(drives().at(-1)).toMatchObject({ deadman: true, v: 0.25 }));
});

test('a picture that stops coming makes the stick let go', async () => {
  open();
  await startDriving();
  await watch();
  push(0);
  await screen.findByRole('img');
  await screen.findByText(/too old to drive by/, {}, { timeout: 3_000 });
});

test('closing the camera ends the lock, and without a picture there is none', async () => {
  open();
  const stick = await startDriving();
  await watch();
  fireEvent.keyDown(stick, { code: 'KeyW' });
  await waitFor(() => expect(drives().at(-1)).toMatchObject({ deadman: true }));
  push(5_000);
  await screen.findByText(/too old to drive by/);
  await userEvent.click(screen.getByRole('button', { name: 'Close the camera' }));
  await waitFor(() => expect(screen.queryByText(/too old to drive by/)).toBeNull());
  fireEvent.keyUp(stick, { code: 'KeyW' });
  fireEvent.keyDown(stick, { code: 'KeyW' });
  await waitFor(() => expect(drives().at(-1)).toMatchObject({ deadman: true }));
});

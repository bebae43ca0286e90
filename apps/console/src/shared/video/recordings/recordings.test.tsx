import {
  permissions,
  videoCalls,
  videoRecordingCalls,
  videoTopic,
  type VideoRecording,
  type VideoSession,
  type VideoStanding,
} from '@sweepline/contract';
import { encodeFrame } from '@sweepline/contract/robot';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aRecording } from '../../../test-kit/a-recording.ts';
import { FakeSocket } from '../../../test-kit/fake-socket.ts';
import { fakeWebrtc } from '../../../test-kit/fake-webrtc.ts';
import { aPerson, fakeServer, renderPage, userWith } from '../../../test-kit/index.ts';
import { VideoPanel } from '../video-panel.tsx';

const { id: deviceId, nickname } = aDevice();
const sessionId = '0193f0c2-7a31-7c55-9d0e-0000000000f1';
const viewId = '0193f0c2-7a31-7c55-9d0e-0000000000f2';
const recording = aRecording();
const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]);

let webrtc: ReturnType<typeof fakeWebrtc>;
beforeEach(() => {
  // jsdom has no object URLs.
  const objectUrls = { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} };
  vi.stubGlobal('URL', Object.assign(URL, objectUrls));
  // The clock stands still, so that a picture does not become old on a busy machine.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  webrtc.remove();
});

const runsSince = (since: string): VideoSession['recording'] => ({
  id: recording.id,
  name: 'Wei',
  company: 'Sweepline',
  since,
  mayStop: true,
});

function world(changes: Partial<VideoStanding> = {}, after: Partial<VideoRecording> = {}) {
  const server = fakeServer();
  webrtc = fakeWebrtc();
  const socket = new FakeSocket();
  let recorded: VideoSession['recording'] = null;
  const viewer = { name: 'Wei', company: 'Sweepline', byRight: 'COMPANY' as const, reason: '' };
  const standing = (): VideoStanding => {
    const at = new Date().toISOString();
    const session: VideoSession = {
      sessionId,
      camera: 'FRONT',
      state: 'RUNNING',
      reason: null,
      since: at,
      viewers: [{ ...viewer, since: at }],
      recording: recorded,
    };
    return {
      right: 'COMPANY',
      reasonDue: false,
      supported: true,
      isAllowed: true,
      hasConsent: true,
      cameras: ['FRONT'],
      sessions: [session],
      at,
      ...changes,
    };
  };
  const record = (next: VideoSession['recording']) => {
    recorded = next;
    act(() => socket.push(videoTopic(deviceId), standing()));
  };
  server.on(videoCalls.standing, standing);
  server.on(videoCalls.open, () => ({ viewId, sessionId, webrtc: { iceServers: [] } }));
  server.on(videoCalls.keepOn, () => ({}));
  server.on(videoCalls.close, () => ({}));
  server.on(videoRecordingCalls.start, () => aRecording({ state: 'RECORDING', end: null }));
  server.on(videoRecordingCalls.stop, () => recording);
  server.on(videoRecordingCalls.detail, () => aRecording(after));
  server.on(videoRecordingCalls.address, () => ({
    url: '/api/video/recording/token',
    expiresAt: recording.keptUntil,
  }));
  return { server, socket, record };
}

/** Opens the camera and lets a JPEG picture arrive. */
async function watch(socket: FakeSocket, me = aPerson()) {
  renderPage(
    <SocketContext value={socket}>
      <VideoPanel deviceId={deviceId} name={nickname} online />
    </SocketContext>,
    '/',
    me,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  const tile = await screen.findByRole('region', { name: 'Front' });
  await within(tile).findByText('(Sweepline) since', { exact: false });
  const header = { sequence: 0, capturedMs: Date.now(), width: 640, height: 360 };
  act(() => socket.pushFrame(sessionId, encodeFrame(header, jpeg)));
  return tile;
}
/** The video takes the place of JPEG. */
const goLive = async () =>
  await waitFor(() => {
    act(() => webrtc.decode(Date.now()));
    screen.getByText('Sent as video (WebRTC)');
  });
const recordButton = (tile: HTMLElement) =>
  within(tile).getByRole<HTMLButtonElement>('button', { name: 'Record: Front' });

test('single pictures cannot be recorded, and the reason is beside the button', async () => {
  const { socket } = world();
  const tile = await watch(socket);
  expect(recordButton(tile).disabled).toBe(true);
  within(tile).getByText(/Only live video can be recorded/);
});

test('live video is recorded with one press, and stopped with another', async () => {
  const { server, socket, record } = world();
  const tile = await watch(socket);
  await goLive();
  await userEvent.click(recordButton(tile));
  await waitFor(() => expect(server.sentTo(videoRecordingCalls.start)).toEqual([{ sessionId }]));
  record(runsSince(new Date(Date.now() - 65_000).toISOString()));
  await within(tile).findByText('Wei (Sweepline) records');
  expect(within(tile).getByRole('timer').textContent).toMatch(/^1:0\d of 10:00$/);
  await userEvent.click(within(tile).getByRole('button', { name: 'Stop recording' }));
  await waitFor(() => expect(server.sentTo(videoRecordingCalls.stop)).toEqual([{ id: recording.id }]));
});

test('a recording that ended by itself says why, and is played from there', async () => {
  const { socket, record } = world({}, { end: 'TIME_UP' });
  const tile = await watch(socket);
  await goLive();
  record(runsSince(new Date().toISOString()));
  await within(tile).findByText('Wei (Sweepline) records');
  record(null);
  await within(tile).findByText(/Ended after 10 minutes/);
  await userEvent.click(within(tile).getByRole('button', { name: 'Play' }));
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findByLabelText(/^Recording of/)).getAttribute('src')).toBe(
    '/api/video/recording/token',
  );
});

test('viewers without the permission see who records, and have no button', async () => {
  const { server, socket, record } = world();
  const tile = await watch(socket, userWith(permissions.deviceList, permissions.deviceVideo));
  await goLive();
  expect(within(tile).queryByRole('button', { name: /^Record/ })).toBeNull();
  record(runsSince(new Date().toISOString()));
  await within(tile).findByText('Wei (Sweepline) records');
  expect(within(tile).queryByRole('button', { name: 'Stop recording' })).toBeNull();
  record(null);
  await waitFor(() => expect(within(tile).queryByText('Wei (Sweepline) records')).toBeNull());
  expect(server.sentTo(videoRecordingCalls.detail)).toEqual([]);
});

test('people of another company give a reason, and that of watching is proposed', async () => {
  const { server, socket } = world({ reasonDue: true });
  renderPage(
    <SocketContext value={socket}>
      <VideoPanel deviceId={deviceId} name={nickname} online />
    </SocketContext>,
  );
  await userEvent.type(await screen.findByLabelText('Reason'), 'It stands still');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  const tile = await screen.findByRole('region', { name: 'Front' });
  await within(tile).findByText('(Sweepline) since', { exact: false });
  await goLive();
  await userEvent.click(recordButton(tile));
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(/It is notified that you record/);
  await userEvent.type(within(dialog).getByLabelText('Reason'), ' again');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Record' }));
  await waitFor(() =>
    expect(server.sentTo(videoRecordingCalls.start)).toEqual([
      { sessionId, reason: 'It stands still again' },
    ]),
  );
});

import { videoCalls, videoRules, whepPath, type VideoStanding } from '@sweepline/contract';
import { encodeFrame } from '@sweepline/contract/robot';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SocketContext } from '../../kit/api/use-live.ts';
import { aDevice } from '../../test-kit/a-device.ts';
import { FakeSocket } from '../../test-kit/fake-socket.ts';
import { fakeWebrtc } from '../../test-kit/fake-webrtc.ts';
import { fakeServer, renderPage } from '../../test-kit/index.ts';
import { VideoPanel } from './video-panel.tsx';

const { id, nickname } = aDevice();
const sessionId = '0193f0c2-7a31-7c55-9d0e-0000000000f1';
const viewId = '0193f0c2-7a31-7c55-9d0e-0000000000f2';
const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]);
let webrtc: ReturnType<typeof fakeWebrtc>;
let server: ReturnType<typeof fakeServer>;
let socket: FakeSocket;

beforeEach(() => {
  // jsdom has no object URLs.
  const objectUrls = { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} };
  vi.stubGlobal('URL', Object.assign(URL, objectUrls));
  server = fakeServer();
  socket = new FakeSocket();
  webrtc = fakeWebrtc();
  const viewer = { name: 'Wei', company: 'Sweepline', byRight: 'COMPANY' as const, reason: '' };
  const at = new Date().toISOString();
  const standing = (): VideoStanding => ({
    right: 'COMPANY',
    reasonDue: false,
    supported: true,
    isAllowed: true,
    hasConsent: true,
    cameras: ['FRONT'],
    sessions: [
      {
        sessionId,
        camera: 'FRONT',
        state: 'RUNNING',
        reason: null,
        since: at,
        viewers: [{ ...viewer, since: at }],
        recording: null,
      },
    ],
    at: new Date().toISOString(),
  });
  server.on(videoCalls.standing, standing);
  server.on(videoCalls.open, () => ({ viewId, sessionId, webrtc: { iceServers: [] } }));
  server.on(videoCalls.keepOn, () => ({}));
  server.on(videoCalls.close, () => ({}));
});
afterEach(() => {
  vi.useRealTimers();
  webrtc.remove();
});

async function watch() {
  renderPage(
    <SocketContext value={socket}>
      <VideoPanel deviceId={id} name={nickname} online />
    </SocketContext>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  const tile = await screen.findByRole('region', { name: 'Front' });
  await within(tile).findByText('Wei');
  pushJpeg();
  await within(tile).findByRole('img');
  return tile;
}
const pushJpeg = () => {
  const header = { sequence: 0, capturedMs: Date.now(), width: 640, height: 360 };
  act(() => socket.pushFrame(sessionId, encodeFrame(header, jpeg)));
};
const decode = (ageMs = 0) => act(() => webrtc.decode(Date.now() - ageMs));
const transports = () =>
  server.sentTo(videoCalls.keepOn).map((input) => (input as { transport: string }).transport);
const isVideo = (tile: HTMLElement) => within(tile).getByRole('img').tagName === 'VIDEO';

test('the video takes the place of JPEG with its first decoded picture, and the server hears of it', async () => {
  const tile = await watch();
  await waitFor(() => expect(webrtc.requests).toHaveLength(1));
  expect(webrtc.requests[0]).toMatchObject({ url: `${whepPath}/${sessionId}?viewId=${viewId}` });
  expect(isVideo(tile)).toBe(false);
  decode();
  expect(isVideo(tile)).toBe(true);
  expect(transports()).toEqual(['WEBRTC']);
  within(tile).getByText('Sent as video (WebRTC)');
});

test('a video that breaks gives its place back to JPEG, and is tried again', async () => {
  const tile = await watch();
  await waitFor(() => expect(webrtc.connections).toHaveLength(1));
  decode();
  act(() => webrtc.connections[0]!.change('failed'));
  pushJpeg();
  expect(isVideo(tile)).toBe(false);
  expect(transports()).toEqual(['WEBRTC', 'WS_JPEG']);
  expect(webrtc.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
  await waitFor(() => expect(webrtc.connections).toHaveLength(2), { timeout: 5_000 });
});

test('a video that stands still gives its place back within two seconds', async () => {
  const tile = await watch();
  await waitFor(() => expect(webrtc.connections).toHaveLength(1));
  decode();
  expect(isVideo(tile)).toBe(true);
  await waitFor(() => expect(within(tile).queryByText(/The picture is .* s old/)).not.toBeNull(), {
    timeout: 2_000,
  });
  pushJpeg();
  await waitFor(() => expect(isVideo(tile)).toBe(false), { timeout: 2_000 });
});

test('the age of a video is that of its newest picture', async () => {
  const tile = await watch();
  await waitFor(() => expect(webrtc.connections).toHaveLength(1));
  decode(videoRules.oldMs + 200);
  expect(isVideo(tile)).toBe(true);
  // The age follows the clock with its next tick.
  await within(tile).findByText(/The picture is \d\.\d s old/);
});

test('a server without WebRTC leaves JPEG as it is', async () => {
  webrtc.server.status = 503;
  const tile = await watch();
  await waitFor(() => expect(webrtc.requests).toHaveLength(1));
  pushJpeg();
  expect(isVideo(tile)).toBe(false);
  expect(within(tile).queryByRole('status')).toBeNull();
});

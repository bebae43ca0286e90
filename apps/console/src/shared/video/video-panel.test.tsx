import { videoCalls, videoRules, videoTopic, type VideoStanding } from '@sweepline/contract';
import { encodeFrame } from '@sweepline/contract/robot';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SocketContext } from '../../kit/api/use-live.ts';
import { aDevice } from '../../test-kit/a-device.ts';
import { FakeSocket } from '../../test-kit/fake-socket.ts';
import { fakeServer, Refused, renderPage } from '../../test-kit/index.ts';
import { VideoPanel } from './video-panel.tsx';

const { id, nickname } = aDevice();
const at = '2030-01-01T00:00:00.000Z';
const sessionId = '0193f0c2-7a31-7c55-9d0e-0000000000f1';
const secondSessionId = '0193f0c2-7a31-7c55-9d0e-0000000000f3';
const viewId = '0193f0c2-7a31-7c55-9d0e-0000000000f2';
const standing: VideoStanding = {
  right: 'COMPANY',
  reasonDue: false,
  supported: true,
  isAllowed: true,
  hasConsent: true,
  cameras: ['FRONT', 'DOWN', 'REAR'],
  sessions: [],
  at,
};
const viewer = { name: 'Wei', company: 'Sweepline', byRight: 'COMPANY' as const, reason: 'Look', since: at };
const running = {
  sessionId,
  camera: 'FRONT' as const,
  state: 'RUNNING' as const,
  reason: null,
  since: at,
  viewers: [viewer],
  recording: null,
};

beforeEach(() => {
  // jsdom has no object URLs.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }),
  );
});

afterEach(() => vi.useRealTimers());

function render(changes: Partial<VideoStanding> = {}, online = true, keptOn = () => ({})) {
  const server = fakeServer();
  const socket = new FakeSocket();
  const opened: unknown[] = [];
  const closed: unknown[] = [];
  server.on(videoCalls.standing, () => ({ ...standing, at: new Date().toISOString(), ...changes }));
  server.on(videoCalls.open, (input) => {
    opened.push(input);
    return { viewId, sessionId: input.camera === 'DOWN' ? secondSessionId : sessionId, webrtc: null };
  });
  server.on(videoCalls.keepOn, keptOn);
  server.on(videoCalls.close, (input) => {
    closed.push(input);
    return {};
  });
  renderPage(
    <SocketContext value={socket}>
      <VideoPanel deviceId={id} name={nickname} online={online} />
    </SocketContext>,
  );
  const frame = (ageMs: number) =>
    encodeFrame(
      { sequence: 0, capturedMs: Date.now() - ageMs, width: 640, height: 360 },
      Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]),
    );
  const pushStanding = (more: Partial<VideoStanding>) =>
    act(() => socket.push(videoTopic(id), { ...standing, at: new Date().toISOString(), ...more }));
  const pushOf = (session: string, ageMs: number) => act(() => socket.pushFrame(session, frame(ageMs)));
  const push = (ageMs: number) => pushOf(sessionId, ageMs);
  return { opened, closed, push, pushOf, pushStanding };
}

test('a chosen camera shows its picture and who watches; closing it ends the view', async () => {
  const { opened, closed, push } = render({ sessions: [running] });
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  const tile = await screen.findByRole('region', { name: 'Front' });
  expect(opened).toEqual([{ deviceId: id, camera: 'FRONT', reason: '', size: 'LARGE' }]);
  await within(tile).findByText('Wei');
  push(0);
  await within(tile).findByRole('img');
  within(tile).getByText('Look');
  await userEvent.click(within(tile).getByRole('button', { name: 'Close: Front' }));
  await waitFor(() => expect(closed).toEqual([{ viewId }]));
});

test('a picture that is too old says how old it is', async () => {
  const { push } = render({ sessions: [running] });
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  const tile = await screen.findByRole('region', { name: 'Front' });
  await within(tile).findByText('Wei');
  push(90_000);
  await within(tile).findByText(/The picture is 9\d\.\d s old/);
});

test('a new viewer appears when the server pushes it, without another question', async () => {
  const { pushStanding } = render({ sessions: [running] });
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  await screen.findByText('Wei');
  pushStanding({ sessions: [{ ...running, viewers: [viewer, { ...viewer, name: 'Ada' }] }] });
  await screen.findByText('Ada');
});

test('video that is switched off while it is watched says so', async () => {
  const { push, pushStanding } = render({ sessions: [running] });
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  await screen.findByText('Wei');
  push(0);
  await screen.findByRole('img');
  const ended = { ...running, state: 'CLOSED' as const, reason: 'VIDEO_OFF' as const, viewers: [] };
  pushStanding({ isAllowed: false, sessions: [ended] });
  await screen.findByText('The cameras are switched off');
  expect(screen.queryByRole('img')).toBeNull();
});

test('the message that took longest does not make a picture younger', async () => {
  const { push, pushStanding } = render({ sessions: [running] });
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  await screen.findByText('Wei');
  push(90_000);
  pushStanding({ sessions: [running], at: new Date(Date.now() - 80_000).toISOString() });
  await screen.findByText(/The picture is 9\d\.\d s old/);
});

test('a frozen camera does not freeze the other one', async () => {
  const { push, pushOf } = render({ sessions: [running] });
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  await userEvent.click(screen.getByRole('button', { name: 'Down' }));
  const [front, down] = [
    await screen.findByRole('region', { name: 'Front' }),
    await screen.findByRole('region', { name: 'Down' }),
  ];
  push(90_000);
  await within(front).findByText(/The picture is/);
  pushOf(secondSessionId, 0);
  await within(down).findByRole('img');
  expect(within(down).queryByText(/The picture is/)).toBeNull();
  expect(front.querySelector('[data-old]')).not.toBeNull();
  expect(down.querySelector('[data-old]')).toBeNull();
});

test('a third camera cannot be chosen', async () => {
  render();
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  await userEvent.click(screen.getByRole('button', { name: 'Down' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Rear' }).disabled).toBe(true);
});

test('people of another company give a reason first', async () => {
  const { opened } = render({ reasonDue: true, right: 'SHARE' });
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
  await userEvent.type(reason, 'It stands still');
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await userEvent.click(screen.getByRole('button', { name: 'Front' }));
  await waitFor(() =>
    expect(opened).toEqual([{ deviceId: id, camera: 'FRONT', reason: 'It stands still', size: 'LARGE' }]),
  );
});

test('a stream that did not start says why and can be started again', async () => {
  const failed = { ...running, state: 'START_FAILED' as const, reason: 'TIMED_OUT' as const, viewers: [] };
  const { opened } = render({ sessions: [failed] });
  await userEvent.click(await screen.findByRole('button', { name: 'Front' }));
  await screen.findByText('The video did not start');
  screen.getByText('The robot did not answer in time. Try again.');
  await userEvent.click(screen.getByRole('button', { name: 'Watch again' }));
  await waitFor(() => expect(opened).toHaveLength(2));
});

test.each([
  [{ supported: false }, true, 'This device sends no pictures'],
  [{ right: null }, true, 'You may not watch the cameras'],
  [{ isAllowed: false }, true, 'The cameras are switched off'],
  [{}, false, `${nickname} cannot be reached`],
])('what prevents watching is named: %o', async (changes, online, title) => {
  render(changes, online);
  await screen.findByText(title);
});

test('a view that the server has ended shows no picture any more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 });
  const { push } = render({ sessions: [running] }, true, () => {
    throw new Refused('notFound');
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Front' }));
  const tile = await screen.findByRole('region', { name: 'Front' });
  await within(tile).findByText('Wei');
  push(0);
  await within(tile).findByRole('img');
  await act(() => vi.advanceTimersByTimeAsync(videoRules.keepOnMs));
  await within(tile).findByText(/The permission to watch may have ended/);
  expect(within(tile).queryByRole('img')).toBeNull();
});

test('a light on the robot that shows that it is watched is named', async () => {
  const server = fakeServer();
  server.on(videoCalls.standing, () => ({ ...standing, at: new Date().toISOString() }));
  renderPage(
    <SocketContext value={new FakeSocket()}>
      <VideoPanel deviceId={id} name={nickname} online isLit />
    </SocketContext>,
  );
  await screen.findByText('A light on the robot shows that it is watched');
});

import { deviceControlCalls, driveTopic, type DriveStatus, type Output } from '@sweepline/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { aDevice } from '../../../test-kit/a-device.ts';
import { FakeSocket } from '../../../test-kit/fake-socket.ts';
import { aPerson, fakeServer, renderPage } from '../../../test-kit/index.ts';
import { DrivePanel } from './drive-panel.tsx';
import { DeadmanSender } from './deadman-sender.ts';

const { id, nickname } = aDevice();
const sessionId = '0193f0c2-7a31-7c55-9d0e-0000000000f1';
const me = aPerson();
const calm: DriveStatus = { deviceId: id, session: null, asking: [], reservedFor: null, ended: null };
const ownDrive: DriveStatus = {
  ...calm,
  session: {
    id: sessionId,
    state: 'ACTIVE',
    since: '2030-01-01T00:00:00.000Z',
    maxV: 0.4,
    slowed: false,
    driver: { accountId: me.userId, name: me.nickname },
    limited: 'NONE',
    v: 0,
    w: 0,
    latencyMs: 80,
    heard: null,
  },
};

let server: ReturnType<typeof fakeServer>;
let control: Output<typeof deviceControlCalls.standing>;
let socket: FakeSocket;
beforeEach(() => {
  socket = new FakeSocket();
  control = {
    right: 'COMPANY',
    mayTakeOver: false,
    supported: true,
    password: true,
    status: calm,
    grantedUntil: '2030-01-01T00:15:00.000Z',
  };
  server = fakeServer();
  server.on(deviceControlCalls.standing, () => control);
  server.on(deviceControlCalls.open, () => {
    control = { ...control, status: ownDrive };
    return { sessionId, maxV: 0.4, maxW: 0.6 };
  });
});
afterEach(() => vi.useRealTimers());

const open = () =>
  renderPage(
    <SocketContext value={socket}>
      <DrivePanel deviceId={id} name={nickname} shared={false} online heldRun={false} />
    </SocketContext>,
    '/',
    me,
  );
const frames = () =>
  socket.sent.map((it) => (it as { drive: { deadman: boolean; v: number; w: number } }).drive);
const startDriving = async () => {
  open();
  await userEvent.click(await screen.findByText(`Drive ${nickname}`));
  return await screen.findByLabelText('Stick: hold to drive');
};

test('control asks for the password first and reports a wrong one', async () => {
  control = { ...control, grantedUntil: null };
  server.on(deviceControlCalls.unlock, () => {
    control = { ...control, grantedUntil: '2030-01-01T00:15:00.000Z' };
    return { until: '2030-01-01T00:15:00.000Z' };
  });
  open();
  await userEvent.type(await screen.findByLabelText('Control-permission password'), 'let me drive');
  await userEvent.click(screen.getByText('Unlock control'));
  expect(await screen.findByText('Nobody is driving')).toBeTruthy();
  expect(server.sentTo(deviceControlCalls.unlock)).toEqual([{ id, password: 'let me drive' }]);
});

test('frames are sent while a key is down, and three stop frames after its release', async () => {
  const stick = await startDriving();
  expect(frames()).toEqual([]);
  fireEvent.keyDown(stick, { code: 'ArrowUp' });
  expect(frames()).toMatchObject([{ deadman: true, v: 0.25, w: 0 }]);
  await waitFor(() => expect(frames().length).toBeGreaterThan(2));
  fireEvent.keyDown(stick, { code: 'KeyA' });
  await waitFor(() => expect(frames().at(-1)).toMatchObject({ deadman: true, v: 0.25, w: 0.6 }));
  fireEvent.keyUp(stick, { code: 'ArrowUp' });
  fireEvent.keyUp(stick, { code: 'KeyA' });
  await waitFor(() => expect(frames().filter(({ deadman }) => !deadman)).toHaveLength(3));
  const count = frames().length;
  await new Promise((done) => setTimeout(done, 250));
  expect(frames()).toHaveLength(count);
});

test('keys drive without a click on the stick, and the page says when they do not', async () => {
  const stick = await startDriving();
  expect(document.activeElement).toBe(stick);
  const isOff = (text: string) => screen.getByText(text).dataset['off'];
  const [works, fails] = [
    'Hold the stick, the arrow keys or W A S D. Esc stops.',
    'The keys work after a click on the stick.',
  ] as const;
  expect([isOff(works), isOff(fails)]).toEqual(['false', 'true']);
  fireEvent.blur(stick);
  await waitFor(() => expect([isOff(works), isOff(fails)]).toEqual(['true', 'false']));
});

test.each(['blur', 'pagehide'])('a window that gets %s sends the stop frames', async (event) => {
  const stick = await startDriving();
  fireEvent.keyDown(stick, { code: 'KeyW' });
  act(() => void window.dispatchEvent(new Event(event)));
  await waitFor(() => expect(frames().filter(({ deadman }) => !deadman)).toHaveLength(3));
});

test('the reason of a stop and of an end by another user are shown as text', async () => {
  await startDriving();
  const push = (status: DriveStatus) => act(() => socket.push(driveTopic(id), status));
  push({ ...ownDrive, session: { ...ownDrive.session!, limited: 'OBSTACLE' } });
  expect(await screen.findByText('Stopped by an obstacle')).toBeTruthy();
  push({ ...ownDrive, session: { ...ownDrive.session!, slowed: true, latencyMs: 620 } });
  expect(await screen.findByText('Slow connection: half speed')).toBeTruthy();
  expect(screen.getByText(/620 ms · slow/)).toBeTruthy();
  push({ ...calm, ended: { sessionId, code: 'TAKEN_OVER', by: 'Wei' } });
  expect(await screen.findByText('Wei took over')).toBeTruthy();
});

test('the driver sees a request for control and can hand over', async () => {
  server.on(deviceControlCalls.handOver, () => ({}));
  await startDriving();
  const accountId = '0193f0c2-7a31-7c55-9d0e-0000000000aa';
  act(() => socket.push(driveTopic(id), { ...ownDrive, asking: [{ accountId, name: 'Wei' }] }));
  expect(await screen.findByText('Wei requests control.')).toBeTruthy();
  await userEvent.click(screen.getByText('Hand over'));
  await waitFor(() => expect(server.sentTo(deviceControlCalls.handOver)).toEqual([{ id, accountId }]));
});

test('another driver is named, and a take-over needs a right and a reason', async () => {
  const driver = { accountId: '0193f0c2-7a31-7c55-9d0e-0000000000aa', name: 'Wei' };
  control = {
    ...control,
    mayTakeOver: true,
    status: { ...ownDrive, session: { ...ownDrive.session!, driver } },
  };
  open();
  expect(await screen.findByText('Wei is driving')).toBeTruthy();
  const over = screen.getByText('Take over from Wei').closest('button')!;
  expect(over.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Why you take over'), 'It blocks the exit');
  await userEvent.click(over);
  await waitFor(() =>
    expect(server.sentTo(deviceControlCalls.open)).toEqual([
      { id, reason: 'It blocks the exit', takeOver: true },
    ]),
  );
});

test('the trip time is computed from the newest frame the server received', () => {
  let now = 1_000;
  const sender = new DeadmanSender(
    sessionId,
    () => {},
    () => now,
  );
  sender.drive({ v: 0.1, w: 0 });
  now += 90;
  expect(sender.tripMs({ seq: 0, agoMs: 30 })).toBe(60);
  expect(sender.tripMs({ seq: 0, agoMs: 30 })).toBeNull();
  sender.release();
});

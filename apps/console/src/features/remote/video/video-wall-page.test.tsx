import {
  deviceCalls,
  savedViewCalls,
  videoCalls,
  videoTopic,
  videoWallCalls,
  type VideoSession,
  type VideoStanding,
  type WallSite,
} from '@sweepline/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { FakeSocket } from '../../../test-kit/fake-socket.ts';
import { aPerson, fakeServer, renderPage, Refused } from '../../../test-kit/index.ts';
import { VideoWallPage } from './video-wall-page.tsx';

const at = '2030-01-01T00:00:00.000Z';
const me = aPerson();
const idOf = (number: number) => `0193f0c2-7a31-7c55-9d0e-0000000000a${number}`;
const deviceOf = (id: string, companyId = me.companyId) =>
  aDevice({ id, nickname: `Robot ${id.at(-1)}`, companyId });
const standing: VideoStanding = {
  right: 'COMPANY',
  reasonDue: false,
  supported: true,
  isAllowed: true,
  hasConsent: true,
  cameras: ['DOWN', 'FRONT'],
  sessions: [],
  at,
};

let server: ReturnType<typeof fakeServer>;
let socket: FakeSocket;
let companyId: string;
let opened: { deviceId: string; camera: string; reason?: string; size?: string }[];
let sessionId: string;
let walls: WallSite[];
beforeEach(() => {
  walls = [];
  server = fakeServer();
  socket = new FakeSocket();
  companyId = me.companyId;
  opened = [];
  sessionId = '0193f0c2-7a31-7c55-9d0e-0000000000f1';
  server.on(savedViewCalls.list, () => ({ list: [] }));
  server.on(videoWallCalls.sites, () => ({ list: walls, total: walls.length }));
  server.on(deviceCalls.list, () => {
    const list = [1, 2, 3].map((number) => deviceOf(idOf(number)));
    return { list, total: list.length };
  });
  server.on(deviceCalls.detail, ({ id }) => {
    if (id === idOf(9)) throw new Refused('notFound');
    const live = aLiveDevice();
    const connection = { ...live.connection, state: 'ONLINE' as const };
    const device = deviceOf(id, companyId);
    return { device, live: { ...live, connection, deviceId: id }, openAlarms: [], capabilities: ['video'] };
  });
  server.on(videoCalls.standing, () => ({
    ...standing,
    reasonDue: companyId !== me.companyId,
    at: new Date().toISOString(),
  }));
  server.on(videoCalls.open, (input) => {
    opened.push(input);
    return { viewId: '0193f0c2-7a31-7c55-9d0e-0000000000e1', sessionId, webrtc: null };
  });
  server.on(videoCalls.keepOn, () => ({}));
  server.on(videoCalls.close, () => ({}));
});
const open = (address: string) =>
  renderPage(
    <SocketContext value={socket}>
      <VideoWallPage />
    </SocketContext>,
    address,
    me,
  );
const robots = (...numbers: number[]) => numbers.map((number) => `robot=${idOf(number)}`).join('&');

test('the robots of the address are shown small, the chosen one large', async () => {
  open(`/?${robots(1, 2)}&large=${idOf(2)}`);
  await screen.findByRole('region', { name: 'Robot 1 · Front' });
  await waitFor(() => expect(opened).toHaveLength(2));
  expect(opened).toEqual([
    { deviceId: idOf(1), camera: 'FRONT', reason: '', size: 'SMALL' },
    { deviceId: idOf(2), camera: 'FRONT', reason: '', size: 'LARGE' },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Large: Robot 1' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toContain(`large=${idOf(1)}`));
  await waitFor(() => expect(opened).toHaveLength(4));
  expect(
    opened
      .slice(2)
      .map(({ deviceId, size }) => `${deviceId} ${size}`)
      .toSorted(),
  ).toEqual([`${idOf(1)} LARGE`, `${idOf(2)} SMALL`]);
});

test('of ten robots in the address nine are shown, and no further one can be added', async () => {
  open(`/?${robots(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)}`);
  await screen.findByRole('region', { name: 'Robot 8 · Front' });
  await waitFor(() => expect(opened).toHaveLength(9));
  expect(screen.queryByText('This robot is not visible to you')).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Add a robot' })).toBeNull();
});

test('a removed robot leaves the address', async () => {
  open(`/?${robots(1, 2)}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Robot 1' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(`?robot=${idOf(2)}`));
});

test('the camera is that of the address; a robot without it shows its first one', async () => {
  open(`/?${robots(1)}&camera=REAR`);
  await screen.findByRole('region', { name: 'Robot 1 · Down' });
  await waitFor(() => expect(opened).toMatchObject([{ camera: 'DOWN' }]));
});

test('people of another company give one reason for the wall', async () => {
  companyId = '0193f0c2-7a31-7c55-9d0e-0000000000ff';
  open(`/?${robots(1, 2)}`);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Night shift');
  expect(opened).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(opened.map(({ reason }) => reason)).toEqual(['Night shift', 'Night shift']));
});

test('a robot that is not visible is named and can be removed; the others are shown', async () => {
  open(`/?${robots(1, 9)}`);
  await screen.findByText('This robot is not visible to you');
  await screen.findByRole('region', { name: 'Robot 1 · Front' });
});

test('a stream that is replaced by one of another size is watched again by itself', async () => {
  open(`/?${robots(1)}`);
  const tile = await screen.findByRole('region', { name: 'Robot 1 · Front' });
  await waitFor(() => expect(opened).toHaveLength(1));
  const stream = { camera: 'FRONT' as const, since: at, viewers: [], recording: null };
  const [older, newer] = [sessionId, '0193f0c2-7a31-7c55-9d0e-0000000000f2'];
  sessionId = newer;
  act(() =>
    socket.push(videoTopic(idOf(1)), {
      ...standing,
      sessions: [{ ...stream, sessionId: older, state: 'CLOSED', reason: 'REPLACED' }],
    }),
  );
  await waitFor(() => expect(opened).toHaveLength(2));
  act(() =>
    socket.push(videoTopic(idOf(1)), {
      ...standing,
      sessions: [{ ...stream, sessionId: newer, state: 'RUNNING', reason: null }],
    }),
  );
  expect(within(tile).queryByText('The video has ended')).toBeNull();
  expect(opened).toHaveLength(2);
});

test('a small picture shows who records its camera, and a large one can be recorded', async () => {
  open(`/?${robots(1)}`);
  const tile = await screen.findByRole('region', { name: 'Robot 1 · Front' });
  await waitFor(() => expect(opened).toHaveLength(1));
  const recording = { id: idOf(7), name: 'Ada', company: 'Mall', since: at, mayStop: true };
  const push = (session: Pick<VideoSession, 'recording'>) => {
    const stream = { sessionId, camera: 'FRONT' as const, since: at, viewers: [] };
    const running = { ...stream, ...session, state: 'RUNNING' as const, reason: null };
    act(() => socket.push(videoTopic(idOf(1)), { ...standing, sessions: [running] }));
  };
  push({ recording });
  await within(tile).findByText('Ada (Mall) records');
  expect(within(tile).queryByRole('button', { name: 'Stop recording' })).toBeNull();
  push({ recording: null });
  await waitFor(() => expect(within(tile).queryByText('Ada (Mall) records')).toBeNull());
  expect(within(tile).queryByRole('button', { name: /^Record/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Large: Robot 1' }));
  await within(tile).findByRole('button', { name: 'Record: Robot 1 · Front' });
});

test('single robots can be put on the wall', async () => {
  open('/');
  await screen.findByText('No robot with a camera');
  await userEvent.click(screen.getByRole('combobox', { name: 'Add a robot' }));
  await userEvent.click(await screen.findByText(/^Robot 3/));
  await screen.findByRole('region', { name: 'Robot 3 · Front' });
});

const aWall = (siteName: string, ...numbers: number[]): WallSite => ({
  siteId: idOf(numbers[0] ?? 0),
  siteName,
  total: numbers.length,
  robots: numbers.map((number) => ({ id: idOf(number), name: `Robot ${number}` })),
});

test('the cameras of the only site are there at once, and a removed one leaves the others in the address', async () => {
  walls = [aWall('Atrium', 1, 2)];
  open('/');
  await screen.findByRole('region', { name: 'Robot 1 · Front' });
  expect(screen.queryByRole('combobox', { name: 'All cameras of a site' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Robot 1' }));
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(`?robot=${idOf(2)}`));
});

test('of several sites one is chosen with one press, and nothing plays before', async () => {
  walls = [aWall('Atrium', 1, 2), aWall('Hall', 3)];
  open('/');
  await userEvent.click(await screen.findByRole('button', { name: 'Hall · 1 robot' }));
  await screen.findByRole('region', { name: 'Robot 3 · Front' });
  expect(opened.map(({ deviceId }) => deviceId)).toEqual([idOf(3)]);
  expect(screen.getByRole('combobox', { name: 'All cameras of a site' })).toBeTruthy();
});

test('without a camera the wall says what is missing', async () => {
  open('/');
  expect(await screen.findByText('No robot with a camera')).toBeTruthy();
});

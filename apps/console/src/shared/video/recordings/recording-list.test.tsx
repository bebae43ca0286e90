import { permissions, videoRecordingCalls, type VideoRecording } from '@sweepline/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { SocketContext } from '../../../kit/api/use-live.ts';
import { aDevice } from '../../../test-kit/a-device.ts';
import { aLiveDevice } from '../../../test-kit/a-live-device.ts';
import { aRecording } from '../../../test-kit/a-recording.ts';
import { FakeSocket } from '../../../test-kit/fake-socket.ts';
import { aPerson, fakeServer, Refused, renderPage, userWith } from '../../../test-kit/index.ts';
import { VideoTab } from '../video-tab.tsx';

const device = aDevice();
const soon = new Date(Date.now() + 4.5 * 24 * 3_600_000).toISOString();
const recording = aRecording({ deviceId: device.id, keptUntil: soon });
const play = vi.fn<() => Promise<void>>();
const pause = vi.fn<() => void>();

beforeEach(() => {
  // jsdom plays nothing.
  play.mockReset().mockResolvedValue();
  pause.mockReset();
  Object.assign(HTMLMediaElement.prototype, { play, pause, load: () => {} });
});

function world(list: VideoRecording[]) {
  const server = fakeServer();
  let recordings = [...list];
  let addresses = 0;
  server.on(videoRecordingCalls.list, () => ({ list: recordings, total: recordings.length }));
  server.on(videoRecordingCalls.detail, ({ id }) => {
    const found = recordings.find((one) => one.id === id);
    if (!found) throw new Refused('notFound');
    return found;
  });
  server.on(videoRecordingCalls.address, () => ({
    url: `/api/video/recording/token-${++addresses}`,
    expiresAt: soon,
  }));
  server.on(videoRecordingCalls.remove, () => {
    recordings = [];
    return {};
  });
  const change = (changes: Partial<VideoRecording>) => {
    recordings = recordings.map((one) => ({ ...one, ...changes }));
  };
  return { server, change };
}

function open(address: string, me = aPerson()) {
  const { connection } = aLiveDevice();
  const live = {
    ...aLiveDevice(),
    connection: { ...connection, state: 'ONLINE' as const },
    deviceId: device.id,
  };
  renderPage(
    <SocketContext value={new FakeSocket()}>
      <VideoTab detail={{ device, live }} />
    </SocketContext>,
    address,
    me,
  );
}
const video = async () =>
  await screen.findByLabelText<HTMLVideoElement>(/^Recording of/, { selector: 'video' });

test('a recording shows person, length, size, reason, end and the days left', async () => {
  world([recording]);
  open('/?view=recordings');
  await screen.findByText('It stands still');
  for (const text of ['Wei', '1 min 23 s', 'Stopped', '5 days', 'Front']) screen.getAllByText(text);
  screen.getByText(/2\sMB/);
});

test('without recordings the page explains how one is made', async () => {
  world([]);
  open('/?view=recordings');
  await screen.findByText('No recordings yet');
});

test('recordings that cannot be read say so, and are read again', async () => {
  const { server } = world([recording]);
  server.on(videoRecordingCalls.list, () => {
    throw new Refused('internal');
  });
  open('/?view=recordings');
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.on(videoRecordingCalls.list, () => ({ list: [recording], total: 1 }));
  await userEvent.click(again);
  await screen.findByText('It stands still');
});

test('a link to a recording opens its player, and closing it leaves the list', async () => {
  world([recording]);
  open(`/?recording=${recording.id}`);
  expect((await video()).getAttribute('src')).toBe('/api/video/recording/token-1');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('view=recordings'));
  expect(screen.getByTestId('address').textContent).not.toContain('recording=');
});

test('the player plays, jumps and changes its speed', async () => {
  world([recording]);
  open(`/?recording=${recording.id}`);
  const element = await video();
  const dialog = screen.getByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Play' }));
  expect(play).toHaveBeenCalledTimes(1);
  fireEvent.play(element);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pause' }));
  expect(pause).toHaveBeenCalledTimes(1);
  await userEvent.click(within(dialog).getByRole('button', { name: '4×' }));
  expect(element.playbackRate).toBe(4);
  fireEvent.change(within(dialog).getByRole('slider'), { target: { value: '42' } });
  expect(element.currentTime).toBe(42);
  within(dialog).getByText('0:42 of 1:23');
});

test('a recording played before its address is there begins when it can', async () => {
  const { server } = world([recording]);
  const { promise, resolve } = Promise.withResolvers<{ url: string; expiresAt: string }>();
  server.on(videoRecordingCalls.address, () => promise);
  open(`/?recording=${recording.id}`);
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Play' }));
  expect(play).not.toHaveBeenCalled();
  resolve({ url: '/api/video/recording/token-1', expiresAt: soon });
  fireEvent.loadedMetadata(await video());
  expect(play).toHaveBeenCalledTimes(1);
  within(dialog).getByRole('button', { name: 'Pause' });
});

test('an address that has expired is renewed at the same place, and a file that cannot be played says so', async () => {
  world([recording]);
  open(`/?recording=${recording.id}`);
  fireEvent.change(await screen.findByRole('slider'), {
    target: { value: '42' },
  });
  fireEvent.error(await video());
  await waitFor(async () => expect((await video()).getAttribute('src')).toBe('/api/video/recording/token-2'));
  const second = await video();
  fireEvent.loadedMetadata(second);
  expect(second.currentTime).toBe(42);
  fireEvent.error(second);
  await screen.findByText('The recording could not be played.');
});

test('a recording that is deleted meanwhile is answered as missing', async () => {
  world([]);
  open(`/?recording=${recording.id}`);
  await within(await screen.findByRole('dialog')).findByRole('heading', { level: 2 });
  expect(screen.queryByRole('slider')).toBeNull();
});

test('a recording that is being stored can be played as soon as it is', async () => {
  const { change } = world([aRecording({ ...recording, state: 'STORING' })]);
  open(`/?recording=${recording.id}`);
  await within(await screen.findByRole('dialog')).findByText('Being stored');
  act(() => change({ state: 'STORED' }));
  await video();
});

test('a recording is deleted after a confirmation', async () => {
  const { server } = world([recording]);
  open('/?view=recordings');
  await userEvent.click(await screen.findByRole('button', { name: /^More actions for/ }));
  await userEvent.click(await screen.findByText('Delete recording'));
  await screen.findByText(/cannot be brought back/);
  await userEvent.click(screen.getAllByRole('button', { name: 'Delete recording' }).at(-1)!);
  await waitFor(() => expect(server.sentTo(videoRecordingCalls.remove)).toEqual([{ id: recording.id }]));
  await screen.findByText('No recordings yet');
});

test('without the permission there are no recordings', async () => {
  world([recording]);
  open('/?view=recordings', userWith(permissions.deviceList, permissions.deviceSnapshot));
  await screen.findByRole('button', { name: 'Snapshots' });
  expect(screen.queryByRole('button', { name: 'Recordings' })).toBeNull();
});

import { noticeCalls } from '@sweepline/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { runs } from '../../../entities/work/run-table.ts';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { unseenLive } from '../../devices/devices/device-service.ts';
import { noticeOutages } from './notice-outage-service.ts';
import { runEnded } from './notice-service.ts';
import { watchForNotices } from './notice-watch.ts';

const server = testServer();
let watch: ReturnType<typeof watchForNotices>;
const faults: unknown[] = [];
const note = (details: object) => void faults.push(details);
const log = { warn: note, error: note };
beforeEach(() => void (watch = watchForNotices(server, server.clock, log)));
afterEach(() => watch.stop());

const minuteMs = 60_000;
const now = () => server.clock().toISOString();
const noticeTexts = async () => {
  await watch.flush();
  const { list } = await server.ok(noticeCalls.deviceList, people.mallAdmin, {});
  return list.map(({ content }) => content.replace(/<[^>]*>/g, ''));
};

/** The row as the owner of the robot writes it, whichever server that is. */
function setState(
  device: { id: string; companyId: string },
  state: 'ONLINE' | 'OFFLINE',
  reason = '',
  since = now(),
) {
  const live = unseenLive(device.id);
  const connection = { ...live.connection, state, reason, since };
  const { companyId } = device;
  return server.setLiveState(device.id, { companyId, state, since, live: { ...live, connection } });
}
const pass = async (minutes: number) => {
  server.clock.advance(minutes * minuteMs);
  await noticeOutages({ ...server, now: server.clock });
};

test('a robot that is offline for ten minutes gets one notice, and another when it is back', async () => {
  const device = await server.aDevice({ nickname: 'Lobby' });
  await setState(device, 'OFFLINE', 'BROKEN');
  await pass(9);
  expect(await noticeTexts()).toEqual([]);
  await pass(1);
  await pass(5);
  expect(await noticeTexts()).toEqual(['Lobby has been offline for 10 minutes']);
  server.clock.advance(105 * minuteMs);
  await setState(device, 'ONLINE');
  await pass(1);
  await pass(1);
  expect(await noticeTexts()).toEqual([
    'Lobby is back online after 2 hours',
    'Lobby has been offline for 10 minutes',
  ]);
});

test('a robot gets no notice when it is back before ten minutes, or disconnected gracefully', async () => {
  const [blip, off] = [await server.aDevice(), await server.aDevice()];
  await setState(blip, 'OFFLINE', 'BROKEN');
  await setState(off, 'OFFLINE', 'GRACEFUL');
  await pass(5);
  await setState(blip, 'ONLINE');
  await pass(30);
  await setState(off, 'ONLINE');
  await pass(1);
  expect(await noticeTexts()).toEqual([]);
});

test('each of two outages has its notices when the robot is back for a moment only', async () => {
  const device = await server.aDevice({ nickname: 'Lobby' });
  await setState(device, 'OFFLINE', 'BROKEN');
  await pass(20);
  await setState(device, 'ONLINE');
  await setState(device, 'OFFLINE', 'BROKEN');
  await pass(10);
  expect((await noticeTexts()).toSorted()).toEqual([
    'Lobby has been offline for 10 minutes',
    'Lobby has been offline for 20 minutes',
    'Lobby is back online after 20 minutes',
  ]);
});

test('an outage that began more than a week ago gets no notice', async () => {
  const weekAgo = new Date(server.clock().getTime() - 8 * 24 * 60 * minuteMs).toISOString();
  await setState(await server.aDevice(), 'OFFLINE', 'BROKEN', weekAgo);
  await pass(10);
  expect(await noticeTexts()).toEqual([]);
});

test('a failed run gets one notice that refers to it, and an interrupted run gets none', async () => {
  const device = await server.aDevice({ nickname: 'Lobby' });
  const failed = await server.aRun({ deviceId: device.id, state: 'FAILED', name: 'Night' });
  const stopped = await server.aRun({ deviceId: device.id, state: 'INTERRUPTED' });
  for (const run of [failed, stopped, failed])
    server.bus.publish(runEnded, run satisfies typeof runs.$inferSelect);
  expect(await noticeTexts()).toEqual(['The run “Night” of Lobby failed']);
  const { list } = await server.ok(noticeCalls.deviceList, people.mallAdmin, {});
  expect(list[0]).toMatchObject({ about: { kind: 'run', id: failed.id }, deviceId: device.id });
});

test('a failed run of a deleted robot gets no notice', async () => {
  server.bus.publish(runEnded, { ...(await server.aRun({ state: 'FAILED' })), deviceId: server.newId() });
  expect(await noticeTexts()).toEqual([]);
  expect(faults).toEqual([]);
});

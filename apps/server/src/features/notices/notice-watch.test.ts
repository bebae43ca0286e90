import { noticeCalls, topics } from '@sweepline/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { runs } from '../../entities/work/run-table.ts';
import { people } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';
import { unseenLive } from '../devices/device-service.ts';
import { runEnded } from './notice-service.ts';
import { watchForNotices } from './notice-watch.ts';

const server = testServer();
let watch: ReturnType<typeof watchForNotices>;
const faults: unknown[] = [];
const note = (details: object) => void faults.push(details);
const log = { warn: note, error: note };
beforeEach(async () => {
  watch = watchForNotices(server, server.clock, log);
  await watch.flush();
});
afterEach(() => watch.stop());

const minuteMs = 60_000;
const now = () => server.clock().toISOString();
const noticeTexts = async () => {
  await watch.flush();
  const { list } = await server.ok(noticeCalls.deviceList, people.mallAdmin, {});
  return list.map(({ content }) => content.replace(/<[^>]*>/g, ''));
};

async function disconnect(device: { id: string; companyId: string; sn: string }, reason = 'BROKEN') {
  const live = unseenLive(device.id);
  const connection = { ...live.connection, state: 'OFFLINE' as const, reason, since: now() };
  await server.setLiveState(device.id, {
    companyId: device.companyId,
    state: 'OFFLINE',
    since: now(),
    live: { ...live, connection },
  });
  publishOnline(device, false);
}
const publishOnline = (
  { id, companyId, sn }: { id: string; companyId: string; sn: string },
  online: boolean,
) => server.bus.publish(topics.online, { deviceId: id, sn, online, at: now() }, { companyId });
const pass = (minutes: number) => {
  server.clock.advance(minutes * minuteMs);
  watch.tick();
};

test('a robot that is offline for ten minutes gets one notice, and another when it is back', async () => {
  const device = await server.aDevice({ nickname: 'Lobby' });
  await disconnect(device);
  pass(9);
  expect(await noticeTexts()).toEqual([]);
  pass(1);
  pass(5);
  expect(await noticeTexts()).toEqual(['Lobby has been offline for 10 minutes']);
  pass(105);
  publishOnline(device, true);
  expect(await noticeTexts()).toEqual([
    'Lobby is back online after 2 hours',
    'Lobby has been offline for 10 minutes',
  ]);
});

test('a robot gets no notice when it is back before ten minutes, or disconnected gracefully', async () => {
  const blip = await server.aDevice();
  await disconnect(blip);
  pass(5);
  publishOnline(blip, true);
  const off = await server.aDevice();
  await disconnect(off, 'GRACEFUL');
  pass(30);
  publishOnline(off, true);
  expect(await noticeTexts()).toEqual([]);
});

test('a restarted process continues with the offline robots and repeats no notice', async () => {
  const device = await server.aDevice({ nickname: 'Lobby' });
  await disconnect(device);
  pass(10);
  expect(await noticeTexts()).toHaveLength(1);
  await watch.stop();
  watch = watchForNotices(server, server.clock, log);
  await watch.flush();
  pass(20);
  expect(await noticeTexts()).toHaveLength(1);
  publishOnline(device, true);
  expect((await noticeTexts())[0]).toBe('Lobby is back online after 30 minutes');
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

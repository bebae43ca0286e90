import { noticeCalls, topics } from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { runs } from '../tasks/run-table.ts';
import { people, startServer, type TestServer } from '../../test-kit/index.ts';
import { unseenLive } from '../devices/device-service.ts';
import { runEnded } from './notice-service.ts';
import { watchForNotices } from './notice-watch.ts';

let server: TestServer;
let watch: ReturnType<typeof watchForNotices>;
const faults: unknown[] = [];
const note = (details: object) => void faults.push(details);
const log = { warn: note, error: note };
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.reset();
  watch = watchForNotices(server, server.clock, log);
  await watch.flush();
});
afterEach(() => watch.stop());
afterAll(() => server.stop());

const minuteMs = 60_000;
const now = () => server.clock().toISOString();
const told = async () => {
  await watch.flush();
  const { list } = await server.ok(noticeCalls.deviceList, people.mallAdmin, {});
  return list.map(({ content }) => content.replace(/<[^>]*>/g, ''));
};

async function loses(device: { id: string; companyId: string; sn: string }, reason = 'BROKEN') {
  const live = unseenLive(device.id);
  const connection = { ...live.connection, state: 'OFFLINE' as const, reason, since: now() };
  await server.saidLast(device.id, {
    companyId: device.companyId,
    state: 'OFFLINE',
    since: now(),
    live: { ...live, connection },
  });
  line(device, false);
}
const line = ({ id, companyId, sn }: { id: string; companyId: string; sn: string }, online: boolean) =>
  server.bus.publish(topics.online.name, { deviceId: id, sn, online, at: now() }, { companyId });
const pass = (minutes: number) => {
  server.clock.advance(minutes * minuteMs);
  watch.tick();
};

test('a robot that stays away is told of after ten minutes, once, and again when it is back', async () => {
  const device = await server.aDevice({ nickname: 'Lobby' });
  await loses(device);
  pass(9);
  expect(await told()).toEqual([]);
  pass(1);
  pass(5);
  expect(await told()).toEqual(['Lobby has been offline for 10 minutes']);
  pass(105);
  line(device, true);
  expect(await told()).toEqual([
    'Lobby is back online after 2 hours',
    'Lobby has been offline for 10 minutes',
  ]);
});

test('one that is back before, or that said goodbye, is nobody’s business', async () => {
  const blip = await server.aDevice();
  await loses(blip);
  pass(5);
  line(blip, true);
  const off = await server.aDevice();
  await loses(off, 'GRACEFUL');
  pass(30);
  line(off, true);
  expect(await told()).toEqual([]);
});

test('a process that starts anew goes on where the last one was, and tells nothing twice', async () => {
  const device = await server.aDevice({ nickname: 'Lobby' });
  await loses(device);
  pass(10);
  expect(await told()).toHaveLength(1);
  await watch.stop();
  watch = watchForNotices(server, server.clock, log);
  await watch.flush();
  pass(20);
  expect(await told()).toHaveLength(1);
  line(device, true);
  expect((await told())[0]).toBe('Lobby is back online after 30 minutes');
});

test('a run that failed is told of, with its name and a way to it; one that was stopped is not', async () => {
  const device = await server.aDevice({ nickname: 'Lobby' });
  const failed = await server.aRun({ deviceId: device.id, state: 'FAILED', name: 'Night' });
  const stopped = await server.aRun({ deviceId: device.id, state: 'INTERRUPTED' });
  for (const run of [failed, stopped, failed])
    server.bus.publish(runEnded, run satisfies typeof runs.$inferSelect);
  expect(await told()).toEqual(['The run “Night” of Lobby failed']);
  const { list } = await server.ok(noticeCalls.deviceList, people.mallAdmin, {});
  expect(list[0]).toMatchObject({ about: { kind: 'run', id: failed.id }, deviceId: device.id });
});

test('a robot that is gone is told of no more', async () => {
  server.bus.publish(runEnded, { ...(await server.aRun({ state: 'FAILED' })), deviceId: server.newId() });
  expect(await told()).toEqual([]);
  expect(faults).toEqual([]);
});

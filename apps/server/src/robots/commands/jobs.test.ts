import { topics } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deviceJobs } from '../../entities/devices/device-job-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  aCompany,
  aGateway,
  anOnlineRobot,
  eventually,
  type Registered,
  type TestRobot,
} from '../test-kit/test-gateway.ts';

/** Progress of long transfers and updates (docs/protocol/files.md#jobs). */
const hourMs = 3_600_000;
let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let companyId: string;
let device: Registered;
let robot: TestRobot;
/** The test's clock offset, to let days pass. */
let aheadMs = 0;

beforeAll(async () => {
  database = await makeDatabase();
  companyId = await aCompany(database.db);
  const now = () => new Date(Date.now() + aheadMs);
  const timing = { liveFlushMs: 300, silenceMs: 100 * hourMs };
  running = await aGateway(database.db, { now, timing });
});
beforeEach(async () => {
  await robot?.leave();
  running.pushed.length = 0;
  ({ device, robot } = await anOnlineRobot(running, database.db, companyId));
});
afterAll(async () => {
  await robot?.leave();
  await running?.gateway.stop();
  await database?.close();
});

const sendAcked = async (topic: 'xJob' | 'xReply', body: Record<string, unknown>, sender = robot) => {
  const message = sender.durable(body);
  await sender.say(topic, message, 1);
  await sender.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(message.msgId));
};
const jobs = () =>
  inScope(database.db, '*', (tx) =>
    tx.select().from(deviceJobs).where(eq(deviceJobs.deviceId, device.deviceId)),
  );
const published = () =>
  running.pushed
    .filter(({ channel }) => channel === topics.jobs.name)
    .flatMap(({ content }) => topics.jobs.message.parse(content).changes)
    .map(({ job }) => [job.phase, job.pct]);
const sendJob = async () => {
  const jobId = newId();
  const params = { jobId, mapId: newId(), mapVersion: '1' };
  const { id } = await running.gateway.commands.sendCommand({
    deviceId: device.deviceId,
    type: 'job.mapUpload',
    params,
    by: 'wei',
  });
  const about = { jobId, kind: 'MAP_UPLOAD', bytesTotal: 4_000_000_000, attempt: 1 };
  return { id, jobId, about };
};

it('a stored job waits for its first report, each phase is written at once, and the last one ends it', async () => {
  const { id, jobId, about } = await sendJob();
  await sendAcked('xReply', { commandId: id, status: 'SUCCEEDED', code: '' });
  const waiting = { commandId: id, jobId, companyId, kind: 'MAP_UPLOAD', state: 'RUNNING', endedAt: null };
  expect(await jobs()).toMatchObject([{ ...waiting, phase: 'WAITING', pct: null }]);
  await sendAcked('xJob', { ...about, phase: 'UPLOADING', pct: 0, bytesDone: 0 });
  expect(await jobs()).toMatchObject([{ ...waiting, phase: 'UPLOADING', pct: 0, bytesTotal: 4_000_000_000 }]);
  await sendAcked('xJob', { ...about, phase: 'DONE', pct: 100, final: true });
  expect(await jobs()).toMatchObject([{ state: 'DONE', phase: 'DONE', endedAt: expect.any(String) }]);
  // The first end stands.
  await sendAcked('xJob', { ...about, phase: 'UPLOADING', pct: 5 });
  expect(await jobs()).toMatchObject([{ state: 'DONE', pct: 100 }]);
  await eventually(() => published().length >= 2, 'the published progress');
  expect(published()).toEqual([
    ['UPLOADING', 0],
    ['DONE', 100],
  ]);
});

it('progress within a phase is published at once and written later, but not over a newer phase', async () => {
  const { about } = await sendJob();
  await sendAcked('xJob', { ...about, phase: 'UPLOADING', pct: 0 });
  await robot.say('xJob', { ...about, phase: 'UPLOADING', pct: 40, rateBps: 1e6 }, 1);
  await eventually(() => published().some(([, pct]) => pct === 40), 'the published progress');
  await eventually(async () => (await jobs())[0]?.pct === 40, 'the flush');
  await sendAcked('xJob', { ...about, phase: 'VERIFYING', pct: 99 });
  await robot.say('xJob', { ...about, phase: 'UPLOADING', pct: 41 }, 1);
  await new Promise((done) => setTimeout(done, 500));
  expect(await jobs()).toMatchObject([{ phase: 'VERIFYING', pct: 99 }]);
});

it('a failed job has its code, and a canceled job is not a failure', async () => {
  const [failed, canceled] = [await sendJob(), await sendJob()];
  await sendAcked('xJob', { ...failed.about, phase: 'FAILED', code: 'HASH', final: true });
  await sendAcked('xJob', { ...canceled.about, phase: 'CANCELED', final: true });
  const rows = await jobs();
  expect(rows.map(({ state, code }) => [state, code]).toSorted()).toEqual([
    ['CANCELED', ''],
    ['FAILED', 'HASH'],
  ]);
});

it('a job without a command, or of another robot, is acknowledged and not stored', async () => {
  const { about } = await sendJob();
  await sendAcked('xJob', { ...about, jobId: newId(), phase: 'UPLOADING' });
  const other = await anOnlineRobot(running, database.db, companyId);
  await sendAcked('xJob', { ...about, phase: 'FAILED', final: true }, other.robot);
  expect(await jobs()).toEqual([]);
  await other.robot.leave();
});

it('a job is lost when its robot is online for an hour of a day without a report, and a late report still counts', async () => {
  const { about } = await sendJob();
  await sendAcked('xJob', { ...about, phase: 'UPLOADING', pct: 10 });
  const first = async () => (await jobs())[0];
  // Offline for a day, when no report is possible.
  await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
  await eventually(
    () => running.gateway.live(device.deviceId)?.connection.state === 'OFFLINE',
    'the robot to be offline',
  );
  aheadMs += 30 * hourMs;
  await new Promise((done) => setTimeout(done, 300));
  expect(await first()).toMatchObject({ state: 'RUNNING', onlineS: 0 });
  // Online again, without a report about the job.
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  await robot.state();
  await eventually(
    () => running.gateway.live(device.deviceId)?.connection.state === 'ONLINE',
    'the robot to be online',
  );
  aheadMs += 0.9 * hourMs;
  await eventually(async () => ((await first())?.onlineS ?? 0) > 3000, 'the hour to run');
  expect(await first()).toMatchObject({ state: 'RUNNING' });
  aheadMs += 0.2 * hourMs;
  await eventually(async () => (await first())?.state === 'FAILED', 'the job to fail');
  expect(await first()).toMatchObject({ code: 'NO_PROGRESS', endedAt: expect.any(String) });
  await sendAcked('xJob', { ...about, phase: 'DONE', pct: 100, final: true });
  expect(await first()).toMatchObject({ state: 'DONE', code: '' });
});

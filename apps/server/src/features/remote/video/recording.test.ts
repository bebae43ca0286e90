import { setTimeout as delay } from 'node:timers/promises';
import {
  auditCalls,
  errors,
  fileCalls,
  permissions,
  videoCalls,
  videoRecordingCalls,
  videoTopic,
} from '@sweepline/contract';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot, aSocket } from '../../../test-kit/builders/drivable.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';
import { aLiveCamera } from '../../../test-kit/video/live-camera.ts';
import { readWebm } from '../../../test-kit/video/webm-reader.ts';
import { recordingStoreJob } from './recording-store-service.ts';

const { start, stop, list, detail, address, remove } = videoRecordingCalls;
const { mallAdmin, agentAdmin, otherAdmin, superAdmin } = people;

const server = sharedTestServer({}, { media: { host: '127.0.0.1', iceServers: [] } });
let url: string;
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
let camera: ReturnType<typeof aLiveCamera>;
const closes: (() => unknown)[] = [];
let count = 0;

beforeAll(async () => {
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-REC-${++count}` });
  camera = aLiveCamera(robot.robot, () => url);
  await camera.report(mallAdmin);
});
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
  await camera.close();
  await robot.leave();
});

const store = () => recordingStoreJob({ ...server, now: server.clock }).run();
const rowOf = async (id: string) => {
  const [row] = await server.asOwner((sql) => sql`select * from video_recordings where id = ${id}`);
  return row!;
};
/** Waits until a recording has so many milliseconds in the store. */
const untilStored = (id: string, ms: number) =>
  eventually(async () => Number((await rowOf(id))['duration_ms']) >= ms, `${ms} ms of video`);
const untilEnded = (id: string) =>
  eventually(async () => {
    const row = await server.ok(detail, mallAdmin, { id });
    return row.endedAt !== null && row;
  }, 'the end of the recording');
async function aRecording(who: Person = mallAdmin, reason = '') {
  const view = await camera.watch(who, reason);
  const { id } = await server.ok(start, who, { sessionId: view.sessionId, reason });
  return { id, view };
}
/** The file as a player reads it, from the address of an account. */
async function playedBy(who: Person, id: string) {
  const { url: path } = await server.ok(address, who, { id });
  const answer = await fetch(`${url}${path}`);
  expect(answer.headers.get('content-type')).toBe('video/webm');
  return { path, webm: readWebm(Buffer.from(await answer.arrayBuffer())) };
}

test('a recording is a playable file from its first key frame to its stop, in the time of the robot', async () => {
  const { id } = await aRecording();
  expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({
    state: 'RECORDING',
    end: null,
    bytes: 0,
  });
  expect((await server.send(address, mallAdmin, { id })).msg).toBe(errors.recordingUnfinished.texts.en);
  await untilStored(id, 2_500);
  const stopped = await server.ok(stop, mallAdmin, { id });
  expect(stopped).toMatchObject({ state: 'STORING', end: 'STOPPED', endedBy: '', person: 'Nick mallAdmin' });
  await store();
  const stored = await server.ok(detail, mallAdmin, { id });
  expect(stored).toMatchObject({ state: 'STORED', camera: 'FRONT', byRight: 'COMPANY', company: 'Mall' });
  const { webm } = await playedBy(mallAdmin, id);
  expect(webm).toMatchObject({ docType: 'webm', codec: 'V_VP8', width: 640, height: 360, isSeekable: true });
  expect(webm.durationMs).toBe(stored.durationMs);
  expect(webm.frames[0]).toMatchObject({ ms: 0, isKey: true });
  expect(webm.frames.at(-1)!.ms).toBe(stored.durationMs);
  const times = webm.frames.map(({ ms }) => ms);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(webm.clusters.length).toBeGreaterThan(1);
  expect(webm.frames.every(({ data }) => data.length === 2_500)).toBe(true);
  expect(webm.cues[0]).toEqual({ ms: 0, at: webm.clusters[0]!.at });
  const { list: entries } = await server.ok(auditCalls.list, superAdmin, { recordId: id });
  expect(entries.map(({ call, record }) => [call, record?.name])).toEqual([
    [expect.stringContaining(address.path), 'Otter'],
    [expect.stringContaining(stop.path), 'Otter'],
    [expect.stringContaining(address.path), 'Otter'],
    [expect.stringContaining(start.path), 'Otter'],
  ]);
  // A second stop and one of a stored recording change nothing.
  expect(await server.ok(stop, mallAdmin, { id })).toEqual(stored);
});

test('the address plays ranges, for its account only as long as the account may, and never as a file of the company', async () => {
  const keeper = await server.anAccount({
    companyId: companyIds.mall,
    permissionCodes: [permissions.deviceList, permissions.deviceVideo, permissions.deviceRecord],
  });
  const { id } = await server.aVideoRecording({ companyId: companyIds.mall, deviceId: robot.id });
  const { url: path, expiresAt } = await server.ok(address, keeper, { id });
  const part = await fetch(`${url}${path}`, { headers: { range: 'bytes=2-10' } });
  expect(part.headers.get('cache-control')).toBe('no-store');
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 2-10/11']);
  expect(await part.text()).toBe('recording');
  const hash = String((await rowOf(id))['file_id']);
  expect((await server.send(fileCalls.read, mallAdmin, { hash })).code).toBe(errors.notFound.code);
  const requestId = crypto.randomUUID();
  await robot.robot.say('xRequest', { requestId, type: 'download.url', params: { fileId: hash } }, 1);
  const refused = await robot.robot.waitForMessage('xResponse', (it) => it['requestId'] === requestId);
  expect(refused).toMatchObject({ status: 'ERROR' });
  const codes = [permissions.deviceList, permissions.deviceVideo];
  await server.asOwner((sql) => sql`update roles set permissions = ${codes} where id = ${keeper.roleId}`);
  expect((await (await fetch(`${url}${path}`)).json()) as object).toMatchObject({
    code: errors.notFound.code,
  });
  const { url: own } = await server.ok(address, mallAdmin, { id });
  server.clock.advance(Date.parse(expiresAt) - server.clock().getTime() + 1_000);
  expect((await (await fetch(`${url}${own}`)).json()) as object).toMatchObject({
    code: errors.notFound.code,
  });
});

test('everybody who watches sees who records, and the company of the robot is notified of another one', async () => {
  const { name } = videoTopic(robot.id);
  const page = await aSocket(server, url.replace('http', 'ws'), mallAdmin);
  closes.push(page.close);
  page.say({ subscribe: name });
  const view = await camera.watch(agentAdmin, 'A look');
  const withoutReason = await server.send(start, agentAdmin, { sessionId: view.sessionId });
  expect(withoutReason).toMatchObject({
    code: 422,
    data: { reasons: { reason: { code: 'REASON_MISSING' } } },
  });
  const input = { sessionId: view.sessionId, reason: 'Evidence' };
  const { id } = await server.ok(start, agentAdmin, input);
  // What the server pushes is checked by its own schema.
  const recording = () =>
    (page.on(name).at(-1)?.['sessions'] as { recording: object | null }[] | undefined)?.[0]?.recording;
  await eventually(() => recording(), 'the mark');
  expect(recording()).toMatchObject({ id, name: 'Nick agentAdmin', company: 'Agent' });
  const notices = await server.asOwner(
    (sql) => sql`select params from notices where template = 'videoRecorded' and device_id = ${robot.id}`,
  );
  expect(notices.map(({ params }) => params as unknown)).toEqual([
    { name: 'Otter', viewer: 'Nick agentAdmin', company: 'Agent' },
  ]);
  const second = await camera.watch(mallAdmin);
  expect((await server.send(start, mallAdmin, { sessionId: second.sessionId })).msg).toContain(
    'Nick agentAdmin',
  );
  expect(await server.ok(stop, mallAdmin, { id })).toMatchObject({
    end: 'STOPPED',
    endedBy: 'Nick mallAdmin',
  });
  await eventually(() => recording() === null, 'the end of the mark');
});

test('without live video, with the session of another, an ended or no session a recording is refused', async () => {
  const jpegOnly = await server.ok(videoCalls.open, mallAdmin, { deviceId: robot.id, camera: 'FRONT' });
  const begin = (who: Person, sessionId: string) => server.send(start, who, { sessionId, reason: 'Why' });
  expect((await begin(mallAdmin, jpegOnly.sessionId)).msg).toBe(errors.noLiveVideo.texts.en);
  await camera.watch(agentAdmin, 'A look');
  // The camera has live video, but this page shows the other pictures.
  expect((await begin(mallAdmin, jpegOnly.sessionId)).msg).toBe(errors.noLiveVideo.texts.en);
  await server.ok(videoCalls.close, mallAdmin, { viewId: jpegOnly.viewId });
  const answers = [
    await begin(mallAdmin, jpegOnly.sessionId),
    await begin(otherAdmin, jpegOnly.sessionId),
    await begin(mallAdmin, crypto.randomUUID()),
  ];
  for (const { code } of answers) expect(code).toBe(errors.notFound.code);
  const watcher = await server.anAccount({
    companyId: companyIds.mall,
    permissionCodes: [permissions.deviceList, permissions.deviceVideo],
  });
  expect((await begin(watcher, jpegOnly.sessionId)).code).toBe(403);
});

test('a recording ends after ten minutes', async () => {
  const { id } = await aRecording();
  await untilStored(id, 0);
  server.clock.advance(600_000);
  expect(await untilEnded(id)).toMatchObject({ end: 'TIME_UP' });
});

test('a recording ends with the view, and what was written can be played', async () => {
  const { id, view } = await aRecording();
  await untilStored(id, 1_000);
  await server.ok(videoCalls.close, mallAdmin, { viewId: view.viewId });
  expect(await untilEnded(id)).toMatchObject({ end: 'LEFT' });
  await store();
  expect((await playedBy(mallAdmin, id)).webm.durationMs).toBeGreaterThanOrEqual(1_000);
});

test.each([
  ['role', [permissions.deviceList, permissions.deviceVideo]],
  ['account', undefined],
] as const)('a recording ends when its %s no longer allows it', async (_what, codes) => {
  const keeper = await server.anAccount({
    companyId: companyIds.mall,
    permissionCodes: [permissions.deviceList, permissions.deviceVideo, permissions.deviceRecord],
  });
  const { id } = await aRecording(keeper);
  await untilStored(id, 0);
  await server.asOwner((sql) =>
    codes
      ? sql`update roles set permissions = ${[...codes]} where id = ${keeper.roleId}`
      : sql`update accounts set disabled = true where id = ${keeper.id}`,
  );
  server.clock.advance(1_000);
  expect(await untilEnded(id)).toMatchObject({ end: 'RIGHT_ENDED' });
});

test('a recording goes on with the next live video after one that broke', async () => {
  const { id, view } = await aRecording();
  await untilStored(id, 500);
  const closedBefore = robot.told('stream.close').length;
  await camera.breakLive();
  await eventually(
    () => robot.told('stream.close').length > closedBefore,
    'the end of the live video',
    15_000,
  );
  const before = Number((await rowOf(id))['duration_ms']);
  // The server waits before it asks the robot again.
  server.clock.advance(10_000);
  const again = await eventually(() => view.reconnect().catch(() => undefined), 'the next video', 20_000);
  closes.push(again.close);
  await untilStored(id, before + 1_000);
  await server.ok(stop, mallAdmin, { id });
  await store();
  const { webm } = await playedBy(mallAdmin, id);
  const times = webm.frames.map(({ ms }) => ms);
  expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
});

test('a recording ends when its robot goes offline, and what was written can be played', async () => {
  const { id, view } = await aRecording();
  await untilStored(id, 500);
  camera.film(false);
  await robot.robot.say('connection', { connectionState: 'OFFLINE' }, 1);
  await eventually(
    () => server.gateway.live(robot.id)?.connection.state === 'OFFLINE',
    'the robot to be offline',
  );
  // The page stays open meanwhile.
  await eventually(async () => {
    await server.ok(videoCalls.keepOn, mallAdmin, { viewId: view.viewId, transport: 'WEBRTC' });
    server.clock.advance(5_000);
    return (await rowOf(id))['ended_at'] !== null;
  }, 'the end of the recording');
  expect(await untilEnded(id)).toMatchObject({ end: 'OFFLINE', endedBy: '' });
  await store();
  expect((await playedBy(mallAdmin, id)).webm.durationMs).toBeGreaterThanOrEqual(500);
});

/** The number of pictures that the viewer has received from now on. */
function countPictures({ packets }: { packets: readonly { header: { timestamp: number } }[] }) {
  const from = packets.length;
  return () => new Set(packets.slice(from).map(({ header }) => header.timestamp)).size;
}
/** Runs `work` while recordings cannot be stored. */
async function withoutDatabase(work: () => Promise<unknown>) {
  const rename = (before: string, after: string) =>
    server.asOwner((sql) => sql`alter table ${sql(before)} rename to ${sql(after)}`);
  await rename('video_recordings', 'recordings_away');
  await work().finally(() => rename('recordings_away', 'video_recordings'));
}

test('a recording goes on through an outage of the database, and no picture of it is missing', async () => {
  const { id, view } = await aRecording();
  await untilStored(id, 500);
  const pictures = countPictures(view.viewer);
  // More than two seconds: the server could not store them.
  await withoutDatabase(() => eventually(() => pictures() > 60, 'the pictures of the outage', 30_000));
  const during = pictures();
  const { duration_ms: stored } = await rowOf(id);
  await untilStored(id, Number(stored) + 3_000);
  await server.ok(stop, mallAdmin, { id });
  await store();
  const times = (await playedBy(mallAdmin, id)).webm.frames.map(({ ms }) => ms);
  expect(times.filter((ms) => ms > Number(stored)).length).toBeGreaterThanOrEqual(during);
  expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
});

test('the last pictures of a recording that ends during an outage of the database are stored after it', async () => {
  const { id, view } = await aRecording();
  await untilStored(id, 500);
  const { duration_ms: stored } = await rowOf(id);
  const pictures = countPictures(view.viewer);
  let during = 0;
  await withoutDatabase(async () => {
    await eventually(() => pictures() > 60, 'the pictures of the outage', 30_000);
    during = pictures();
    await server.ok(videoCalls.close, mallAdmin, { viewId: view.viewId });
    // Longer than a recording waits for the rest of its pictures.
    await delay(3_000);
  });
  expect(await untilEnded(id)).toMatchObject({ end: 'LEFT' });
  await store();
  expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({ state: 'STORED' });
  const times = (await playedBy(mallAdmin, id)).webm.frames.map(({ ms }) => ms);
  // The pictures of the last moment may be on their way to the recording when the view ends.
  expect(times.filter((ms) => ms > Number(stored)).length).toBeGreaterThanOrEqual(during - 25);
});

test('a recording without pictures for long ends, and one without any is empty', async () => {
  const view = await camera.watch(mallAdmin);
  camera.film(false);
  const { id } = await server.ok(start, mallAdmin, { sessionId: view.sessionId });
  server.clock.advance(16_000);
  const { end } = await untilEnded(id);
  expect(['LOST', 'GONE', 'OFFLINE']).toContain(end);
  await store();
  expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({
    state: 'EMPTY',
    bytes: 0,
    durationMs: 0,
  });
  expect((await server.send(address, mallAdmin, { id })).code).toBe(errors.notFound.code);
  await server.ok(remove, mallAdmin, { id });
  expect((await server.ok(list, mallAdmin, { deviceId: robot.id })).total).toBe(0);
});

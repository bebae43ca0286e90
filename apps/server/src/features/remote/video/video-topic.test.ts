import { deviceShareCalls, videoCalls, videoFramesTopic, videoTopic } from '@sweepline/contract';
import { encodeFrame, readFrameHeader } from '@sweepline/contract/robot';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot, aSocket } from '../../../test-kit/builders/drivable.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';
import { announceSections } from '../../devices/settings/section-service.ts';

const { standing, open, keepOn, close } = videoCalls;
const { mallAdmin, agentAdmin, otherAdmin } = people;

const server = sharedTestServer();
let address: string;
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
const sockets: { close(): void }[] = [];
let count = 0;
beforeAll(async () => {
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-TOPIC-${++count}` });
  const report = { versions: {}, sections: {}, consumables: [], cameras: ['FRONT'], streams: ['WS_JPEG'] };
  await robot.robot.say('xReported', report, 1);
  await eventually(
    async () => (await server.ok(standing, mallAdmin, { deviceId: robot.id })).supported,
    'the cameras',
  );
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await robot.leave();
});

const openAs = (who: Person, size: 'LARGE' | 'SMALL' = 'LARGE') =>
  server.ok(open, who, { deviceId: robot.id, camera: 'FRONT', reason: 'A look', size });
async function pageOf(who: Person) {
  const page = await aSocket(server, address, who);
  sockets.push(page);
  const { name } = videoTopic(robot.id);
  page.say({ subscribe: name });
  // A subscription is admitted after a look into the database; the answer to the same look follows it.
  await server.send(standing, who, { deviceId: robot.id });
  const newest = () => page.on(name).at(-1) as { sessions: { state: string; viewers: unknown[] }[] };
  return { page, newest, count: () => page.on(name).length };
}
async function connectStream(sessionId: string) {
  const token = await eventually(
    () =>
      robot
        .told('stream.open')
        .map(({ params }) => params as { sessionId: string; token: string })
        .find((params) => params.sessionId === sessionId)?.token,
    'the command',
  );
  const basic = Buffer.from(`${robot.robot.device.sn}:secret`).toString('base64');
  const stream = new WebSocket(`${address}/device/v1/stream/${sessionId}?token=${token}`, {
    headers: { authorization: `Basic ${basic}` },
  });
  sockets.push(stream);
  await new Promise((done, fail) => stream.on('open', done).on('error', fail));
  return stream;
}
const untilState = (page: Awaited<ReturnType<typeof pageOf>>, state: string) =>
  eventually(() => page.newest()?.sessions[0]?.state === state, `the state ${state} on the page`);
const setVideo = (videoAllowed: boolean) =>
  server.asOwner(
    (sql) => sql`
      insert into device_sections (id, company_id, device_id, name, version, hash, document, state, code, changed_by, reported_hash, reported_status, told)
      values (gen_random_uuid(), ${companyIds.mall}, ${robot.id}, 'settings', 1, '', ${sql.json({ videoAllowed })}, 'SYNCED', '', '', '', '', true)
      on conflict (device_id, name) do update set document = excluded.document`,
  );

test('a page is pushed each state of a stream and each viewer', async () => {
  const page = await pageOf(mallAdmin);
  const { sessionId, viewId } = await openAs(mallAdmin);
  await untilState(page, 'STARTING');
  await connectStream(sessionId);
  await untilState(page, 'RUNNING');
  expect(page.newest()).toMatchObject({ right: 'COMPANY', sessions: [{ viewers: [{ reason: 'A look' }] }] });
  await server.ok(close, mallAdmin, { viewId });
  await eventually(() => page.newest().sessions[0]?.viewers.length === 0, 'the end of the view');
});

test('an account without access to the device is pushed nothing, one with a share its own standing', async () => {
  const foreign = await pageOf(otherAdmin);
  const own = await pageOf(mallAdmin);
  await openAs(mallAdmin);
  await untilState(own, 'STARTING');
  expect(foreign.count()).toBe(0);
  const share = {
    deviceId: robot.id,
    username: 'otherAdmin',
    rights: ['VIDEO' as const],
    term: 'DAY' as const,
  };
  const { id } = await server.ok(deviceShareCalls.create, mallAdmin, share);
  const shared = await pageOf(otherAdmin);
  const { viewId } = await openAs(otherAdmin);
  await eventually(() => shared.newest()?.sessions[0]?.viewers.length === 2, 'two viewers');
  expect(shared.newest()).toMatchObject({ right: 'SHARE', reasonDue: true });
  await server.ok(deviceShareCalls.revoke, mallAdmin, { id });
  await eventually(() => own.newest().sessions[0]?.viewers.length === 1, 'the end of the view');
  const before = shared.count();
  await server.send(close, otherAdmin, { viewId });
  await openAs(mallAdmin);
  await eventually(() => own.newest().sessions[0]?.viewers.length === 2, 'two views');
  expect(shared.count()).toBe(before);
});

test('video that is switched off while it is watched ends as switched off, not as lost', async () => {
  const page = await pageOf(mallAdmin);
  const { sessionId } = await openAs(mallAdmin);
  await connectStream(sessionId);
  await untilState(page, 'RUNNING');
  await setVideo(false);
  announceSections(server.bus, robot.id);
  await untilState(page, 'CLOSED');
  expect(page.newest()).toMatchObject({ isAllowed: false, sessions: [{ reason: 'VIDEO_OFF' }] });
});

test('a robot that ends its stream because its video is off is not reported as lost', async () => {
  const page = await pageOf(mallAdmin);
  const { sessionId } = await openAs(mallAdmin);
  const stream = await connectStream(sessionId);
  await untilState(page, 'RUNNING');
  await setVideo(false);
  stream.close();
  await untilState(page, 'CLOSED');
  expect(page.newest()).toMatchObject({ sessions: [{ reason: 'VIDEO_OFF' }] });
});

test('the capture time of a robot whose clock is wrong arrives by the server’s clock', async () => {
  const behindMs = 60_000;
  const { sessionId } = await openAs(mallAdmin);
  const stream = await connectStream(sessionId);
  const page = await aSocket(server, address, mallAdmin);
  sockets.push(page);
  page.say({ subscribe: videoFramesTopic(sessionId) });
  const nowMs = () => server.clock().getTime();
  for (let times = 0; times < 20; times++) {
    const timestamp = new Date(nowMs() - behindMs).toISOString();
    await robot.robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false, timestamp });
  }
  const lateMs = await eventually(() => {
    server.clock.advance(1_000);
    const capturedMs = nowMs() - behindMs - 300;
    stream.send(
      encodeFrame(
        { sequence: 0, capturedMs, width: 640, height: 360 },
        Buffer.from([0xff, 0xd8, 0xff, 0xd9]),
      ),
    );
    const newest = page.binaries.at(-1);
    const header = newest && readFrameHeader(new Uint8Array(newest).subarray(16));
    const ageMs = header ? nowMs() - header.capturedMs : Infinity;
    return ageMs < 10_000 && ageMs;
  }, 'a corrected frame');
  expect(lateMs).toBeGreaterThanOrEqual(300);
});

test('a small stream asks for small pictures, and the first large view replaces it', async () => {
  const page = await pageOf(mallAdmin);
  const small = await openAs(mallAdmin, 'SMALL');
  await connectStream(small.sessionId);
  await untilState(page, 'RUNNING');
  const large = await openAs(agentAdmin, 'LARGE');
  expect(large.sessionId > small.sessionId).toBe(true);
  const terms = () => robot.told('stream.open').map(({ params }) => params as Record<string, unknown>);
  await eventually(() => terms().length === 2, 'the second stream');
  expect(terms()).toMatchObject([
    { sessionId: small.sessionId, width: 320, fps: 2 },
    { sessionId: large.sessionId, width: 640, fps: 8 },
  ]);
  expect(robot.told('stream.close').map(({ params }) => params)).toEqual([{ sessionId: small.sessionId }]);
  const joined = await openAs(mallAdmin, 'SMALL');
  expect(joined.sessionId).toBe(large.sessionId);
  await server.ok(keepOn, mallAdmin, { viewId: joined.viewId });
});

test('a large stream that only small views watch is replaced after some seconds', async () => {
  const page = await pageOf(mallAdmin);
  const large = await openAs(agentAdmin, 'LARGE');
  const small = await openAs(mallAdmin, 'SMALL');
  await connectStream(large.sessionId);
  await untilState(page, 'RUNNING');
  await server.ok(close, agentAdmin, { viewId: large.viewId });
  server.clock.advance(8_100);
  await untilState(page, 'CLOSED');
  expect(page.newest()).toMatchObject({ sessions: [{ reason: 'REPLACED' }] });
  expect(small.sessionId).toBe(large.sessionId);
});

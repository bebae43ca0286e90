import {
  accessCalls,
  deviceShareCalls,
  errors,
  videoCalls,
  videoRecordingCalls,
  videoViewCalls,
} from '@sweepline/contract';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot } from '../../../test-kit/builders/drivable.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';
import { aLiveCamera } from '../../../test-kit/video/live-camera.ts';
import { recordingStoreJob } from './recording-store-service.ts';

const { start, stop, list, detail, address, remove } = videoRecordingCalls;
const { standing } = videoCalls;
const { mallAdmin, otherAdmin, agentAdmin, superAdmin } = people;

const server = sharedTestServer({}, { media: { host: '127.0.0.1', iceServers: [] } });
let url: string;
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
let camera: ReturnType<typeof aLiveCamera>;
let count = 0;

beforeAll(async () => {
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-RECI-${++count}` });
  camera = aLiveCamera(robot.robot, () => url);
  await camera.report(mallAdmin);
});
afterEach(async () => {
  await camera.close();
  await robot.leave();
});

const share = () =>
  server.ok(deviceShareCalls.create, mallAdmin, {
    deviceId: robot.id,
    username: 'otherAdmin',
    rights: ['VIDEO' as const],
    term: 'DAY' as const,
  });
const codesOf = async (who: Person, id: string) => {
  const codes = [];
  for (const call of [detail, address, stop, remove]) codes.push((await server.send(call, who, { id })).code);
  return codes;
};
const notFound = Array<number>(4).fill(errors.notFound.code);
const totalFor = async (who: Person) => (await server.ok(list, who, { deviceId: robot.id })).total;

test('a company beside that of the robot reads, stops and deletes no recording; one above it does', async () => {
  const { id } = await server.aVideoRecording({ companyId: companyIds.mall, deviceId: robot.id });
  expect(await codesOf(otherAdmin, id)).toEqual(notFound);
  expect((await server.send(list, otherAdmin, { deviceId: robot.id })).code).toBe(errors.notFound.code);
  expect(await totalFor(agentAdmin)).toBe(1);
  await server.ok(remove, agentAdmin, { id });
  expect(await totalFor(mallAdmin)).toBe(0);
});

test('the receiver of a share records, reads only what it recorded itself, and nothing after the share', async () => {
  const { id: shareId } = await share();
  const { id: foreign } = await server.aVideoRecording({ companyId: companyIds.mall, deviceId: robot.id });
  const { sessionId } = await camera.watch(otherAdmin, 'Help');
  const { id } = await server.ok(start, otherAdmin, { sessionId, reason: 'Help' });
  expect(await server.ok(detail, otherAdmin, { id })).toMatchObject({ byRight: 'SHARE', company: 'Other' });
  expect((await server.ok(list, otherAdmin, { deviceId: robot.id })).list.map((it) => it.id)).toEqual([id]);
  expect(await codesOf(otherAdmin, foreign)).toEqual(notFound);
  await eventually(async () => (await server.ok(detail, mallAdmin, { id })).bytes > 0, 'pictures');
  await server.ok(stop, otherAdmin, { id });
  await recordingStoreJob({ ...server, now: server.clock }).run();
  const { url: path } = await server.ok(address, otherAdmin, { id });
  expect((await fetch(`${url}${path}`)).headers.get('content-type')).toBe('video/webm');
  expect((await server.send(remove, otherAdmin, { id })).code).toBe(errors.notFound.code);
  await server.ok(deviceShareCalls.revoke, mallAdmin, { id: shareId });
  expect(await codesOf(otherAdmin, id)).toEqual(notFound);
  expect((await (await fetch(`${url}${path}`)).json()) as object).toMatchObject({
    code: errors.notFound.code,
  });
  expect(await totalFor(mallAdmin)).toBe(2);
});

test('the receiver of a share sees a recording of the company, and cannot stop it', async () => {
  await share();
  const { sessionId } = await camera.watch(mallAdmin);
  await server.ok(start, mallAdmin, { sessionId, reason: '' });
  const mayStop = async (who: Person) =>
    (await server.ok(standing, who, { deviceId: robot.id })).sessions[0]?.recording?.mayStop;
  expect([await mayStop(mallAdmin), await mayStop(agentAdmin), await mayStop(otherAdmin)]).toEqual([
    true,
    true,
    false,
  ]);
});

test('a recording by share ends when the share is revoked', async () => {
  const { id: shareId } = await share();
  const { sessionId } = await camera.watch(otherAdmin, 'Help');
  const { id } = await server.ok(start, otherAdmin, { sessionId, reason: 'Help' });
  await server.ok(deviceShareCalls.revoke, mallAdmin, { id: shareId });
  const ended = await eventually(async () => {
    const row = await server.ok(detail, mallAdmin, { id });
    return row.endedAt !== null && row;
  }, 'the end');
  expect(ended).toMatchObject({ end: 'RIGHT_ENDED' });
});

test('an impersonating session neither records nor reads', async () => {
  const { id } = await server.aVideoRecording({ companyId: companyIds.mall, deviceId: robot.id });
  const { sessionId } = await camera.watch(mallAdmin);
  const { session } = await server.ok(accessCalls.viewAs, superAdmin, { id: mallAdmin.id });
  const viewer = { ...mallAdmin, token: session };
  expect((await server.send(start, viewer, { sessionId, reason: 'Why' })).code).toBe(403);
  const codes = await codesOf(viewer, id);
  expect(codes).toEqual([403, 403, 403, 403]);
  expect((await server.send(list, viewer, { deviceId: robot.id })).code).toBe(403);
  expect(await server.ok(standing, viewer, { deviceId: robot.id })).toMatchObject({
    sessions: [{ recording: null }],
  });
  expect((await server.ok(videoViewCalls.list, mallAdmin, { deviceId: robot.id })).total).toBe(1);
});

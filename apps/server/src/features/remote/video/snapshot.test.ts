import { errors, fileCalls, permissions, videoCalls, videoSnapshotCalls } from '@sweepline/contract';
import { encodeFrame } from '@sweepline/contract/robot';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { robotCleanupJob } from '../../../robots/care/robot-cleanup-service.ts';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot } from '../../../test-kit/builders/drivable.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';

const { standing, open, close } = videoCalls;
const { add, list, picture, remove } = videoSnapshotCalls;
const { mallAdmin, agentAdmin, otherAdmin } = people;

const server = sharedTestServer();
let address: string;
let jpeg: Buffer;
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
const ends: (() => void)[] = [];
let count = 0;
beforeAll(async () => {
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  jpeg = await sharp({ create: { width: 640, height: 360, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
});
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-SNAP-${++count}` });
  const report = { versions: {}, sections: {}, consumables: [], cameras: ['FRONT'], streams: ['WS_JPEG'] };
  await robot.robot.say('xReported', report, 1);
  await eventually(
    async () => (await server.ok(standing, mallAdmin, { deviceId: robot.id })).supported,
    'the cameras',
  );
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await robot.leave();
});

/** A view of an account on a camera that sends pictures. */
async function aView(who: Person, sent: Buffer = jpeg) {
  const reason = who === mallAdmin ? '' : 'A look';
  const view = await server.ok(open, who, { deviceId: robot.id, camera: 'FRONT', reason });
  const token = await eventually(
    () =>
      robot
        .told('stream.open')
        .map(({ params }) => params as { sessionId: string; token: string })
        .find(({ sessionId }) => sessionId === view.sessionId)?.token,
    'the command',
  );
  const basic = Buffer.from(`${robot.robot.device.sn}:secret`).toString('base64');
  const stream = new WebSocket(`${address}/device/v1/stream/${view.sessionId}?token=${token}`, {
    headers: { authorization: `Basic ${basic}` },
  });
  await new Promise((done, fail) => stream.on('open', done).on('error', fail));
  const send = () => {
    const header = { sequence: 0, capturedMs: server.clock().getTime(), width: 640, height: 360 };
    stream.send(encodeFrame(header, sent));
  };
  const timer = setInterval(send, 50);
  ends.push(() => {
    clearInterval(timer);
    stream.terminate();
  });
  return view;
}
/** The picture of a snapshot; the answer of the app carries its bytes. */
const pictureOf = async (who: Person, id: string) =>
  (await server.answerOf(picture, who, { id })) as unknown as {
    headers: Record<string, string>;
    rawPayload: Buffer;
  };

test('a snapshot has viewer, robot and time in its picture and is listed for the company of the robot', async () => {
  const { viewId } = await aView(agentAdmin);
  const taken = await server.ok(add, agentAdmin, { viewId });
  expect(taken).toMatchObject({ camera: 'FRONT', viewer: 'Nick agentAdmin', company: 'Agent', width: 640 });
  expect((await server.ok(list, mallAdmin, { deviceId: robot.id })).list).toEqual([taken]);
  const answer = await pictureOf(mallAdmin, taken.id);
  expect(answer.headers['content-type']).toBe('image/jpeg');
  expect(answer.headers['cache-control']).toBe('no-store');
  const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([640, 360]);
  const at = (x: number, y: number) => [...data.subarray((y * 640 + x) * 3, (y * 640 + x) * 3 + 3)];
  expect(at(320, 20)[0]).toBeGreaterThan(240);
  // The caption is a dark band with white letters.
  expect(at(600, 350)[0]).toBeLessThan(120);
  const band = data.subarray(300 * 640 * 3);
  const white = band.filter((_, index) => index % 3 === 1 && band[index]! > 200).length;
  expect(white).toBeGreaterThan(200);
});

test('a picture is read by its own call only, within tenant scope and with its own permission', async () => {
  const { viewId } = await aView(mallAdmin);
  const { id } = await server.ok(add, mallAdmin, { viewId });
  const [row] = await server.asOwner((sql) => sql`select file_id from video_snapshots where id = ${id}`);
  const hash = String(row!['file_id']);
  expect((await server.send(fileCalls.read, mallAdmin, { hash })).code).toBe(errors.notFound.code);
  expect((await server.send(picture, otherAdmin, { id })).code).toBe(errors.notFound.code);
  const watcher = await server.anAccount({
    companyId: companyIds.mall,
    permissionCodes: [permissions.deviceList, permissions.deviceVideo],
  });
  expect((await server.send(picture, watcher, { id })).code).toBe(403);
  expect((await server.send(add, watcher, { viewId })).code).toBe(403);
});

test('a view that has ended, one of another sign-in and a stream without pictures give no snapshot', async () => {
  const { viewId } = await server.ok(open, mallAdmin, { deviceId: robot.id, camera: 'FRONT', reason: '' });
  expect((await server.send(add, mallAdmin, { viewId })).msg).toBe(errors.noPicture.texts.en);
  expect((await server.send(add, agentAdmin, { viewId })).code).toBe(errors.notFound.code);
  await server.ok(close, mallAdmin, { viewId });
  expect((await server.send(add, mallAdmin, { viewId })).code).toBe(errors.notFound.code);
});

test('a damaged picture is not stored', async () => {
  const { viewId } = await aView(mallAdmin, Buffer.from([0xff, 0xd8, 0xff, 0xd9, 1, 2, 3]));
  expect((await server.send(add, mallAdmin, { viewId })).msg).toBe(errors.noPicture.texts.en);
  expect((await server.ok(list, mallAdmin, { deviceId: robot.id })).total).toBe(0);
});

test('a snapshot is deleted by hand, and after 180 days', async () => {
  const day = 86_400_000;
  const at = (ageMs: number) => new Date(server.clock().getTime() - ageMs).toISOString();
  const owner = { companyId: companyIds.mall, deviceId: robot.id };
  const [deleted, young] = [await server.aVideoSnapshot(owner), await server.aVideoSnapshot(owner)];
  await server.aVideoSnapshot({ ...owner, takenAt: at(181 * day) });
  expect((await server.send(remove, otherAdmin, { id: deleted.id })).code).toBe(errors.notFound.code);
  await server.ok(remove, mallAdmin, { id: deleted.id });
  await robotCleanupJob(server.db, server.clock).run();
  const { list: rest } = await server.ok(list, mallAdmin, { deviceId: robot.id });
  expect(rest.map(({ id }) => id)).toEqual([young.id]);
});

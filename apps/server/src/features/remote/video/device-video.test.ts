import {
  deviceShareCalls,
  errors,
  permissions,
  videoCalls,
  videoFramesTopic,
  videoViewCalls,
} from '@sweepline/contract';
import { encodeFrame } from '@sweepline/contract/robot';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot, aSocket } from '../../../test-kit/builders/drivable.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';

const { standing, open, keepOn, close } = videoCalls;
const { mallAdmin, staff, agentAdmin, otherAdmin, reader } = people;
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

const server = sharedTestServer();
let address: string;
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
const sockets: { close(): void }[] = [];
let count = 0;
beforeAll(async () => {
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-VIDEO-${++count}` });
  await report({ cameras: ['FRONT', 'DOWN', 'REAR'], streams: ['WS_JPEG'] });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await robot.leave();
});

const report = async (body: object) => {
  await robot.robot.say('xReported', { versions: {}, sections: {}, consumables: [], ...body }, 1);
  await eventually(
    async () => (await server.ok(standing, mallAdmin, { deviceId: robot.id })).supported,
    'the cameras',
  );
};
const openAs = (who: Person, camera = 'FRONT', reason = who === mallAdmin ? '' : 'A look') =>
  server.ok(open, who, { deviceId: robot.id, camera: camera as 'FRONT', reason });
const refusalOf = async (who: Person, camera = 'FRONT', reason = '') =>
  await server.send(open, who, { deviceId: robot.id, camera: camera as 'FRONT', reason });
const sessionOf = async (camera = 'FRONT') =>
  (await server.ok(standing, mallAdmin, { deviceId: robot.id })).sessions.find((it) => it.camera === camera);
const untilState = (state: string, camera = 'FRONT') =>
  eventually(async () => (await sessionOf(camera))?.state === state, `the state ${state}`);
/** The token of the newest stream. */
const tokenOf = async (sessionId: string) =>
  await eventually(
    () =>
      robot
        .told('stream.open')
        .map(({ params }) => params as { sessionId: string; token: string })
        .find((params) => params.sessionId === sessionId)?.token,
    'the command',
  );
const credential = (sn: string) => ({
  authorization: `Basic ${Buffer.from(`${sn}:secret`).toString('base64')}`,
});
/** Connects as the robot does. Resolves to the status of a refusal, or to the connection. */
const connectStream = (sessionId: string, token: string, sn = robot.robot.device.sn) =>
  new Promise<WebSocket | number>((done) => {
    const socket = new WebSocket(`${address}/device/v1/stream/${sessionId}?token=${token}`, {
      headers: credential(sn),
    });
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('open', () => done(socket));
    socket.on('unexpected-response', (_request, response) => done(response.statusCode ?? 0));
  });
async function streamOf(sessionId: string) {
  const socket = await connectStream(sessionId, await tokenOf(sessionId));
  if (typeof socket === 'number') throw new Error(`refused: ${socket}`);
  let sequence = 0;
  return {
    socket,
    send: () => {
      const capturedMs = server.clock().getTime();
      socket.send(encodeFrame({ sequence: sequence++, capturedMs, width: 640, height: 360 }, jpeg));
    },
  };
}
/** A page that subscribes to the frames of a session. */
async function pageOf(who: Person, sessionId: string) {
  const page = await aSocket(server, address, who);
  sockets.push(page);
  page.say({ subscribe: videoFramesTopic(sessionId) });
  return page;
}
type Page = Awaited<ReturnType<typeof pageOf>>;
const untilFrame = (page: Page, stream: { send(): void }) => {
  const before = page.binaries.length;
  return eventually(() => {
    stream.send();
    return page.binaries.length > before;
  }, 'a frame');
};

test('two viewers share one stream of the robot and get its frames with the id of the session', async () => {
  const first = await openAs(mallAdmin);
  expect(await sessionOf()).toMatchObject({ state: 'STARTING' });
  const second = await openAs(agentAdmin);
  expect(second.sessionId).toBe(first.sessionId);
  const stream = await streamOf(first.sessionId);
  await untilState('RUNNING');
  const pages = [await pageOf(mallAdmin, first.sessionId), await pageOf(agentAdmin, first.sessionId)];
  for (const page of pages) await untilFrame(page, stream);
  const frame = Buffer.from(pages[0]!.binaries[0]!);
  expect(frame.toString('hex', 0, 16)).toBe(first.sessionId.replaceAll('-', ''));
  expect(frame.subarray(36)).toEqual(jpeg);
  expect(robot.told('stream.open')).toHaveLength(1);
  expect((await sessionOf())?.viewers).toMatchObject([
    { name: 'Nick mallAdmin', company: 'Mall', byRight: 'COMPANY', reason: '' },
    { name: 'Nick agentAdmin', company: 'Agent', byRight: 'COMPANY', reason: 'A look' },
  ]);
});

test('a page without a view gets no frames', async () => {
  const { sessionId } = await openAs(mallAdmin);
  const stream = await streamOf(sessionId);
  const [own, foreign] = [await pageOf(mallAdmin, sessionId), await pageOf(staff, sessionId)];
  await untilFrame(own, stream);
  await untilFrame(own, stream);
  expect(foreign.binaries).toEqual([]);
});

test('a token used twice, late, wrong or by another robot is answered with 401 and stored as a refused message', async () => {
  const { sessionId } = await openAs(mallAdmin);
  const token = await tokenOf(sessionId);
  expect(await connectStream(sessionId, 'wrong')).toBe(401);
  const other = await aDrivableRobot(server, { sn: `J30-VIDEO-B${count}` });
  expect(await connectStream(sessionId, token, other.robot.device.sn)).toBe(401);
  await other.leave();
  await streamOf(sessionId);
  expect(await connectStream(sessionId, token)).toBe(401);
  const rows = () =>
    server.asOwner(
      (sql) => sql`select reason from dead_letters where topic like '%/stream/%' and device_id = ${robot.id}`,
    );
  await eventually(async () => (await rows()).length >= 2, 'the refused messages');
  const late = await openAs(mallAdmin, 'DOWN');
  const lateToken = await tokenOf(late.sessionId);
  server.clock.advance(60_001);
  expect(await connectStream(late.sessionId, lateToken)).toBe(401);
});

test('a stream that ends at the robot, or does not start, says why', async () => {
  const { sessionId } = await openAs(mallAdmin);
  const stream = await streamOf(sessionId);
  await untilState('RUNNING');
  stream.socket.close();
  await untilState('CLOSED');
  expect(await sessionOf()).toMatchObject({ reason: 'LOST', viewers: [] });
  robot.answers['stream.open'] = { status: 'REJECTED', code: 'VIDEO_OFF' };
  await openAs(mallAdmin);
  await untilState('START_FAILED');
  expect(await sessionOf()).toMatchObject({ reason: 'VIDEO_OFF' });
});

test('a stream whose command expires at the robot says that the robot did not answer in time', async () => {
  robot.answers['stream.open'] = { status: 'REJECTED', code: 'EXPIRED' };
  await openAs(mallAdmin);
  await untilState('START_FAILED');
  expect(await sessionOf()).toMatchObject({ reason: 'TIMED_OUT' });
});

test('a stream goes on for some seconds after its last viewer, then the robot is told to stop', async () => {
  const { sessionId, viewId } = await openAs(mallAdmin);
  await streamOf(sessionId);
  await untilState('RUNNING');
  await server.ok(close, mallAdmin, { viewId });
  const again = await openAs(mallAdmin);
  expect(again.sessionId).toBe(sessionId);
  await server.ok(close, mallAdmin, { viewId: again.viewId });
  server.clock.advance(8_001);
  await untilState('CLOSED');
  expect(robot.told('stream.close').map(({ params }) => params)).toEqual([{ sessionId }]);
});

test('a view without confirmations of its page ends, one with them goes on', async () => {
  const { sessionId, viewId } = await openAs(mallAdmin);
  await openAs(agentAdmin);
  const stream = await streamOf(sessionId);
  await untilState('RUNNING');
  for (let times = 0; times < 2; times++) {
    server.clock.advance(8_000);
    stream.send();
    await server.ok(keepOn, mallAdmin, { viewId });
  }
  await eventually(async () => (await sessionOf())?.viewers.length === 1, 'one viewer');
  const views = await server.ok(videoViewCalls.list, mallAdmin, { deviceId: robot.id });
  expect(views.list).toMatchObject([
    { viewer: 'Nick agentAdmin', company: 'Agent', reason: 'A look', end: 'GONE' },
    { viewer: 'Nick mallAdmin', end: null },
  ]);
});

test('refusals name what prevents watching', async () => {
  expect((await refusalOf(reader)).code).toBe(403);
  expect((await refusalOf(otherAdmin)).code).toBe(errors.notFound.code);
  expect((await refusalOf(mallAdmin, 'LEFT')).msg).toBe(errors.notSupported.texts.en);
  expect(await refusalOf(agentAdmin)).toMatchObject({
    code: 422,
    data: { fields: { reason: expect.anything() } },
  });
  const plain = await server.aDevice({ model: 'PLAIN', companyId: mallAdmin.companyId });
  expect((await server.send(open, mallAdmin, { deviceId: plain.id, camera: 'FRONT' })).msg).toBe(
    errors.notSupported.texts.en,
  );
  await openAs(mallAdmin, 'FRONT');
  await openAs(mallAdmin, 'DOWN');
  expect((await refusalOf(mallAdmin, 'REAR')).msg).toBe(errors.camerasBusy.texts.en);
  for (let more = 0; more < 4; more++) await openAs(mallAdmin, 'FRONT');
  expect((await refusalOf(mallAdmin, 'FRONT')).msg).toBe(errors.viewersFull.texts.en);
  await server.asOwner(
    (sql) =>
      sql`update device_sections set document = document || '{"videoAllowed": false}' where device_id = ${robot.id}`,
  );
  await server.asOwner(
    (
      sql,
    ) => sql`insert into device_sections (id, company_id, device_id, name, version, hash, document, state, code, changed_by, reported_hash, reported_status, told)
      values (gen_random_uuid(), ${mallAdmin.companyId}, ${robot.id}, 'settings', 1, '', '{"videoAllowed": false}', 'SYNCED', '', '', '', '', true)
      on conflict do nothing`,
  );
  expect((await refusalOf(mallAdmin, 'FRONT')).msg).toBe(errors.videoOff.texts.en);
});

test('of three cameras that are opened at the same moment two run and the third is refused', async () => {
  const view = {
    deviceId: robot.id,
    viewer: { accountId: mallAdmin.id, name: 'Nick', company: 'Mall' },
    byRight: 'COMPANY',
    reason: '',
  } as const;
  const opened = await Promise.allSettled(
    (['FRONT', 'DOWN', 'REAR'] as const).map((camera) =>
      server.gateway.videos.open({ ...view, camera, login: crypto.randomUUID() }),
    ),
  );
  expect(opened.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(opened[2]).toMatchObject({ reason: { code: 'CAMERAS_BUSY' } });
});

test('an offline robot is refused', async () => {
  await eventually(async () => {
    // Repeated, because a late reply on an outside broker may count as a sign of life after this message.
    await robot.robot.say('connection', { connectionState: 'OFFLINE' }, 1);
    return (await refusalOf(mallAdmin)).msg === errors.deviceOffline.texts.en;
  }, 'the refusal');
});

test('the view of another sign-in, an ended one and none are answered alike', async () => {
  const { viewId } = await openAs(mallAdmin);
  const codes = async (who: Person, id: string) => [
    (await server.send(keepOn, who, { viewId: id })).code,
    (await server.send(close, who, { viewId: id })).code,
  ];
  const missing = [errors.notFound.code, errors.notFound.code];
  expect(await codes(staff, viewId)).toEqual(missing);
  await server.ok(close, mallAdmin, { viewId });
  expect(await codes(mallAdmin, viewId)).toEqual(missing);
  expect(await codes(mallAdmin, '01900000-0000-7000-8999-000000000000')).toEqual(missing);
});

test('a VIDEO share grants watching, its company is told, and revoking it ends frames and view', async () => {
  const share = {
    deviceId: robot.id,
    username: 'otherAdmin',
    rights: ['VIDEO' as const],
    term: 'DAY' as const,
  };
  const { id } = await server.ok(deviceShareCalls.create, mallAdmin, share);
  expect(await server.ok(standing, otherAdmin, { deviceId: robot.id })).toMatchObject({
    right: 'SHARE',
    reasonDue: true,
    cameras: ['FRONT', 'DOWN', 'REAR'],
  });
  const { sessionId } = await openAs(otherAdmin);
  const stream = await streamOf(sessionId);
  const page = await pageOf(otherAdmin, sessionId);
  await untilFrame(page, stream);
  const notices = await server.asOwner(
    (sql) => sql`select params from notices where template = 'videoWatched' and device_id = ${robot.id}`,
  );
  expect(notices.map(({ params }) => params as unknown)).toEqual([
    { name: 'Otter', viewer: 'Nick otherAdmin', company: 'Other' },
  ]);
  await server.ok(deviceShareCalls.revoke, mallAdmin, { id });
  await eventually(async () => (await sessionOf())?.viewers.length === 0, 'the end of the view');
  const seen = page.binaries.length;
  const own = await openAs(mallAdmin);
  expect(own.sessionId).toBe(sessionId);
  const ownPage = await pageOf(mallAdmin, sessionId);
  await untilFrame(ownPage, stream);
  expect(page.binaries.length).toBe(seen);
  expect((await server.send(standing, otherAdmin, { deviceId: robot.id })).code).toBe(errors.notFound.code);
  const { list } = await server.ok(videoViewCalls.list, mallAdmin, { deviceId: robot.id });
  expect(list.find(({ company }) => company === 'Other')).toMatchObject({
    byRight: 'SHARE',
    end: 'RIGHT_ENDED',
  });
});

test.each(['role', 'account', 'device'])('a view ends when its %s no longer allows it', async (what) => {
  const viewer = await server.anAccount({
    companyId: companyIds.agent,
    permissionCodes: [permissions.deviceList, permissions.deviceVideo],
  });
  const { sessionId } = await openAs(viewer);
  const stream = await streamOf(sessionId);
  await untilFrame(await pageOf(viewer, sessionId), stream);
  await server.asOwner((sql) =>
    what === 'role'
      ? sql`update roles set permissions = ${[permissions.deviceList]} where id = ${viewer.roleId}`
      : what === 'account'
        ? sql`update accounts set disabled = true where id = ${viewer.id}`
        : sql`update devices set binding = 'FROZEN' where id = ${robot.id}`,
  );
  server.clock.advance(1_000);
  await eventually(async () => (await sessionOf())?.viewers.length === 0, 'the end of the view');
  const { list } = await server.ok(videoViewCalls.list, mallAdmin, { deviceId: robot.id });
  expect(list).toMatchObject([{ company: 'Agent', end: 'RIGHT_ENDED' }]);
});

test('a light of a robot that shows that it is watched is part of its live state', async () => {
  const telemetry = { mode: 'STANDBY', modePaused: false };
  const isLit = () => server.gateway.live(robot.id)?.cameraLight?.value;
  expect(isLit()).toBeUndefined();
  await robot.robot.say('xTelemetry', { ...telemetry, cameraLight: true }, 1);
  await eventually(() => isLit() === true, 'the light');
  await robot.robot.say('xTelemetry', { ...telemetry, cameraLight: false }, 1);
  await eventually(() => isLit() === false, 'the light to go out');
});

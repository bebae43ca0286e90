import { deviceShareCalls, videoCalls, whepPath } from '@sweepline/contract';
import { encodeFrame } from '@sweepline/contract/robot';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot } from '../../../test-kit/builders/drivable.ts';
import { people, type Person } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';
import { anOffer, aPublisher, aViewer } from '../../../test-kit/webrtc-peers.ts';

const { open, close, keepOn, standing } = videoCalls;
const { mallAdmin, agentAdmin, otherAdmin } = people;
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
const iceServers = [{ urls: ['stun:stun.example:3478'] }];

const server = sharedTestServer({}, { media: { host: '127.0.0.1', iceServers } });
let address: string;
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
let stream: WebSocket;
let view: { viewId: string; sessionId: string };
const closes: (() => unknown)[] = [];
let count = 0;

beforeAll(async () => {
  address = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-WEBRTC-${++count}` });
  await report(['WS_JPEG', 'WEBRTC']);
  view = await aRunningView();
});
afterEach(async () => {
  for (const end of closes.splice(0)) await end();
  stream.close();
  await robot.leave();
});

const report = async (streams: string[]) => {
  const body = { versions: {}, sections: {}, consumables: [], cameras: ['FRONT'], streams };
  await robot.robot.say('xReported', body, 1);
  await eventually(
    async () => (await server.ok(standing, mallAdmin, { deviceId: robot.id })).supported,
    'the cameras',
  );
};
const openAs = (who: Person) =>
  server.ok(open, who, {
    deviceId: robot.id,
    camera: 'FRONT',
    reason: who === mallAdmin ? '' : 'A look',
  });
const credential = (sn = robot.robot.device.sn) => ({
  authorization: `Basic ${Buffer.from(`${sn}:secret`).toString('base64')}`,
});
const commandOf = (transport: string) =>
  eventually(() => {
    const all = robot.told('stream.open').map(({ params }) => params as Record<string, string>);
    return all.findLast((params) => params['transport'] === transport);
  }, `the command for ${transport}`);
/** A view whose JPEG stream runs. */
async function aRunningView() {
  const opened = await openAs(mallAdmin);
  const { token } = await commandOf('WS_JPEG');
  const url = `${address.replace('http', 'ws')}/device/v1/stream/${opened.sessionId}?token=${token}`;
  stream = new WebSocket(url, { headers: credential() });
  await new Promise((done) => stream.on('open', done));
  stream.send(encodeFrame({ sequence: 0, capturedMs: Date.now(), width: 640, height: 360 }, jpeg));
  await eventually(async () => {
    const { sessions } = await server.ok(standing, mallAdmin, { deviceId: robot.id });
    return sessions[0]?.state === 'RUNNING';
  }, 'the stream');
  return opened;
}
const sdpOf = (body: string, headers: Record<string, string>) => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/sdp' },
  body,
});
const whip = (sessionId: string, token: string, sdp: string, sn?: string) =>
  fetch(`${address}/device/v1/whip/${sessionId}?token=${token}`, sdpOf(sdp, credential(sn)));
const whep = async (sdp: string, { viewId, sessionId } = view, who: Person = mallAdmin) =>
  await fetch(
    `${address}${whepPath}/${sessionId}?viewId=${viewId}`,
    sdpOf(sdp, { authorization: who.token }),
  );
/** Answers the next request for a stream over WebRTC as a robot does. */
async function publish() {
  const { sessionId, token } = (await commandOf('WEBRTC')) as { sessionId: string; token: string };
  const publisher = await aPublisher(async (offer) => {
    const answer = await whip(sessionId, token, offer);
    expect(answer.headers.get('location')).toBe(`/device/v1/whip/${sessionId}`);
    return await answer.text();
  });
  closes.push(publisher.close);
  await eventually(publisher.isConnected, 'the connection of the robot');
  publisher.send('KEY');
  return { publisher, sessionId, token };
}
async function watch(of = view, who: Person = mallAdmin) {
  let location = '';
  const viewer = await aViewer(async (offer) => {
    const answer = await whep(offer, of, who);
    expect(answer.status).toBe(201);
    location = answer.headers.get('location') ?? '';
    return await answer.text();
  });
  closes.push(viewer.close);
  return { ...viewer, location };
}

type Viewer = Awaited<ReturnType<typeof watch>>;
type Publisher = Awaited<ReturnType<typeof publish>>['publisher'];
/** Waits until a viewer gets no picture that another one gets. */
const untilQuiet = (viewer: Viewer, other: Viewer, publisher: Publisher) =>
  eventually(async () => {
    const [before, others] = [viewer.packets.length, other.packets.length];
    publisher.send('DELTA');
    await eventually(() => other.packets.length > others, 'the next picture of the other');
    return viewer.packets.length === before;
  }, 'no more pictures');

test('a view of a robot that offers WebRTC names the ICE servers, and one of another robot does not', async () => {
  expect(view).toMatchObject({ webrtc: { iceServers } });
  await server.ok(close, mallAdmin, { viewId: view.viewId });
  const other = await aDrivableRobot(server, { sn: `J30-WEBRTC-${++count}` });
  closes.push(other.leave);
  const body = { versions: {}, sections: {}, consumables: [], cameras: ['FRONT'], streams: ['WS_JPEG'] };
  await other.robot.say('xReported', body, 1);
  const opened = await eventually(
    () => server.ok(open, mallAdmin, { deviceId: other.id, camera: 'FRONT' }).catch(() => undefined),
    'a view',
  );
  expect(opened).toMatchObject({ webrtc: null });
});

test('a page is served over WebRTC from the key frame of the robot, beside its JPEG', async () => {
  const [viewer, { publisher }] = await Promise.all([watch(), publish()]);
  await eventually(() => viewer.packets.length > 0, 'the key frame');
  const before = viewer.packets.length;
  publisher.send('DELTA');
  await eventually(() => viewer.packets.length > before, 'the next picture');
  expect(stream.readyState).toBe(WebSocket.OPEN);
  expect(viewer.location).toBe(`${whepPath}/${view.sessionId}/${view.viewId}`);
  const authorization = mallAdmin.token;
  const end = () => fetch(`${address}${viewer.location}`, { method: 'DELETE', headers: { authorization } });
  expect((await end()).status).toBe(204);
  await server.ok(close, mallAdmin, { viewId: view.viewId });
  expect((await end()).status).toBe(404);
});

test('a second viewer shares the stream, and a view that is closed gets no more pictures', async () => {
  const [first, { publisher }] = await Promise.all([watch(), publish()]);
  const second = await watch(await openAs(agentAdmin), agentAdmin);
  await eventually(() => first.packets.length > 0 && second.packets.length > 0, 'pictures at both');
  expect(
    robot
      .told('stream.open')
      .filter(({ params }) => (params as { transport: string }).transport === 'WEBRTC'),
  ).toHaveLength(1);
  await server.ok(close, mallAdmin, { viewId: view.viewId });
  await untilQuiet(first, second, publisher);
});

test('an offer that is none, is too large or has no video is refused with 400', async () => {
  for (const sdp of ['hello', `v=0\r\nm=video 9\r\n${'a=x\r\n'.repeat(6_000)}`, await anOffer('audio')])
    expect((await whep(sdp)).status).toBe(400);
  expect(robot.told('stream.open')).toHaveLength(1);
});

test('another’s view, an ended one and none are answered alike, and one without a session with 401', async () => {
  const sdp = await anOffer();
  const answers = [
    await whep(sdp, view, otherAdmin),
    await whep(sdp, view, agentAdmin),
    await whep(sdp, { ...view, viewId: view.sessionId }),
    await whep(sdp, { ...view, sessionId: 'none' }),
  ];
  await server.ok(close, mallAdmin, { viewId: view.viewId });
  answers.push(await whep(sdp));
  const bodies = await Promise.all(
    answers.map(async (answer) => [answer.status, (await answer.json()) as object]),
  );
  for (const [status, body] of bodies) {
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: (bodies[0]![1] as { code: number }).code, data: null });
  }
  const anonymous = await fetch(
    `${address}${whepPath}/${view.sessionId}?viewId=${view.viewId}`,
    sdpOf(sdp, {}),
  );
  expect(anonymous.status).toBe(401);
});

test('a viewer whose share is revoked gets no more pictures', async () => {
  const share = {
    deviceId: robot.id,
    username: 'otherAdmin',
    rights: ['VIDEO' as const],
    term: 'DAY' as const,
  };
  const { id } = await server.ok(deviceShareCalls.create, mallAdmin, share);
  const guest = await openAs(otherAdmin);
  const [viewer, { publisher }] = await Promise.all([watch(guest, otherAdmin), publish()]);
  const own = await watch();
  await eventually(() => viewer.packets.length > 0 && own.packets.length > 0, 'pictures at both');
  await server.ok(deviceShareCalls.revoke, mallAdmin, { id });
  await untilQuiet(viewer, own, publisher);
  expect((await whep(await anOffer(), guest, otherAdmin)).status).toBe(404);
});

test('a token that is wrong, of another session, of another robot or used is answered with 401 and stored as a refused message', async () => {
  const watching = watch();
  const { sessionId = '', token = '' } = await commandOf('WEBRTC');
  const sdp = await anOffer();
  const other = await aDrivableRobot(server, { sn: `J30-WEBRTC-${++count}` });
  closes.push(other.leave);
  const statusOf = async (...offer: Parameters<typeof whip>) => (await whip(...offer)).status;
  expect(await statusOf(sessionId, 'wrong', sdp)).toBe(401);
  expect(await statusOf(view.sessionId, token, sdp)).toBe(401);
  expect(await statusOf(sessionId, token, sdp, other.robot.device.sn)).toBe(401);
  await publish();
  const viewer = await watching;
  await eventually(() => viewer.packets.length > 0, 'the key frame');
  expect(await statusOf(sessionId, token, sdp)).toBe(401);
  await eventually(async () => {
    const rows = await server.asOwner(
      (sql) => sql`select id from dead_letters where topic like '%/whip/%' and device_id = ${robot.id}`,
    );
    return rows.length >= 3;
  }, 'the refused messages');
});

test('a robot ends its stream, and another’s, an ended one and none are answered alike', async () => {
  const end = (sessionId: string, sn?: string) =>
    fetch(`${address}/device/v1/whip/${sessionId}`, { method: 'DELETE', headers: credential(sn) });
  const other = await aDrivableRobot(server, { sn: `J30-WEBRTC-${++count}` });
  closes.push(other.leave);
  const [viewer, { publisher, sessionId }] = await Promise.all([watch(), publish()]);
  await eventually(() => viewer.packets.length > 0, 'the key frame');
  const refused = [await end(sessionId, other.robot.device.sn)];
  const before = viewer.packets.length;
  publisher.send('DELTA');
  await eventually(() => viewer.packets.length > before, 'the stream goes on');
  expect((await end(sessionId)).status).toBe(204);
  refused.push(await end(sessionId), await end(view.sessionId));
  for (const answer of refused)
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'no such stream' }]);
  // Not asked of the robot again at once.
  expect((await whep(await anOffer())).status).toBe(503);
  expect(stream.readyState).toBe(WebSocket.OPEN);
});

test('the robot sends JPEG slowly while all viewers watch over WebRTC, and fast as soon as one does not', async () => {
  const paces: unknown[] = [];
  stream.on(
    'message',
    (data: Buffer, isBinary) => void (isBinary || paces.push(JSON.parse(data.toString()))),
  );
  const other = await openAs(agentAdmin);
  const shows = (who: Person, { viewId }: { viewId: string }, transport: 'WEBRTC' | 'WS_JPEG') =>
    server.ok(keepOn, who, { viewId, transport });
  await shows(mallAdmin, view, 'WEBRTC');
  await shows(agentAdmin, other, 'WEBRTC');
  await eventually(() => paces.length === 1, 'the slow pace');
  await shows(agentAdmin, other, 'WS_JPEG');
  await eventually(() => paces.length === 2, 'the fast pace');
  expect(paces).toEqual([{ fps: 2 }, { fps: 8 }]);
});

test('a relay that is killed ends the video only, and the next request starts another one', async () => {
  const [viewer] = await Promise.all([watch(), publish()]);
  await eventually(() => viewer.packets.length > 0, 'the key frame');
  const { sessionId } = await commandOf('WEBRTC');
  (await server.gateway.videos.relay?.process())?.kill('SIGKILL');
  await eventually(
    () =>
      robot
        .told('stream.close')
        .some(({ params }) => (params as { sessionId: string }).sessionId === sessionId),
    'the end of the stream at the robot',
  );
  expect(stream.readyState).toBe(WebSocket.OPEN);
  expect(await server.ok(standing, mallAdmin, { deviceId: robot.id })).toMatchObject({
    sessions: [{ state: 'RUNNING', viewers: [{ name: 'Nick mallAdmin' }] }],
  });
  const before = robot.told('stream.open').length;
  const again = eventually(() => watch().catch(() => undefined), 'another relay', 15_000);
  await eventually(() => robot.told('stream.open').length > before, 'the next request of the robot');
  await publish();
  const next = await again;
  await eventually(() => next.packets.length > 0, 'the key frame of the next relay');
});

import {
  authCalls,
  videoCalls,
  videoFramesTopic,
  videoTopic,
  whepPath,
  type Call,
  type Output,
  type Sent,
} from '@sweepline/contract';
import { encodeFrame } from '@sweepline/contract/robot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { announceDevice } from '../features/device-identity/credential-service.ts';
import { connectRemoteBus } from '../platform/cluster/remote-bus.ts';
import { createVault } from '../platform/files/vault.ts';
import { createBus } from '../platform/socket/bus.ts';
import { aDevice, eventually, factsheet, idleState, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { BrowserSocket } from '../test-kit/browser-socket.ts';
import { installationKey, startInstallation, type Installation } from '../test-kit/installation.ts';
import { companyIds, people } from '../test-kit/people.ts';
import { sendOverHttp } from '../test-kit/send-over-http.ts';
import { aPublisher, aViewer } from '../test-kit/webrtc-peers.ts';

const { mallAdmin, agentAdmin } = people;
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

let installation: Installation;
let urls: [string, string];
const closes: (() => unknown)[] = [];
beforeAll(async () => {
  installation = await startInstallation(2);
  await installation.untilShared();
  urls = installation.servers.map(({ url }) => url) as [string, string];
});
afterAll(async () => {
  for (const close of closes) await close();
  await installation?.stop();
});

const ok = async <C extends Call>(
  url: string,
  call: C,
  input: Sent<C>,
  who = mallAdmin,
): Promise<Output<C>> => {
  const { code, msg, data } = await sendOverHttp(url, call, who, input as object);
  if (code !== 200) throw new Error(`${call.path}: ${msg}`);
  return data;
};

/** A robot with a camera that accepts every command. */
async function aRobot() {
  const device = await aDevice(installation.database.db, companyIds.mall);
  const key = createVault(installationKey).keyFor('bus');
  const member = { installation: 'sweepline', serverId: 'the server of the test', log: { warn: () => {} } };
  const remote = await connectRemoteBus({ ...member, url: installation.mqttUrl, key });
  closes.push(remote.close);
  announceDevice(
    createBus(() => {}, remote),
    device.deviceId,
  );
  const robot = await TestRobot.connect(installation.mqttUrl, device);
  closes.push(() => robot.leave());
  robot.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/xCommand')) return;
    const { commandId } = JSON.parse(payload.toString()) as { commandId: string };
    void robot.say('xReply', robot.durable({ commandId, status: 'SUCCEEDED', code: '' }), 1).catch(() => {});
  });
  const report = {
    versions: {},
    sections: {},
    consumables: [],
    cameras: ['FRONT'],
    streams: ['WS_JPEG', 'WEBRTC'],
  };
  await eventually(async () => {
    await robot.say('connection', { connectionState: 'ONLINE' }, 1);
    await robot.say('factsheet', factsheet, 1);
    await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
    await robot.say('xReported', report, 1);
    await robot.say('state', idleState, 1);
    return (await ok(urls[0], videoCalls.standing, { deviceId: device.deviceId })).supported;
  }, 'the cameras');
  return { robot, device };
}

/** A page at a server, with the binary messages that it received. */
async function aPage(url: string, who: typeof mallAdmin) {
  const { ticket } = await ok(url, authCalls.socketTicket, {}, who);
  const page = new BrowserSocket(`${url.replace('http', 'ws')}/service/ws/${ticket}`);
  closes.push(() => page.socket.close());
  const frames: ArrayBuffer[] = [];
  page.socket.binaryType = 'arraybuffer';
  page.socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) frames.push(data);
  });
  await page.opened;
  return { page, frames };
}

/** The robot's connection with pictures, at the second server. */
async function aStream(sessionId: string, token: string, authorization: string) {
  const address = `${urls[1].replace('http', 'ws')}/device/v1/stream/${sessionId}?token=${token}`;
  const stream = new WebSocket(address, { headers: { authorization } });
  closes.push(() => stream.terminate());
  await new Promise((done, fail) => stream.on('open', done).on('error', fail));
  return stream;
}

test('pages of two servers share the stream of a robot that is connected to one of them', async () => {
  const { robot, device } = await aRobot();
  const input = { deviceId: device.deviceId, camera: 'FRONT' as const };
  const watchers = [await aPage(urls[0], mallAdmin), await aPage(urls[1], agentAdmin)];
  const { name } = videoTopic(device.deviceId);
  for (const { page } of watchers) page.send({ subscribe: name });
  const open = (url: string, who: typeof mallAdmin, reason: string) =>
    eventually(() => ok(url, videoCalls.open, { ...input, reason }, who).catch(() => undefined), 'a view');
  const first = await open(urls[0], mallAdmin, '');
  const second = await open(urls[1], agentAdmin, 'A look');
  const { sessionId } = first;
  expect(second.sessionId).toBe(sessionId);
  const isOpen = ({ type }: Record<string, unknown>) => type === 'stream.open';
  const command = await robot.waitForMessage('xCommand', isOpen);
  const { token } = command['params'] as { token: string };
  const basic = Buffer.from(`${device.sn}:${device.secret}`).toString('base64');
  const stream = await aStream(sessionId, token, `Basic ${basic}`);
  const pages = [await aPage(urls[0], mallAdmin), await aPage(urls[1], agentAdmin)];
  for (const { page } of pages) page.send({ subscribe: videoFramesTopic(sessionId) });
  await eventually(() => {
    stream.send(encodeFrame({ sequence: 0, capturedMs: Date.now(), width: 640, height: 360 }, jpeg));
    return pages.every(({ frames }) => frames.length > 0);
  }, 'frames at both pages');
  for (const url of urls) {
    // The row follows the first frame.
    const sessions = await eventually(async () => {
      const standing = await ok(url, videoCalls.standing, { deviceId: device.deviceId });
      return standing.sessions[0]?.state === 'RUNNING' && standing.sessions;
    }, 'the stream to run');
    expect(sessions).toMatchObject([
      { sessionId, viewers: [{ company: 'Mall' }, { company: 'Agent', reason: 'A look' }] },
    ]);
  }
  const viewersOn = ({ page }: (typeof watchers)[number]) => {
    const pushed = page.received.findLast(({ topic }) => topic === name)?.content;
    // The server has checked what it sends.
    return (pushed as Output<typeof videoCalls.standing> | undefined)?.sessions[0]?.viewers.length;
  };
  await eventually(() => watchers.every((it) => viewersOn(it) === 2), 'two viewers at both pages');
  // The owner of the robot ends a view that the other server opened, or the other way round.
  await ok(urls[0], videoCalls.close, { viewId: second.viewId }, agentAdmin);
  await eventually(async () => {
    const { sessions } = await ok(urls[1], videoCalls.standing, { deviceId: device.deviceId });
    return sessions[0]?.viewers.length === 1;
  }, 'one viewer');
  await eventually(() => watchers.every((it) => viewersOn(it) === 1), 'one viewer at both pages');
});

test('pages of two servers watch over WebRTC at the owner of the robot, which offers at either server', async () => {
  const { robot, device } = await aRobot();
  const input = { deviceId: device.deviceId, camera: 'FRONT' as const };
  const open = (url: string, who: typeof mallAdmin, reason: string) =>
    eventually(() => ok(url, videoCalls.open, { ...input, reason }, who).catch(() => undefined), 'a view');
  const views = [
    { url: urls[0], who: mallAdmin, ...(await open(urls[0], mallAdmin, '')) },
    { url: urls[1], who: agentAdmin, ...(await open(urls[1], agentAdmin, 'A look')) },
  ];
  const authorization = `Basic ${Buffer.from(`${device.sn}:${device.secret}`).toString('base64')}`;
  const commandFor = async (transport: string) => {
    const isOpen = ({ type, params }: Record<string, unknown>) =>
      type === 'stream.open' && (params as { transport: string }).transport === transport;
    const { params } = await robot.waitForMessage('xCommand', isOpen);
    return params as { sessionId: string; token: string };
  };
  const { sessionId, token } = await commandFor('WS_JPEG');
  const stream = await aStream(sessionId, token, authorization);
  stream.send(encodeFrame({ sequence: 0, capturedMs: Date.now(), width: 640, height: 360 }, jpeg));
  await eventually(async () => {
    const { sessions } = await ok(urls[0], videoCalls.standing, { deviceId: device.deviceId });
    return sessions[0]?.state === 'RUNNING';
  }, 'the stream to run');
  const sdp = { 'content-type': 'application/sdp' };
  const exchange = (address: string, headers: Record<string, string>) => async (body: string) => {
    const answer = await fetch(address, { method: 'POST', headers: { ...headers, ...sdp }, body });
    if (answer.status !== 201) throw new Error(`${address}: ${answer.status}`);
    return await answer.text();
  };
  const watching = views.map(({ url, who, viewId }) =>
    aViewer(exchange(`${url}${whepPath}/${sessionId}?viewId=${viewId}`, { authorization: who.token })),
  );
  const command = await commandFor('WEBRTC');
  const whip = `${urls[1]}/device/v1/whip/${command.sessionId}?token=${command.token}`;
  const publisher = await aPublisher(exchange(whip, { authorization }));
  await eventually(publisher.isConnected, 'the connection of the robot');
  publisher.send('KEY');
  const viewers = await Promise.all(watching);
  await eventually(() => viewers.every(({ packets }) => packets.length > 0), 'the key frame at both pages');
  for (const { close } of [publisher, ...viewers]) await close();
});

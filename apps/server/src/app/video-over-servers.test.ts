import {
  attachedSnapshotCalls,
  snapshotRuleCalls,
  videoCalls,
  videoFramesTopic,
  videoTopic,
  whepPath,
  type Output,
} from '@sweepline/contract';
import { encodeFrame } from '@sweepline/contract/robot';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../robots/test-kit/test-gateway.ts';
import { startInstallation, type Installation } from '../test-kit/installation.ts';
import { people } from '../test-kit/people.ts';
import { streamsOverServers, type StreamsOverServers } from '../test-kit/streams/streams-over-servers.ts';
import { aPublisher, aViewer } from '../test-kit/webrtc-peers.ts';

const { mallAdmin, agentAdmin } = people;
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

let installation: Installation;
let urls: [string, string];
let parts: StreamsOverServers;
beforeAll(async () => {
  installation = await startInstallation(2);
  await installation.untilShared();
  urls = installation.servers.map(({ url }) => url) as [string, string];
  parts = streamsOverServers(installation);
});
afterAll(async () => {
  await parts?.close();
  await installation?.stop();
});

/** A robot with a camera. */
const aRobot = () =>
  parts.aRobot(
    { cameras: ['FRONT'], streams: ['WS_JPEG', 'WEBRTC'] },
    async (deviceId) => (await parts.ok(urls[0], videoCalls.standing, { deviceId })).supported,
  );
/** Two pages, one at each server. */
const pagesOn = async (topic: string) => [
  await parts.aPage(urls[0], mallAdmin, [topic]),
  await parts.aPage(urls[1], agentAdmin, [topic]),
];

test('pages of two servers share the stream of a robot that is connected to one of them', async () => {
  const { device, streamTerms, connect } = await aRobot();
  const input = { deviceId: device.deviceId, camera: 'FRONT' as const };
  const { name } = videoTopic(device.deviceId);
  const watchers = await pagesOn(name);
  const open = (url: string, who: typeof mallAdmin, reason: string) =>
    eventually(
      () => parts.ok(url, videoCalls.open, { ...input, reason }, who).catch(() => undefined),
      'a view',
    );
  const first = await open(urls[0], mallAdmin, '');
  const second = await open(urls[1], agentAdmin, 'A look');
  const { sessionId } = first;
  expect(second.sessionId).toBe(sessionId);
  const stream = await connect(urls[1], await streamTerms('WS_JPEG'));
  const pages = await pagesOn(videoFramesTopic(sessionId));
  await eventually(() => {
    stream.send(encodeFrame({ sequence: 0, capturedMs: Date.now(), width: 640, height: 360 }, jpeg));
    return pages.every(({ frames }) => frames.length > 0);
  }, 'frames at both pages');
  for (const url of urls) {
    // The row follows the first frame.
    const sessions = await eventually(async () => {
      const standing = await parts.ok(url, videoCalls.standing, { deviceId: device.deviceId });
      return standing.sessions[0]?.state === 'RUNNING' && standing.sessions;
    }, 'the stream to run');
    expect(sessions).toMatchObject([
      { sessionId, viewers: [{ company: 'Mall' }, { company: 'Agent', reason: 'A look' }] },
    ]);
  }
  const viewersOn = ({ on }: (typeof watchers)[number]) => {
    const pushed = on(name).at(-1);
    // The server has checked what it sends.
    return (pushed as Output<typeof videoCalls.standing> | undefined)?.sessions[0]?.viewers.length;
  };
  await eventually(() => watchers.every((it) => viewersOn(it) === 2), 'two viewers at both pages');
  // The owner of the robot ends a view that the other server opened, or the other way round.
  await parts.ok(urls[0], videoCalls.close, { viewId: second.viewId }, agentAdmin);
  await eventually(async () => {
    const { sessions } = await parts.ok(urls[1], videoCalls.standing, { deviceId: device.deviceId });
    return sessions[0]?.viewers.length === 1;
  }, 'one viewer');
  await eventually(() => watchers.every((it) => viewersOn(it) === 1), 'one viewer at both pages');
});

test('pages of two servers watch over WebRTC at the owner of the robot, which offers at either server', async () => {
  const { device, authorization, streamTerms, connect } = await aRobot();
  const input = { deviceId: device.deviceId, camera: 'FRONT' as const };
  const open = (url: string, who: typeof mallAdmin, reason: string) =>
    eventually(
      () => parts.ok(url, videoCalls.open, { ...input, reason }, who).catch(() => undefined),
      'a view',
    );
  const views = [
    { url: urls[0], who: mallAdmin, ...(await open(urls[0], mallAdmin, '')) },
    { url: urls[1], who: agentAdmin, ...(await open(urls[1], agentAdmin, 'A look')) },
  ];
  const { sessionId, ...jpegTerms } = await streamTerms('WS_JPEG');
  const stream = await connect(urls[1], { sessionId, ...jpegTerms });
  stream.send(encodeFrame({ sequence: 0, capturedMs: Date.now(), width: 640, height: 360 }, jpeg));
  await eventually(async () => {
    const { sessions } = await parts.ok(urls[0], videoCalls.standing, { deviceId: device.deviceId });
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
  const command = await streamTerms('WEBRTC');
  const whip = `${urls[1]}/device/v1/whip/${command.sessionId}?token=${command.token}`;
  const publisher = await aPublisher(exchange(whip, { authorization }));
  await eventually(publisher.isConnected, 'the connection of the robot');
  publisher.send('KEY');
  const viewers = await Promise.all(watching);
  await eventually(() => viewers.every(({ packets }) => packets.length > 0), 'the key frame at both pages');
  for (const { close } of [publisher, ...viewers]) await close();
});

test('the snapshot of an alarm is taken by either server, of a robot that streams to the one that does not own it', async () => {
  const rule = { minLevel: 4, ofAssists: false, onReports: false, onOrders: false, version: 0 };
  await parts.ok(urls[1], snapshotRuleCalls.update, rule);
  const { robot, device, streamTerms, connect } = await aRobot();
  const create = { width: 64, height: 36, channels: 3, background: 'red' } as const;
  const picture = Buffer.from(await sharp({ create }).jpeg().toBuffer());
  const alarmId = crypto.randomUUID();
  await robot.say('xAlarm', robot.durable({ alarmId, event: 'RAISED', code: '10110', level: 4 }), 1);
  const owner = await installation.ownerOf(device.deviceId);
  const other = urls.find((url) => url !== owner)!;
  const stream = await connect(other, await streamTerms('WS_JPEG'));
  const { list } = await eventually(async () => {
    stream.send(encodeFrame({ sequence: 0, capturedMs: Date.now(), width: 64, height: 36 }, picture));
    const ofAlarm = { kind: 'ALARM', targetId: alarmId } as const;
    const attached = await parts.ok(owner, attachedSnapshotCalls.list, ofAlarm);
    return attached.list.length > 0 && attached;
  }, 'the snapshot');
  expect(list).toMatchObject([{ viewer: 'Mall', company: '', camera: 'FRONT' }]);
});

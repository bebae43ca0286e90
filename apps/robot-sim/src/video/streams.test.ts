import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { frameHeaderBytes, readFrameHeader } from '@sweepline/contract/robot';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { newId } from '../robot/ids.ts';
import { startPeer, type Peer } from '../test-kit/peer.ts';
import { aRobotProcess } from '../test-kit/robots.ts';
import type { RobotProcess } from '../wire/connection/robot-process.ts';

const sn = 'J30C0001';
const token = 'a token of the server';
let peer: Peer;
let streams: WebSocketServer;
let robot: RobotProcess;
let laneSeq = 0;

beforeAll(async () => {
  peer = await startPeer();
  streams = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(streams, 'listening');
});
afterAll(async () => {
  streams.close();
  await peer.close();
});
afterEach(async () => {
  await robot.stop();
  peer.received.length = 0;
});

async function aRobot(more: Parameters<typeof aRobotProcess>[1] = {}) {
  // A server socket without a path has an address with a port.
  const http = `http://127.0.0.1:${(streams.address() as AddressInfo).port}`;
  robot = aRobotProcess({ url: peer.url, http }, { speedup: 1, ...more });
  await peer.until('the cameras', ({ name }) => name === 'xReported');
}
const command = (type: string, params: object) => {
  const commandId = newId();
  const times = { ttlMs: 10_000, timeoutMs: 15_000, attempt: 1 };
  const head = { commandId, type, lane: 'SESSION', laneSeq: ++laneSeq, issuedAt: '' };
  peer.send(sn, 'xCommand', { ...head, ...times, params });
  const isEnd = ({ name, body }: { name: string; body: Record<string, unknown> }) =>
    name === 'xReply' && body['commandId'] === commandId && body['status'] !== 'ACCEPTED';
  return peer.until(`the end of ${type}`, isEnd).then(({ body }) => body);
};
const terms = (camera: string, more: object = {}) => ({
  sessionId: newId(),
  kind: 'VIDEO',
  camera,
  transport: 'WS_JPEG',
  token,
  width: 320,
  fps: 10,
  quality: 60,
  maxSeconds: 600,
  ...more,
});
/** The next connection of the robot, and the frames that arrive on it. */
async function nextStream() {
  // `ws` types the arguments of its events as any.
  const [socket, request] = (await once(streams, 'connection')) as [WebSocket, IncomingMessage];
  const frame = async () => {
    const [data] = (await once(socket, 'message')) as [Buffer];
    return data;
  };
  return { socket, request, frame };
}

test('the robot streams the pictures of a camera to the device API until it is told to stop', async () => {
  await aRobot();
  const params = terms('FRONT');
  const [stream, reply] = await Promise.all([nextStream(), command('stream.open', params)]);
  expect(reply).toMatchObject({ status: 'SUCCEEDED' });
  expect(stream.request.url).toBe(`/device/v1/stream/${params.sessionId}?token=${encodeURIComponent(token)}`);
  expect(stream.request.headers.authorization).toMatch(/^Basic /);
  const [first, second] = [await stream.frame(), await stream.frame()];
  const [header, next] = [readFrameHeader(first), readFrameHeader(second)];
  expect(header).toMatchObject({ width: 320, height: 180 });
  expect(next?.sequence).toBeGreaterThan(header?.sequence ?? Infinity);
  expect(next?.capturedMs).toBeGreaterThan(header?.capturedMs ?? Infinity);
  const picture = await sharp(first.subarray(frameHeaderBytes)).metadata();
  expect(picture).toMatchObject({ format: 'jpeg', width: 320, height: 180 });
  const closed = once(stream.socket, 'close');
  expect(await command('stream.close', { sessionId: params.sessionId })).toMatchObject({
    status: 'SUCCEEDED',
  });
  await closed;
});

test('a light on the robot shows that a camera is watched, and goes out with the last stream', async () => {
  await aRobot();
  const params = terms('FRONT');
  await Promise.all([nextStream(), command('stream.open', params)]);
  const isLit = (lit: boolean) =>
    peer.until(`a light ${lit}`, ({ name, body }) => name === 'xTelemetry' && body['cameraLight'] === lit);
  await isLit(true);
  peer.received.length = 0;
  await command('stream.close', { sessionId: params.sessionId });
  await isLit(false);
});

test('a robot refuses a third session, a camera that it lacks, wrong parameters and video that is off', async () => {
  await aRobot();
  for (const camera of ['FRONT', 'DOWN'])
    expect(await command('stream.open', terms(camera))).toMatchObject({ status: 'SUCCEEDED' });
  const refused = async (params: object) => {
    const { status, code } = await command('stream.open', params);
    return [status, code];
  };
  expect(await refused(terms('LEFT'))).toEqual(['REJECTED', 'BUSY']);
  expect(await refused(terms('REAR'))).toEqual(['REJECTED', 'UNSUPPORTED']);
  expect(await refused(terms('LEFT', { transport: 'RTSP' }))).toEqual(['REJECTED', 'UNSUPPORTED']);
  expect(await refused(terms('LEFT', { fps: 100 }))).toEqual(['REJECTED', 'BAD_PARAMS']);
  const ended = Promise.all([...streams.clients].map((socket) => once(socket, 'close')));
  robot.edit({ videoAllowed: false });
  await ended;
  expect(await refused(terms('LEFT'))).toEqual(['REJECTED', 'VIDEO_OFF']);
});

test('a dirty lens shows in the picture of the front camera', async () => {
  const brightness = async () => {
    const [stream] = await Promise.all([nextStream(), command('stream.open', terms('FRONT'))]);
    const jpeg = (await stream.frame()).subarray(frameHeaderBytes);
    const { channels } = await sharp(jpeg).stats();
    return channels.reduce((sum, { mean }) => sum + mean, 0);
  };
  await aRobot();
  const clean = await brightness();
  await robot.stop();
  await aRobot({ faults: [{ code: '50201', atS: 0 }] });
  await peer.until('the alarm', ({ name, body }) => name === 'xAlarm' && body['code'] === '50201');
  expect(await brightness()).toBeLessThan(clean * 0.95);
});

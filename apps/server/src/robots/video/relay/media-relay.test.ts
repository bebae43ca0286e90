import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { momentOfRtp } from '@sweepline/contract/robot';
import { eventually } from '../../test-kit/test-gateway.ts';
import { anOffer, aPublisher, aViewer } from '../../../test-kit/webrtc-peers.ts';
import { createMediaRelay, type MediaRelay, type RelayEvent } from './media-relay.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
let relay: MediaRelay;
let events: RelayEvent[];
const closes: (() => unknown)[] = [];

beforeEach(() => {
  events = [];
  relay = createMediaRelay({ host: '127.0.0.1', iceServers: [] }, quiet, (event) => void events.push(event));
});
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
  await relay.stop();
});

async function aRobot(sessionId = 'session', skewMs = 0) {
  const robot = await aPublisher((offer) => relay.publish(sessionId, offer, { skewMs, aheadMs: 0 }));
  closes.push(robot.close);
  await eventually(robot.isConnected, 'the connection of the robot');
  return robot;
}
async function watch(id: string, options?: { overTcp: boolean }, sessionId = 'session') {
  const viewer = await aViewer((offer) => relay.subscribe(sessionId, id, offer), options);
  closes.push(viewer.close);
  return viewer;
}
const eventOf = (type: RelayEvent['type']) => events.find((event) => event.type === type);

test('the process of the relay starts with the first stream', async () => {
  expect(relay.process()).toBeUndefined();
  await aRobot();
  expect((await relay.process())?.connected).toBe(true);
});

test('a viewer starts from the key frame that was sent before, and none is requested from the robot', async () => {
  const robot = await aRobot();
  robot.send('KEY');
  robot.send('DELTA');
  await eventually(() => eventOf('PUBLISHED'), 'the key frame');
  const viewer = await watch('first');
  await eventually(() => viewer.packets.length === 6, 'the packets since the key frame');
  expect(viewer.packets.map(({ payload }) => payload[4]).at(0)! & 1).toBe(0);
  expect(robot.keyFrameRequests()).toBe(0);
});

test('a viewer without a key frame waits for the one that is requested from the robot', async () => {
  const robot = await aRobot();
  robot.send('DELTA');
  const viewer = await watch('first');
  await eventually(() => {
    robot.send('DELTA');
    return robot.keyFrameRequests() > 0;
  }, 'the request');
  expect(viewer.packets).toEqual([]);
  robot.send('KEY');
  await eventually(() => viewer.packets.length >= 3, 'the key frame');
});

test('of two viewers one leaves, and the other gets each picture', async () => {
  const robot = await aRobot();
  robot.send('KEY');
  const [first, second] = [await watch('first'), await watch('second', { overTcp: true })];
  await eventually(() => first.packets.length >= 3 && second.packets.length >= 3, 'the key frame at both');
  relay.unsubscribe('first');
  // The relay takes requests in order.
  await watch('third');
  const [before, left] = [second.packets.length, first.packets.length];
  robot.send('DELTA');
  await eventually(() => second.packets.length === before + 3, 'the next picture');
  expect(first.packets.length).toBe(left);
});

test(
  'a viewer that vanishes is served no more, and the server hears of it',
  { timeout: 20_000 },
  async () => {
    const robot = await aRobot();
    robot.send('KEY');
    const viewer = await watch('first');
    await eventually(() => viewer.packets.length > 0, 'the key frame');
    // Without a farewell: its sockets are gone.
    for (const { connection } of viewer.peer.iceTransports) await connection.close();
    const timer = setInterval(() => robot.send('DELTA'), 500);
    closes.push(() => clearInterval(timer));
    await eventually(() => eventOf('SUBSCRIBER_GONE'), 'the end of the viewer', 12_000);
  },
);

test('the timestamps of a robot with a wrong clock are put right', async () => {
  const behindMs = 60_000;
  const robot = await aRobot('session', behindMs);
  const takenMs = Date.now();
  robot.send('KEY', takenMs - behindMs);
  const viewer = await watch('first');
  await eventually(() => viewer.packets.length > 0, 'the key frame');
  expect(Math.abs(momentOfRtp(viewer.packets[0]!.header.timestamp, takenMs) - takenMs)).toBeLessThan(1_000);
});

test('an offer that is none, an offer without video and an unknown session are refused', async () => {
  await aRobot();
  const refusal = (sdp: string, sessionId = 'session') =>
    relay.subscribe(sessionId, 'first', sdp).catch((error: unknown) => error);
  expect(await refusal('hello')).toMatchObject({ fault: 'OFFER' });
  expect(await refusal(await anOffer('audio'))).toMatchObject({ fault: 'OFFER' });
  expect(await refusal('v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n')).toMatchObject({ fault: 'OFFER' });
  expect(await refusal(await anOffer(), 'another')).toMatchObject({ fault: 'SESSION' });
});

test('a relay that is killed ends its sessions, and the next stream starts another one', async () => {
  await aRobot();
  const process = await relay.process();
  process?.kill('SIGKILL');
  await once(process!, 'exit');
  expect(eventOf('ENDED')).toBeDefined();
  expect(
    await relay.subscribe('session', 'first', await anOffer()).catch((error: unknown) => error),
  ).toMatchObject({
    fault: 'AWAY',
  });
  const next = await eventually(() => aRobot('next').catch(() => undefined), 'another relay');
  next.send('KEY');
  await eventually(() => eventOf('PUBLISHED'), 'its key frame');
});

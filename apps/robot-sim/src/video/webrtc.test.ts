import { momentOfRtp } from '@sweepline/contract/robot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../robot/ids.ts';
import { startPeer, type Peer } from '../test-kit/peer.ts';
import { aRobotProcess } from '../test-kit/robots.ts';
import { startWhipServer } from '../test-kit/whip-server.ts';
import { canEncodeVp8 } from './vp8-encoder.ts';
import { openWebrtc } from './webrtc-link.ts';

let server: Awaited<ReturnType<typeof startWhipServer>>;
beforeEach(async () => {
  server = await startWhipServer();
});
afterEach(() => server.close());

const within = { timeout: 30_000, interval: 20 };
const events = { opened: () => {}, closed: () => {}, keyFrame: () => {} };

test('a prepared frame arrives in packets whose timestamp is the time at which it was taken', async () => {
  const keyFrame = vi.fn<() => void>();
  const link = await openWebrtc(server.answer, { ...events, keyFrame });
  await vi.waitUntil(server.isConnected, within);
  const takenMs = Date.now() - 1_234;
  const frame = Buffer.alloc(2_500, 0x10);
  await vi.waitUntil(() => {
    link.send(frame, takenMs);
    return server.packets.length >= 3;
  }, within);
  const [first] = server.packets;
  expect(Math.round(momentOfRtp(first!.header.timestamp, Date.now()))).toBe(takenMs);
  server.requestKeyFrame();
  await vi.waitUntil(() => keyFrame.mock.calls.length > 0, within);
  link.close();
});

test('an offer that the server refuses closes the link', async () => {
  const closed = vi.fn<() => void>();
  await expect(openWebrtc(() => Promise.reject(new Error('503')), { ...events, closed })).rejects.toThrow(
    '503',
  );
  expect(closed).toHaveBeenCalledOnce();
});

/** Asks a robot for its front camera over WebRTC. Returns the session and the robot's last reply. */
async function askForWebrtc(peer: Peer) {
  const [commandId, sessionId, token] = [newId(), newId(), 'a token of the server'];
  const terms = { width: 320, fps: 10, quality: 60, maxSeconds: 600, token };
  peer.send('J30C0001', 'xCommand', {
    commandId,
    type: 'stream.open',
    lane: 'SESSION',
    laneSeq: 1,
    issuedAt: '',
    ttlMs: 10_000,
    timeoutMs: 15_000,
    attempt: 1,
    params: { sessionId, kind: 'VIDEO', camera: 'FRONT', transport: 'WEBRTC', ...terms },
  });
  const isEnd = ({ name, body }: { name: string; body: Record<string, unknown> }) =>
    name === 'xReply' && body['commandId'] === commandId && body['status'] !== 'ACCEPTED';
  return { sessionId, token, reply: (await peer.until('the reply', isEnd)).body };
}

test.skipIf(!canEncodeVp8())(
  'a robot asked for WEBRTC offers it with its token, sends VP8, and ends it when it stops',
  async () => {
    const peer: Peer = await startPeer();
    const robot = aRobotProcess({ url: peer.url, http: server.http }, { speedup: 1 });
    const reported = await peer.until('the cameras', ({ name }) => name === 'xReported');
    expect(reported.body).toMatchObject({ streams: ['WS_JPEG', 'WEBRTC'] });
    const { sessionId, token, reply } = await askForWebrtc(peer);
    expect(reply).toMatchObject({ status: 'SUCCEEDED' });
    expect(server.requests).toMatchObject([
      {
        url: `/device/v1/whip/${sessionId}?token=${encodeURIComponent(token)}`,
        contentType: 'application/sdp',
        offer: expect.stringContaining('VP8'),
      },
    ]);
    await vi.waitUntil(() => new Set(server.packets.map(({ header }) => header.timestamp)).size > 3, within);
    await robot.stop();
    await vi.waitUntil(() => server.ends.length > 0, within);
    expect(server.ends).toEqual([`/device/v1/whip/${sessionId}`]);
    await peer.close();
  },
);

test.skipIf(!canEncodeVp8())(
  'the command for a connection that does not come up ends with the answer to the offer, so that its lane goes on',
  async () => {
    const silent = await startWhipServer({ isReachable: false });
    const peer: Peer = await startPeer();
    const robot = aRobotProcess({ url: peer.url, http: silent.http }, { speedup: 1 });
    await peer.until('the cameras', ({ name }) => name === 'xReported');
    expect((await askForWebrtc(peer)).reply).toMatchObject({ status: 'SUCCEEDED' });
    expect(silent.isConnected()).toBe(false);
    await robot.stop();
    await peer.close();
    await silent.close();
  },
);

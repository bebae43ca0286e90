import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { newId } from '../../robot/ids.ts';
import { startPeer, type Peer } from '../../test-kit/peer.ts';
import { aRobotProcess } from '../../test-kit/robots.ts';
import type { RobotProcess } from '../connection/robot-process.ts';

const sn = 'J30C0001';
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

async function aRobot() {
  // A server socket without a path has an address with a port.
  const http = `http://127.0.0.1:${(streams.address() as AddressInfo).port}`;
  robot = aRobotProcess({ url: peer.url, http }, { speedup: 1 });
  const { body } = await peer.until('the report', ({ name }) => name === 'xReported');
  expect(body['streamKinds']).toContain('LOG');
}
const command = async (type: string, params: object) => {
  const commandId = newId();
  const head = { commandId, type, lane: 'SESSION', laneSeq: ++laneSeq, issuedAt: '' };
  peer.send(sn, 'xCommand', { ...head, ttlMs: 10_000, timeoutMs: 15_000, attempt: 1, params });
  const { body } = await peer.until(
    `the end of ${type}`,
    ({ name, body: it }) => name === 'xReply' && it['commandId'] === commandId && it['status'] !== 'ACCEPTED',
  );
  return body;
};
const terms = () => ({ sessionId: newId(), kind: 'LOG', token: 'a token of the server', maxSeconds: 600 });

test('a live log begins with the newest lines and goes on with each that is written, until it is closed', async () => {
  await aRobot();
  const connected = once(streams, 'connection') as Promise<[WebSocket]>;
  const params = terms();
  expect(await Promise.all([command('stream.open', params), connected])).toMatchObject([
    { status: 'SUCCEEDED' },
    {},
  ]);
  const [socket] = await connected;
  const lines: string[] = [];
  socket.on('message', (data: Buffer) =>
    lines.push(...(JSON.parse(data.toString()) as { lines: string[] }).lines),
  );
  await expect.poll(() => lines.some((line) => line.endsWith(' INFO system started'))).toBe(true);
  expect(lines).toEqual(lines.toSorted());
  expect(await command('stream.open', terms())).toMatchObject({ status: 'REJECTED', code: 'BUSY' });
  await command('device.freeze', {});
  await expect.poll(() => lines.length).toBeGreaterThan(1);
  const ended = once(socket, 'close');
  expect(await command('stream.close', { sessionId: params.sessionId })).toMatchObject({
    status: 'SUCCEEDED',
  });
  await ended;
});

test('a stream of an unknown kind and one without a length are refused', async () => {
  await aRobot();
  const refused = (params: object) => command('stream.open', params);
  expect(await refused({ ...terms(), kind: 'SOUND' })).toMatchObject({ code: 'UNSUPPORTED' });
  expect(await refused({ ...terms(), maxSeconds: 0 })).toMatchObject({ code: 'BAD_PARAMS' });
});

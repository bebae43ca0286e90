import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BytePipe } from '@sweepline/contract/robot';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { newId } from '../robot/ids.ts';
import { startPeer, type Peer } from '../test-kit/peer.ts';
import { aRobotProcess } from '../test-kit/robots.ts';
import type { RobotProcess } from '../wire/connection/robot-process.ts';

const sn = 'J30C0001';
let peer: Peer;
let http: Server;
let streams: WebSocketServer;
let robot: RobotProcess;
let laneSeq = 0;
/** The paths with which the robot connected, and its newest connection. */
const paths: string[] = [];
let socket: WebSocket | undefined;
const ends: (() => void)[] = [];

beforeAll(async () => {
  peer = await startPeer();
  http = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: 'OK', sshCa: ['ssh-ed25519 AAAA'] }));
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  streams = new WebSocketServer({ server: http });
  streams.on('connection', (opened, request) => {
    paths.push(request.url ?? '');
    socket = opened;
  });
});
afterAll(async () => {
  streams.close();
  http.close();
  await peer.close();
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await robot.stop();
  peer.received.length = 0;
  paths.length = 0;
});

async function aRobot() {
  // A listening server has an address.
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  robot = aRobotProcess({ url: peer.url, http: address }, { speedup: 1 });
  return (await peer.until('what it reports', ({ name }) => name === 'xReported')).body;
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
const terms = () => ({
  sessionId: newId(),
  kind: 'SSH',
  token: 'the first token of it',
  resumeToken: 'the token to return with',
  user: 'diag',
  maxSeconds: 600,
});
const until = async (what: string, isSo: () => boolean) => {
  for (let tries = 0; !isSo(); tries++) {
    if (tries > 500) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
};

/** The server's end of the pipe, with what the sshd said. */
function aServerEnd() {
  const end = { text: '', isEnded: false };
  const pipe = new BytePipe({
    send: (message) => socket?.send(message),
    deliver: (bytes) => {
      end.text += Buffer.from(bytes).toString('latin1');
      return true;
    },
    room: () => {},
    ended: () => (end.isEnded = true),
  });
  const attach = () => {
    socket?.on('message', (message: Buffer) => pipe.receive(message));
    pipe.attach();
  };
  const ticks = setInterval(() => pipe.tick(Date.now()), 100);
  ends.push(() => clearInterval(ticks));
  return { end, pipe, attach };
}

test('it reports its host key, and carries the bytes of its sshd over a connection that breaks', async () => {
  const { sshHostKey, streamKinds } = await aRobot();
  expect(String(sshHostKey)).toMatch(/^ssh-ed25519 AAAA/);
  expect(streamKinds).toEqual(['LOG', 'SSH']);
  const params = terms();
  expect(await command('stream.open', params)).toMatchObject({ status: 'SUCCEEDED' });
  const path = `/device/v1/stream/${params.sessionId}?token=`;
  expect(paths).toEqual([path + encodeURIComponent(params.token)]);
  const { end, pipe, attach } = aServerEnd();
  attach();
  await until('the greeting of the sshd', () => end.text.startsWith('SSH-2.0-'));
  expect(await command('stream.open', terms())).toMatchObject({ status: 'REJECTED', code: 'BUSY' });
  pipe.detach();
  pipe.write(Buffer.from('SSH-2.0-a-client\r\n'));
  socket?.terminate();
  await until('the robot to return', () => paths.length === 2);
  expect(paths[1]).toBe(path + encodeURIComponent(params.resumeToken));
  const greeting = end.text.length;
  attach();
  // The sshd sends its keys after the greeting of the client, which was written while the connection was away.
  await until('the keys of the sshd', () => end.text.length > greeting && end.text.includes('curve25519'));
  expect(end.text.match(/SSH-2\.0-/g)).toHaveLength(1);
  expect(await command('stream.close', { sessionId: params.sessionId })).toMatchObject({
    status: 'SUCCEEDED',
  });
  await until('the end of the connection', () => socket?.readyState === 3);
  expect(await command('stream.close', { sessionId: params.sessionId })).toMatchObject({
    status: 'SUCCEEDED',
  });
  await new Promise((done) => setTimeout(done, 1_500));
  expect(paths).toHaveLength(2);
});

test('another user than that of diagnosis is refused', async () => {
  await aRobot();
  expect(await command('stream.open', { ...terms(), user: 'root' })).toMatchObject({
    status: 'REJECTED',
    code: 'UNSUPPORTED',
  });
});

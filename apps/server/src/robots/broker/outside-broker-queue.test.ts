import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Link } from '../protocol/link.ts';
import { connectOutsideBroker } from './outside-broker.ts';
import { eventually } from '../test-kit/test-robot.ts';

/** The client sends no message of a lost connection at the next one. */
let broker: Aedes;
let listener: Server;
let port = 0;
const sockets = new Set<Socket>();
let link: Link;
/** The topics that reached the broker, in order. */
let reached: string[];
let acknowledges: boolean;

async function listen() {
  listener = createServer((socket) => {
    sockets.add(socket);
    broker.handle(socket);
  }).listen(port, '127.0.0.1');
  await once(listener, 'listening');
  ({ port } = listener.address() as AddressInfo);
}
/** Cuts the connection between server and broker and closes the port. */
function cutConnection() {
  listener.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
}

beforeEach(async () => {
  reached = [];
  acknowledges = true;
  port = 0;
  broker = await Aedes.createBroker({
    authorizePublish: (_, { topic }, done) => {
      if (!topic.includes('/sweepline/')) reached.push(topic);
      if (acknowledges) done(null);
    },
  });
  await listen();
  const events = { receive: async () => {}, refused: () => {}, signInRefused: () => {}, tookOver: () => {} };
  link = await connectOutsideBroker({
    url: `mqtt://127.0.0.1:${port}`,
    name: 'test',
    interfaces: ['vda5050'],
    events,
    probeMs: 60_000,
  });
});
afterEach(async () => {
  await link.close();
  await new Promise<void>((done) => broker.close(done));
  listener.close();
});

const tryPublish = (topic: string, qos: 0 | 1 = 1) =>
  link.publish(topic, '{}', { qos }).then(
    () => true,
    () => false,
  );
/** A successful publish proves that all queued messages of this connection were sent before it. */
const waitForConnection = () => eventually(() => tryPublish('mark'), 'the connection');

it('a message is refused and never sent when the broker is away', async () => {
  expect(await tryPublish('before')).toBe(true);
  cutConnection();
  await eventually(async () => !(await tryPublish('lost')), 'the cut to be noticed');
  expect(await tryPublish('command')).toBe(false);
  expect(await tryPublish('frame', 0)).toBe(false);
  reached = [];
  await listen();
  await waitForConnection();
  expect(reached.filter((topic) => topic !== 'mark')).toEqual([]);
});

it('an unacknowledged message is dropped when the connection is lost; a retained document is sent again', async () => {
  acknowledges = false;
  const command = tryPublish('command');
  void link.publish('document', '{}', { retain: true }).catch(() => {});
  await eventually(() => reached.includes('document') && reached.includes('command'), 'both at the broker');
  cutConnection();
  expect(await command).toBe(false);
  reached = [];
  acknowledges = true;
  await listen();
  await waitForConnection();
  expect(reached.filter((topic) => topic !== 'mark')).toEqual(['document']);
});

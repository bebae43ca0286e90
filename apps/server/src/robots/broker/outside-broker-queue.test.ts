import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Aedes } from 'aedes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Link } from '../protocol/link.ts';
import { connectOutsideBroker } from './outside-broker.ts';
import { eventually } from '../test-kit/test-robot.ts';

/** Nothing of a lost connection is sent at the next one. */
let broker: Aedes;
let listener: Server;
let port = 0;
const sockets = new Set<Socket>();
let link: Link;
/** What reached the broker, in its order. */
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
/** The connection between server and broker is cut, and the port is closed. */
function cut() {
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
      reached.push(topic);
      if (acknowledges) done(null);
    },
  });
  await listen();
  const events = { receive: async () => {}, refused: () => {}, tookOver: () => {} };
  link = await connectOutsideBroker({
    ...{ url: `mqtt://127.0.0.1:${port}`, name: 'test', interfaces: ['vda5050'], events },
  });
});
afterEach(async () => {
  await link.close();
  await new Promise<void>((done) => broker.close(done));
  listener.close();
});

const tryTo = (topic: string, qos: 0 | 1 = 1) =>
  link.publish(topic, '{}', { qos }).then(
    () => true,
    () => false,
  );
/** A publish that succeeds says that all that was kept for this connection has gone before it. */
const reconnected = () => eventually(() => tryTo('mark'), 'the connection');

it('what is sent while the broker is away is refused and never sent', async () => {
  expect(await tryTo('before')).toBe(true);
  cut();
  await eventually(async () => !(await tryTo('lost')), 'the cut to be noticed');
  expect(await tryTo('command')).toBe(false);
  expect(await tryTo('frame', 0)).toBe(false);
  reached = [];
  await listen();
  await reconnected();
  expect(reached.filter((topic) => topic !== 'mark')).toEqual([]);
});

it('what the broker had not acknowledged when the connection was lost is dropped; a retained document is sent again', async () => {
  acknowledges = false;
  const command = tryTo('command');
  void link.publish('document', '{}', { retain: true }).catch(() => {});
  await eventually(() => reached.includes('document') && reached.includes('command'), 'both at the broker');
  cut();
  expect(await command).toBe(false);
  reached = [];
  acknowledges = true;
  await listen();
  await reconnected();
  expect(reached.filter((topic) => topic !== 'mark')).toEqual(['document']);
});

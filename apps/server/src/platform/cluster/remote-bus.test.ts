import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Aedes } from 'aedes';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import { createBus, createChannel, type Bus } from '../socket/bus.ts';
import { connectRemoteBus } from './remote-bus.ts';

const key = Buffer.alloc(32, 7);
const counts = createChannel('counts', z.object({ count: z.number() }));
const others = createChannel('others', z.object({ count: z.number() }));

let broker: Aedes;
let listener: Server;
let stranger: MqttClient;
let first: Bus;
let second: Bus;
const closes: (() => Promise<unknown>)[] = [];
const faults: unknown[] = [];
const warnings: object[] = [];
const received: unknown[] = [];

beforeAll(async () => {
  broker = await Aedes.createBroker();
  listener = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // A listening server has an address.
  const url = `mqtt://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const aBus = async (serverId: string) => {
    const log = { warn: (details: object) => void warnings.push(details) };
    const remote = await connectRemoteBus({ url, installation: 'x', serverId, key, log });
    closes.push(remote.close);
    return createBus((error) => faults.push(error), remote);
  };
  first = await aBus('server of first');
  second = await aBus('server of second');
  for (const channel of [counts, others])
    second.subscribe(channel, ({ content }) => void received.push(content.count));
  stranger = await mqtt.connectAsync(url);
  closes.push(() => stranger.endAsync(true));
});
afterAll(async () => {
  for (const close of closes) await close();
  await new Promise<void>((done) => broker?.close(done));
  listener?.close();
});

const signed = (body: string, by = key) =>
  Buffer.concat([createHmac('sha256', by).update(body).digest(), Buffer.from(body)]);
const envelope = (content: unknown, more: object = {}) =>
  JSON.stringify({ from: 'a stranger', channel: 'counts', content, ...more });
const publish = (payload: Buffer | string, topic = 'sweepline/x/bus/counts') =>
  stranger.publishAsync(topic, payload, { qos: 1 });
/** Resolves when all messages before it have arrived. */
const untilSent = async (count: number) => {
  first.publish(counts, { count });
  await eventually(() => received.includes(count), 'the message of the server');
};

test('a message without the key of the installation reaches no listener', async () => {
  await untilSent(1);
  received.length = 0;
  warnings.length = 0;
  const forged = [
    '',
    'x'.repeat(40),
    envelope({ count: 13 }),
    signed(envelope({ count: 13 }), Buffer.alloc(32, 8)),
    // A true message with another content behind its signature.
    Buffer.concat([signed(envelope({ count: 12 })).subarray(0, 32), Buffer.from(envelope({ count: 13 }))]),
  ];
  for (const payload of forged) await publish(payload);
  // A true message of another channel.
  await publish(signed(envelope({ count: 13 })), 'sweepline/x/bus/others');
  await untilSent(2);
  expect(received).toEqual([2]);
  expect(warnings).toHaveLength(forged.length + 1);
  expect(faults).toEqual([]);
});

test('a signed message that is malformed reaches no listener, and the next one does', async () => {
  received.length = 0;
  const malformed = [
    '{',
    '[]',
    'null',
    envelope(undefined),
    envelope({ count: 13 }, { from: 1 }),
    envelope({ count: 13 }, { audience: {} }),
  ];
  for (const body of malformed) await publish(signed(body));
  for (const content of [{ count: 'thirteen' }, {}, null, 13]) await publish(signed(envelope(content)));
  await untilSent(3);
  expect(received).toEqual([3]);
  // Each content that the schema of its channel refuses is reported.
  expect(faults).toHaveLength(4);
});

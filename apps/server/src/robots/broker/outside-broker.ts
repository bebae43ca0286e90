import { randomUUID } from 'node:crypto';
import mqtt, { type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import type { Link, LinkEvents } from '../protocol/link.ts';

export interface OutsideBrokerOptions {
  /** `mqtt://user:password@host:1883` or `mqtts://…`. */
  url: string;
  /** Distinguishes installations that share a broker; part of the client ids, so it must not change between starts. */
  name: string;
  interfaces: readonly string[];
  events: LinkEvents;
}

const takeOverMs = 5_000;

const topicClasses = {
  state: ['connection', 'state', 'factsheet'],
  stream: ['visualization', 'xTelemetry', 'xDriveAck'],
  event: ['xTask', 'xReport', 'xAlarm', 'xReply', 'xJob', 'xReported', 'xMap', 'xRide', 'xRequest'],
};

/**
 * Four connections to a broker of one's own (protocol 1.8): one ordered stream per class of topics, never a shared
 * subscription, which would bring one robot's messages out of order (architecture 3, rule 3).
 */
export async function connectOutsideBroker(options: OutsideBrokerOptions): Promise<Link> {
  const { url, name, events, interfaces } = options;
  const connect = async (role: string, overrides: IClientOptions) => {
    const client = mqtt.connect(url, {
      clientId: `${name}-${role}`,
      keepalive: 30,
      reconnectPeriod: 1000,
      resubscribe: false,
      ...overrides,
    });
    // Without a listener an unreachable broker would end the process; the client tries again by itself.
    client.on('error', () => {});
    return client;
  };
  const subscribe = (client: MqttClient, topics: readonly string[], qos: 0 | 1) => {
    const filters = interfaces.flatMap((it) => topics.map((topic) => `${it}/+/+/+/${topic}`));
    const ready = new Promise<void>((done) =>
      client.on(
        'connect',
        () =>
          void client.subscribeAsync(filters, { qos }).then(
            () => done(),
            () => {},
          ),
      ),
    );
    return ready;
  };

  const volatile = { clean: true, clientId: `${name}-${randomUUID().slice(0, 8)}` };
  const state = await connect('state', { ...volatile, clientId: `${volatile.clientId}-state` });
  const stream = await connect('stream', { ...volatile, clientId: `${volatile.clientId}-stream` });
  // Persistent and with a fixed id: what robots report while we are down waits in the broker.
  const event = await connect('srv-ingest-event', { clean: false });
  const command = await connect('command', {
    ...volatile,
    clientId: `${volatile.clientId}-command`,
    // A drive frame that waits for the broker would move the robot when it is back.
    queueQoSZero: false,
  });
  dropInFlight(command);

  for (const client of [state, stream]) {
    client.on('message', (topic, payload, packet) => {
      void events.receive({ topic, payload, replayed: packet.retain }).catch(() => {});
    });
  }
  acknowledgeAfter(event, (topic, payload, packet) =>
    events.receive({ topic, payload, replayed: packet.retain }),
  );
  await Promise.all([
    subscribe(state, topicClasses.state, 1),
    subscribe(stream, topicClasses.stream, 0),
    subscribe(event, topicClasses.event, 1),
    new Promise<void>((done) => void command.once('connect', () => done())),
  ]);
  return {
    url: withoutSecret(url),
    publish: async (topic, payload, { retain = false, qos = 1 } = {}) => {
      if (!retain && !command.connected) throw new Error('the broker is not connected');
      await command.publishAsync(topic, payload, { qos, retain });
    },
    disconnect: (sn) => void takeOver(url, sn),
    close: async () => {
      await Promise.all([state, stream, event, command].map((client) => client.endAsync(true)));
    },
  };
}

/**
 * The client repeats at the next connection what the broker had not acknowledged at the last one, however late that is. Only
 * retained documents keep their meaning: everything else is dropped, and its sender decides whether to send it again.
 */
function dropInFlight(client: MqttClient): void {
  client.on('close', () => {
    for (const messageId of Object.keys(client.outgoing).map(Number))
      client.outgoingStore.get({ messageId }, (_, packet) => {
        if (packet?.cmd === 'publish' && !packet.retain) client.removeOutgoingMessage(messageId);
      });
  });
}

/**
 * An outside broker keeps its own credentials, and an open connection though its certificate is revoked. Another one under the same
 * client id makes it drop that (1.1); where the broker does not let us, ingest ignores what the device says all the same.
 */
async function takeOver(url: string, sn: string): Promise<void> {
  try {
    const client = await mqtt.connectAsync(url, {
      ...{ clientId: sn, clean: true, reconnectPeriod: 0, connectTimeout: takeOverMs },
    });
    await client.endAsync();
  } catch {
    // It may be away, or not want us under that name.
  }
}

type Handle = (topic: string, payload: Buffer, packet: IPublishPacket) => Promise<void>;
interface Sender {
  _sendPacket(
    packet: { cmd: string; messageId?: number },
    done?: (error?: Error) => void,
    ...more: unknown[]
  ): unknown;
}

/**
 * Sends PUBACK when `handle` resolves, while later messages are already being handled. The library can hold an acknowledgement
 * only by holding the whole connection: one message per commit, a hundredth of the rate. Its version is pinned.
 */
function acknowledgeAfter(client: MqttClient, handle: Handle): void {
  const sender = client as unknown as Sender;
  const send = sender._sendPacket.bind(client);
  const pending = new Set<number>();
  let connection = 0;
  // A message id means something only on the connection it came by; the broker repeats what was not acknowledged.
  client.on('connect', () => {
    connection += 1;
    pending.clear();
  });
  sender._sendPacket = (packet, done, ...more) => {
    if (packet.cmd === 'puback' && packet.messageId !== undefined && pending.has(packet.messageId))
      return done?.();
    return send(packet, done, ...more);
  };
  client.on('message', (topic, payload, packet) => {
    const { messageId, qos } = packet;
    const receivedOn = connection;
    if (qos === 1 && messageId !== undefined) pending.add(messageId);
    handle(topic, payload, packet).then(
      () => {
        if (qos !== 1 || messageId === undefined || receivedOn !== connection) return;
        pending.delete(messageId);
        send({ cmd: 'puback', messageId }, () => {});
      },
      () => {},
    );
  });
}

function withoutSecret(url: string): string {
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  return parsed.href.replace(/\/$/, '');
}

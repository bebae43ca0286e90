import { randomUUID } from 'node:crypto';
import { moduleUpTopics } from '@sweepline/contract/robot';
import mqtt, { type IClientOptions, type IPublishPacket, type MqttClient } from 'mqtt';
import {
  dropWaiting,
  reconnection,
  reset,
  sendAtOnce,
  watchAnswers,
} from '../../platform/runtime/mqtt-client.ts';
import { createDeliveryWatch } from './delivery-watch.ts';
import { followTopics } from './followed-topics.ts';
import type { Link, LinkEvents } from '../protocol/link.ts';

export interface OutsideBrokerOptions {
  /** `mqtt://user:password@host:1883` or `mqtts://…`. */
  url: string;
  /** Distinguishes installations that share a broker. It is part of the client ids, so it must not change between starts. */
  name: string;
  interfaces: readonly string[];
  events: LinkEvents;
  /** How often the rules of the broker are tried. */
  probeMs: number;
}

const takeOverMs = 5_000;

/** The topics with which a vehicle says who it is and what it can: enough to notice one that no server follows. */
const topicsOfStrangers = ['connection', 'factsheet', 'xReported'];

const topicClasses = {
  state: ['connection', 'state', 'factsheet'],
  stream: ['visualization', 'xTelemetry', 'xDriveAck'],
  event: ['xTask', 'xReport', 'xAlarm', 'xReply', 'xJob', 'xReported', 'xMap', 'xRide', 'xRequest'],
};

const moduleFilters = Object.keys(moduleUpTopics).map((name) => `building/v1/+/+/${name}`);

/**
 * Four connections to an outside broker (docs/protocol/connecting.md#outside-broker): one ordered stream per class of
 * topics, with the robots that this server follows. A shared subscription would change the order of one robot's messages.
 */
export async function connectOutsideBroker(options: OutsideBrokerOptions): Promise<Link> {
  const { url, name, events, interfaces, probeMs } = options;
  const connect = async (role: string, overrides: IClientOptions) => {
    const client = mqtt.connect(url, {
      clientId: `${name}-${role}`,
      keepalive: 30,
      ...reconnection,
      resubscribe: false,
      ...overrides,
    });
    // Without this listener an unreachable broker would end the process; the client reconnects by itself.
    client.on('error', () => {});
    sendAtOnce(client);
    return client;
  };
  const volatile = { clean: true, clientId: `${name}-${randomUUID().slice(0, 8)}` };
  const state = await connect('state', { ...volatile, clientId: `${volatile.clientId}-state` });
  const stream = await connect('stream', { ...volatile, clientId: `${volatile.clientId}-stream` });
  const event = await connect('event', { ...volatile, clientId: `${volatile.clientId}-event` });
  const command = await connect('command', {
    ...volatile,
    clientId: `${volatile.clientId}-command`,
    // A queued drive frame would move the robot after the broker is back.
    queueQoSZero: false,
  });
  // MQTT.js sends unacknowledged messages again after a reconnect, however late. Only retained documents stay valid. All others
  // are dropped, and the sender decides whether to repeat.
  command.on('close', () => dropWaiting(command, ({ retain }) => !retain));
  const all = [state, stream, event, command];
  watchAll(all, command, events);

  const gapsChanged = () => events.gapsChanged?.();
  const followed = [
    { topics: topicClasses.state, client: state, on: followTopics(state, 1, gapsChanged) },
    { topics: topicClasses.stream, client: stream, on: followTopics(stream, 0, gapsChanged) },
    { topics: topicClasses.event, client: event, on: followTopics(event, 1, gapsChanged) },
  ] as const;
  const watch = createDeliveryWatch(followed, {
    url,
    interfaces,
    probeMs,
    events,
    clientId: volatile.clientId,
  });
  const receive = async (topic: string, payload: Buffer, { retain }: IPublishPacket) => {
    if (payload.length === 0 && watch.isOwn(topic)) return;
    await events.receive({ topic, payload, replayed: retain });
  };
  for (const client of [state, stream])
    client.on('message', (...message) => void receive(...message).catch(() => {}));
  acknowledgeAfter(event, receive);
  // Every server receives those of all modules; the owner of a module uses them.
  const modules = followTopics(event, 1, () => {});
  const filtersOf = (sns: readonly string[], topics: readonly string[]) =>
    sns.flatMap((sn) => topics.flatMap((topic) => interfaces.map((it) => `${it}/+/+/${sn}/${topic}`)));
  const strangers = filtersOf(['+'], topicsOfStrangers);
  await Promise.all(
    all.map(
      (client) => client.connected || new Promise<void>((done) => void client.once('connect', () => done())),
    ),
  );
  await modules.add(moduleFilters);
  return {
    follow: async (sns) => {
      await Promise.all(followed.map(({ topics, on }) => on.add(filtersOf(sns, topics))));
    },
    unfollow: async (sns) => {
      // They go to another server while the broker is away: what it has not received yet would arrive after that server's messages.
      const leaving = new Set(sns);
      if (!command.connected) dropWaiting(command, ({ topic }) => leaving.has(serialNumberOf(topic)));
      await Promise.all(followed.map(({ topics, on }) => on.remove(filtersOf(sns, topics))));
    },
    meetStrangers: async (meets) => {
      const [{ on }] = followed;
      await (meets ? on.add(strangers) : on.remove(strangers));
    },
    gaps: watch.gaps,
    keepsDots: watch.keepsDots,
    url: withoutSecret(url),
    publish: async (topic, payload, { retain = false, qos = 1 } = {}) => {
      if (!retain && !command.connected) throw new Error('the broker is not connected');
      await command.publishAsync(topic, payload, { qos, retain });
    },
    disconnect: (sn) => void takeOver(url, sn),
    close: async () => {
      watch.stop();
      await Promise.all(all.map((client) => client.endAsync(true)));
    },
  };
}

const serialNumberOf = (topic: string) => topic.split('/')[3] ?? '';

/**
 * Reports whether the broker is reached: with each connection, or not at all. The one without subscriptions is asked, because a
 * broker may take minutes to answer the others.
 */
function watchAll(clients: readonly MqttClient[], asked: MqttClient, { reached }: LinkEvents): void {
  const look = () => reached?.(clients.every((client) => client.connected));
  for (const client of clients) client.on('connect', look).on('close', look);
  watchAnswers(asked, () => clients.forEach(reset));
}

/**
 * An outside broker keeps its own credentials, and keeps a connection open after its certificate is revoked. A second
 * connection with the same client id makes it close the first (docs/protocol/connecting.md#one-connection-per-credential).
 * Where the broker refuses that, ingest still ignores the device's messages.
 */
async function takeOver(url: string, sn: string): Promise<void> {
  try {
    const client = await mqtt.connectAsync(url, {
      clientId: sn,
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: takeOverMs,
    });
    await client.endAsync();
  } catch {
    // The broker may be away, or may refuse that name.
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
 * Sends PUBACK when `handle` resolves, while later messages are already being handled. MQTT.js delays an acknowledgement
 * only by blocking the whole connection, at a hundredth of the rate. Its version is pinned.
 */
function acknowledgeAfter(client: MqttClient, handle: Handle): void {
  const sender = client as unknown as Sender;
  const send = sender._sendPacket.bind(client);
  const pending = new Set<number>();
  let connection = 0;
  // A message id is valid only on its own connection; the broker repeats unacknowledged messages.
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

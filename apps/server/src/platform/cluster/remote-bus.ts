import mqtt from 'mqtt';
import type { Logger } from 'pino';
import { dropWaiting, reconnection, reset, sendAtOnce, watchAnswers } from '../runtime/mqtt-client.ts';
import { BinaryContent } from '../socket/binary-content.ts';
import type { BusMessage, RemoteBus } from '../socket/bus.ts';
import { openEnvelope, sealEnvelope } from './bus-envelope.ts';

export interface RemoteBusOptions {
  /** The address of the broker that robots use, too. */
  url: string;
  /** The name of the installation: several may share a broker. */
  installation: string;
  serverId: string;
  /** Known to the servers of the installation only. It signs every message. */
  key: Buffer;
  /** Without other servers no message can be lost. */
  isAlone?(): boolean;
  log: Pick<Logger, 'warn'>;
}

/** Above this many unsent bytes pictures are dropped: about four. */
const maxWaitingBytes = 256 * 1024;

/**
 * Connects this server with the others over their broker (docs/decisions/0043-messages-between-servers.md). The topics begin
 * with `sweepline/`, which no robot may use, and each message is signed: who can write there without the key is ignored. Order
 * is kept per channel; while the broker is away messages are lost.
 */
export async function connectRemoteBus(options: RemoteBusOptions) {
  const { url, installation, serverId, key, log, isAlone = () => false } = options;
  const root = `sweepline/${installation}/bus/`;
  const topicOf = (channel: string) => root + encodeURIComponent(channel);
  const listenersOf = new Map<string, number>();
  let deliver: (message: BusMessage) => void = () => {};
  let reportGap = () => {};
  let wasConnected = false;
  const client = mqtt.connect(url, {
    clientId: `${installation}-bus-${serverId.slice(-12)}`,
    clean: true,
    keepalive: 30,
    ...reconnection,
    resubscribe: false,
    queueQoSZero: false,
  });
  // Without this listener an unreachable broker would end the process; the client reconnects by itself.
  client.on('error', () => {});
  sendAtOnce(client);
  // A call that arrives after its caller has given up would be carried out all the same.
  client.on('close', () => dropWaiting(client, () => true));
  watchAnswers(client, () => reset(client));
  client.on('connect', () => {
    const isReturn = wasConnected;
    wasConnected = true;
    const topics = [...listenersOf.keys()].map(topicOf);
    // Only what is published after the subscription arrives: who reads again before it would miss the rest.
    if (topics.length > 0)
      client.subscribe(topics, { qos: 1 }, () => {
        if (isReturn && !isAlone()) reportGap();
      });
  });
  client.on('message', (topic, payload) => {
    const message = openEnvelope(payload, key);
    if (!message || topicOf(message.channel) !== topic)
      return log.warn({ topic }, 'a message that no server of this installation sent was ignored');
    const { from, channel, content, audience } = message;
    if (from === serverId) return;
    const recipients = audience && {
      companyId: audience.companyId,
      ...(audience.accountId !== undefined && { accountId: audience.accountId }),
    };
    deliver({ channel, content, ...(recipients && { audience: recipients }) });
  });
  await new Promise<void>((done) => void client.once('connect', () => done()));

  const bus: RemoteBus = {
    send: (message) => {
      if (!client.connected) return;
      const isPicture = message.content instanceof BinaryContent;
      // A picture that would wait is worth less than the next one.
      if (isPicture && client.stream.writableLength > maxWaitingBytes) return;
      const qos = isPicture ? 0 : 1;
      client.publish(topicOf(message.channel), sealEnvelope({ from: serverId, ...message }, key), { qos });
    },
    hear: (channel) => {
      const listeners = listenersOf.get(channel) ?? 0;
      listenersOf.set(channel, listeners + 1);
      if (listeners === 0 && client.connected) client.subscribe(topicOf(channel), { qos: 1 });
      let isHearing = true;
      return () => {
        if (!isHearing) return;
        isHearing = false;
        const left = (listenersOf.get(channel) ?? 1) - 1;
        if (left > 0) return void listenersOf.set(channel, left);
        listenersOf.delete(channel);
        if (client.connected) client.unsubscribe(topicOf(channel));
      };
    },
    onMessage: (listener) => void (deliver = listener),
    onGap: (listener) => void (reportGap = listener),
  };
  return { ...bus, close: () => client.endAsync(true) };
}

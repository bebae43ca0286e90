import { createServer } from 'node:net';
import type { ConnectionRefusalReason } from '@sweepline/contract';
import { isModuleTopic, parseModuleTopic, parseTopic } from '@sweepline/contract/robot';
import { Aedes, type AedesOptions, type Client, type ConnectPacket, type PublishPacket } from 'aedes';
import { hostInUrl, isLoopback, localAddressOf } from '../../platform/http/addresses.ts';
import { accessOf } from './access.ts';
import { storeRetainedByDevice, type RetainedPersistence } from './retained-store.ts';
import { createAccept } from './accept.ts';
import { listen } from './listen.ts';
import type { BrokerCredentials } from '../elevators/module-credentials.ts';
import type { Link, LinkEvents } from '../protocol/link.ts';
import { tlsListeners, type BrokerTls, type Certified } from './tls-listeners.ts';

export interface EmbeddedBrokerOptions {
  host: string;
  /** 0 lets the system choose; a port in use is replaced by the next free one. */
  port: number;
  interfaces: readonly string[];
  /** Accepts clients without a name, from this machine only, on every device topic. For development. */
  devListener: boolean;
  credentials: BrokerCredentials;
  /** Clients that connect before this wait for their answer. */
  admitAfter: Promise<void>;
  /** Encrypted listeners beside the plain one. */
  tls?: BrokerTls | undefined;
  events: LinkEvents;
}

/** aedes in this process, with the access rights of docs/protocol/topics.md#access-rights and acknowledgement after commit. */
export async function startEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<Link> {
  const connected = new Map<string, Client>();
  const aedes = await Aedes.createBroker({
    keepaliveLimit: maxKeepaliveS,
    maxTopicLevels: 8,
    // aedes forwards a hundred messages at a time and queues the rest. A hundred devices that do not read would block all
    // others. Its queue is emptied by recursion: ten thousand wills at once ended the process.
    concurrency: 0,
    ...admission(options, connected),
    ...traffic(options),
  });
  skipUnroutedPublishes(aedes);
  // The public types lack this member; the version of aedes is pinned.
  storeRetainedByDevice((aedes as unknown as { persistence: RetainedPersistence }).persistence);
  aedes.on('client', (client) => void connected.set(client.id, client));
  aedes.on('clientDisconnect', (client) => {
    if (connected.get(client.id) === client) connected.delete(client.id);
  });
  // The broker closes a client that breaks the protocol; this is not a server error.
  aedes.on('clientError', () => {});
  aedes.on('connectionError', () => {});

  const accept = createAccept(aedes, options.events);
  // Paused, because a new connection may wait for its turn.
  const plain = createServer({ pauseOnConnect: true }, accept.later);
  const port = await listen(plain, options.host, options.port);
  const listeners = options.tls
    ? tlsListeners(
        options.tls,
        (socket, proof) => {
          const client = accept.now(socket);
          if (proof) certified.set(client, proof);
        },
        options.events.signInRefused,
      )
    : [];
  const tlsPorts: number[] = [];
  for (const it of listeners) tlsPorts.push(await listen(it.server, options.host, it.port));
  const servers = [plain, ...listeners.map(({ server }) => server)];
  return {
    url: `mqtt://${hostInUrl(options.host)}:${port}`,
    tlsPorts: { password: tlsPorts[0], certificate: tlsPorts[1] },
    publish: (topic, payload, { retain = false, qos = 1 } = {}) =>
      new Promise((done, fail) =>
        aedes.publish({ cmd: 'publish', topic, payload, qos, retain, dup: false }, (error) =>
          error ? fail(error) : done(),
        ),
      ),
    reachedAt: (serialNumber) => localAddressOf(connected.get(serialNumber)?.conn),
    disconnect: (serialNumber) => connected.get(serialNumber)?.close(),
    close: async () => {
      options.tls?.revoked?.close();
      const closed = servers.map((server) => new Promise<void>((done) => void server.close(() => done())));
      await new Promise<void>((done) => aedes.close(() => done()));
      await Promise.all(closed);
    },
  };
}

/** aedes closes a connection after 1.5 times its keep-alive without a packet; the protocol allows two minutes between pings. */
const maxKeepaliveS = 120;

/** MQTT 3.1 and 3.1.1. */
const protocolVersions: readonly number[] = [3, 4];

/** CONNACK return code of MQTT 3.1.1. */
const serverUnavailable = 3;

/** Why aedes refuses a connection before it looks at the name. */
function refusalOf({ protocolVersion, keepalive }: ConnectPacket): ConnectionRefusalReason | undefined {
  if (!protocolVersions.includes(protocolVersion ?? 4)) return 'PROTOCOL_VERSION';
  return !keepalive || keepalive > maxKeepaliveS ? 'KEEP_ALIVE' : undefined;
}

const anonymous = new WeakSet<Client>();
/** Clients that are elevator modules. */
const modules = new WeakSet<Client>();
const rightsOf = (client: Client) => accessOf[modules.has(client) ? 'MODULE' : 'ROBOT'];
/** Clients that were identified by their certificate. */
const certified = new WeakMap<Client, Certified>();

function admission(
  options: EmbeddedBrokerOptions,
  connected: Map<string, Client>,
): Pick<AedesOptions, 'preConnect' | 'authenticate'> {
  return {
    preConnect: (client, packet, callback) => {
      // The broker replaces the client id by the user name (docs/protocol/connecting.md#one-connection-per-credential).
      const name = certified.get(client)?.name ?? packet.username;
      if (name) packet.clientId = name;
      else if (!certified.has(client) && options.devListener && isLocal(client)) anonymous.add(client);
      const refusal = refusalOf(packet);
      // aedes answers these itself, before it asks for the credential.
      if (refusal)
        options.events.signInRefused({ name: name ?? '', reason: refusal, address: addressOf(client) });
      // The broker does not queue for a device; the server's outbox does
      // (docs/protocol/connecting.md#connection-parameters).
      packet.clean = true;
      options.admitAfter.then(
        () => callback(null, true),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), false),
      );
    },
    authenticate: (client, username, password, done) => {
      if (anonymous.has(client)) return done(null, true);
      const { credentials, events } = options;
      const proof = certified.get(client);
      const name = proof?.name ?? username;
      const refuse = (reason: ConnectionRefusalReason) => {
        events.signInRefused({ name: name ?? '', reason, address: addressOf(client) });
        done(null, false);
      };
      if (!name || (!proof && !password)) return refuse('NO_CREDENTIAL');
      const checking = proof ? credentials.certificate(proof) : credentials.password(name, String(password));
      checking.then(
        (refusal) => {
          if (refusal) return refuse(refusal);
          if (credentials.isModule(name)) modules.add(client);
          if (connected.has(name)) events.tookOver(name);
          done(null, true);
        },
        // A robot that is refused waits for minutes; after "unavailable" it reconnects in seconds.
        () => done(Object.assign(new Error('unavailable'), { returnCode: serverUnavailable }), false),
      );
    },
  };
}

function traffic({
  interfaces,
  events,
}: EmbeddedBrokerOptions): Pick<
  AedesOptions,
  'authorizePublish' | 'authorizeSubscribe' | 'authorizeForward'
> {
  return {
    authorizePublish: (client, packet, callback) => {
      if (!client) return callback(null);
      const { topic } = packet;
      if (!anonymous.has(client) && !rightsOf(client).mayPublish(client.id, topic, interfaces)) {
        const parsed = isModuleTopic(topic) ? parseModuleTopic(topic) : parseTopic(topic, interfaces);
        const reason = parsed.ok ? 'FOREIGN_TOPIC' : parsed.reason;
        events.refused(reason, { topic, serialNumber: client.id, detail: 'publish' });
        // An error here would close the connection; a broker with an ACL file drops the message and continues.
        Object.assign(packet, { topic: '$SYS/refused', payload: '', retain: false });
        return callback(null);
      }
      const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
      // aedes sends PUBACK after this callback, so it runs only once a durable message is committed.
      events.receive({ topic, payload, replayed: false, qos: packet.qos, retain: packet.retain }).then(
        () => {
          confirm(client, packet);
          callback(null);
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
    authorizeSubscribe: (client, subscription, callback) => {
      if (anonymous.has(client) || rightsOf(client).maySubscribe(client.id, subscription.topic, interfaces))
        return callback(null, subscription);
      events.refused('FOREIGN_TOPIC', {
        topic: subscription.topic,
        serialNumber: client.id,
        detail: 'subscribe',
      });
      callback(null, null);
    },
    authorizeForward: (client, packet) => {
      if (anonymous.has(client) || rightsOf(client).mayReceive(client.id, packet.topic)) return packet;
      return null;
    },
  };
}

/**
 * Sends the PUBACK in one write. aedes needs three writes and a turn of the event loop, then searches for subscribers.
 * Devices do not receive messages of other devices, so aedes gets the rest as a QoS 0 message. Retained messages are left
 * unchanged.
 */
function confirm(client: Client, packet: PublishPacket): void {
  const { messageId, qos, retain } = packet;
  if (qos !== 1 || retain || messageId === undefined || !client.connected) return;
  client.conn.write(Buffer.from([pubAck, 2, messageId >> 8, messageId & 255]));
  packet.qos = 0;
}
const pubAck = 0x40;

/**
 * Skips the subscriber search of aedes for messages of devices: the server already has them. It is needed only for retained
 * messages and while a development client is connected.
 */
function skipUnroutedPublishes(aedes: Aedes): void {
  const devClients = new Set<Client>();
  aedes.on('client', (client) => anonymous.has(client) && devClients.add(client));
  aedes.on('clientDisconnect', (client) => devClients.delete(client));
  type Publish = (packet: PublishPacket, client: Client | null, done: (error?: Error) => void) => void;
  // The public types name only the form without a client; the broker calls this one. The version is pinned.
  const broker = aedes as unknown as { publish: Publish };
  const publish = broker.publish.bind(aedes);
  broker.publish = (packet, client, done) => {
    const unrouted = client instanceof Object && packet.qos === 0 && !packet.retain && devClients.size === 0;
    if (unrouted && typeof done === 'function') done();
    else publish(packet, client, done);
  };
}

const addressOf = ({ conn }: Client): string => ('remoteAddress' in conn ? (conn.remoteAddress ?? '') : '');
const isLocal = (client: Client) => isLoopback(hostInUrl(addressOf(client)));

import { createServer, type Server, type Socket } from 'node:net';
import { brokerMaxBytes, parseTopic } from '@sweepline/contract/robot';
import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes';
import { hostInUrl, isLoopback, localAddressOf } from '../../platform/http/addresses.ts';
import { mayReceive, mayPublish, maySubscribe } from './access.ts';
import { storeRetainedByDevice, type RetainedPersistence } from './retained-store.ts';
import type { CredentialCheck } from '../identity/credential-check.ts';
import type { Link, LinkEvents } from '../protocol/link.ts';
import { tlsListeners, type BrokerTls, type Certified } from './tls-listeners.ts';

export interface EmbeddedBrokerOptions {
  host: string;
  /** 0 lets the system choose; a port that is taken makes way for the next free one. */
  port: number;
  interfaces: readonly string[];
  /** Lets clients in without a name, from this machine only; they may use any device topic. For development. */
  devListener: boolean;
  credentials: CredentialCheck;
  /** Encrypted listeners beside the plain one. */
  tls?: BrokerTls | undefined;
  events: LinkEvents;
}

/** aedes in this process, with the access rules of protocol 1.7 and acknowledgement after commit. */
export async function startEmbeddedBroker(options: EmbeddedBrokerOptions): Promise<Link> {
  const connected = new Map<string, Client>();
  const aedes = await Aedes.createBroker({
    // Half an hour of silence is not a connection; protocol 1.1 allows two minutes between pings.
    keepaliveLimit: 120,
    maxTopicLevels: 8,
    // aedes passes on a hundred messages at a time and queues the rest. A hundred devices that do not read would hold up all
    // others, and the queue, once released, is worked off by recursion: ten thousand wills at once ended the process.
    concurrency: 0,
    ...admission(options, connected),
    ...traffic(options),
  });
  skipUnroutedPublishes(aedes);
  // The types leave it open; its version is pinned.
  storeRetainedByDevice((aedes as unknown as { persistence: RetainedPersistence }).persistence);
  aedes.on('client', (client) => void connected.set(client.id, client));
  aedes.on('clientDisconnect', (client) => {
    if (connected.get(client.id) === client) connected.delete(client.id);
  });
  // A client that breaks the protocol is cut off by the broker; that is no fault of ours.
  aedes.on('clientError', () => {});
  aedes.on('connectionError', () => {});

  const plain = createServer((socket) => void accept(aedes, socket, options.events));
  const port = await listen(plain, options.host, options.port);
  const listeners = options.tls
    ? tlsListeners(options.tls, (socket, proof) => {
        const client = accept(aedes, socket, options.events);
        if (proof) certified.set(client, proof);
      })
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

/** CONNACK return code of MQTT 3.1.1. */
const serverUnavailable = 3;

const anonymous = new WeakSet<Client>();
/** Clients whose certificate said who they are. */
const certified = new WeakMap<Client, Certified>();

function admission(
  options: EmbeddedBrokerOptions,
  connected: Map<string, Client>,
): Pick<AedesOptions, 'preConnect' | 'authenticate'> {
  return {
    preConnect: (client, packet, callback) => {
      // One connection per credential: whatever client id a device gives itself, the broker uses its user name (1.1).
      const name = certified.get(client)?.name ?? packet.username;
      if (name) packet.clientId = name;
      else if (!certified.has(client) && options.devListener && isLocal(client)) anonymous.add(client);
      // The broker never queues for a device; the server's outbox does (D5).
      packet.clean = true;
      callback(null, true);
    },
    authenticate: (client, username, password, done) => {
      if (anonymous.has(client)) return done(null, true);
      const { credentials, events } = options;
      const proof = certified.get(client);
      const name = proof?.name ?? username;
      if (!name || (!proof && !password)) return done(null, false);
      const checking = proof ? credentials.certificate(proof) : credentials.password(name, String(password));
      checking.then(
        (accepted) => {
          if (accepted && connected.has(name)) events.tookOver(name);
          done(null, accepted);
        },
        // A robot that is refused stays away for minutes; one that hears "unavailable" comes back in seconds.
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
      if (!anonymous.has(client) && !mayPublish(client.id, topic, interfaces)) {
        const parsed = parseTopic(topic, interfaces);
        const reason = parsed.ok ? 'FOREIGN_TOPIC' : parsed.reason;
        events.refused(reason, { topic, serialNumber: client.id, detail: 'publish' });
        // An error here would cut the connection; a broker with an ACL file drops the message and goes on.
        Object.assign(packet, { topic: '$SYS/refused', payload: '', retain: false });
        return callback(null);
      }
      const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
      // aedes sends PUBACK once this returns, so a durable message is held here until it is committed.
      events.receive({ topic, payload, replayed: false }).then(
        () => {
          confirm(client, packet);
          callback(null);
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
    authorizeSubscribe: (client, subscription, callback) => {
      if (anonymous.has(client) || maySubscribe(client.id, subscription.topic, interfaces))
        return callback(null, subscription);
      events.refused('FOREIGN_TOPIC', {
        topic: subscription.topic,
        serialNumber: client.id,
        detail: 'subscribe',
      });
      callback(null, null);
    },
    authorizeForward: (client, packet) => {
      if (anonymous.has(client) || mayReceive(client.id, packet.topic)) return packet;
      return null;
    },
  };
}

/**
 * The acknowledgement in one write. aedes takes three and a turn of the event loop, and then looks for subscribers that wait
 * for the message in vain: no device hears what devices say, so for aedes the rest is a QoS 0 message. Retained ones are kept
 * as they came.
 */
function confirm(client: Client, packet: PublishPacket): void {
  const { messageId, qos, retain } = packet;
  if (qos !== 1 || retain || messageId === undefined || !client.connected) return;
  client.conn.write(Buffer.from([pubAck, 2, messageId >> 8, messageId & 255]));
  packet.qos = 0;
}
const pubAck = 0x40;

/**
 * What a device says is for us, and we have it by the time aedes hands it out. Unless it is kept for later or somebody listens in
 * for development, copying it and looking for subscribers is for nothing.
 */
function skipUnroutedPublishes(aedes: Aedes): void {
  const devClients = new Set<Client>();
  aedes.on('client', (client) => anonymous.has(client) && devClients.add(client));
  aedes.on('clientDisconnect', (client) => devClients.delete(client));
  type Publish = (packet: PublishPacket, client: Client | null, done: (error?: Error) => void) => void;
  // The types name only the form without a client; the broker itself uses this one. Its version is pinned.
  const broker = aedes as unknown as { publish: Publish };
  const publish = broker.publish.bind(aedes);
  broker.publish = (packet, client, done) => {
    const unrouted = client instanceof Object && packet.qos === 0 && !packet.retain && devClients.size === 0;
    if (unrouted && typeof done === 'function') done();
    else publish(packet, client, done);
  };
}

const isLocal = ({ conn }: Client) =>
  'remoteAddress' in conn && isLoopback(hostInUrl(conn.remoteAddress ?? ''));

interface Parser {
  packet: { length: number };
  parse(chunk: Buffer): number;
}

function accept(aedes: Aedes, socket: Socket, events: LinkEvents): Client {
  socket.setNoDelay(true);
  const client = aedes.handle(socket);
  // aedes has no size limit, and its parser would gather 256 MB on the word of four bytes. Its version is pinned, and
  // a test sends such a packet.
  const { _parser: parser } = client as unknown as { _parser: Parser };
  const parse = parser.parse.bind(parser);
  parser.parse = (chunk) => {
    const rest = parse(chunk);
    if (parser.packet.length > brokerMaxBytes) {
      events.refused('TOO_LARGE', {
        topic: '',
        serialNumber: client.id ?? '',
        detail: `${parser.packet.length}`,
      });
      client.emit('error', new Error('packet too large'));
      return 0;
    }
    return rest;
  };
  return client;
}

const backlog = 4096;

/** The port it got. */
async function listen(server: Server, host: string, firstPort: number): Promise<number> {
  for (let port = firstPort; ; port++) {
    try {
      await new Promise<void>((done, fail) => {
        server.once('error', fail);
        // A whole fleet may come back at once: whom the system turned away would try again after a second.
        server.listen({ port, host, backlog }, () => {
          server.off('error', fail);
          done();
        });
      });
      const address = server.address();
      return typeof address === 'object' && address ? address.port : port;
    } catch (error) {
      const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!inUse || firstPort === 0 || port >= firstPort + 50) throw error;
    }
  }
}

import { createServer, type AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import { deviceApi, newDeviceApiState, type DeviceApiState } from './device-api.ts';
import { upMessages, isUpTopic, type DownTopic, type UpTopic } from '@sweepline/contract/robot';

interface ReceivedMessage {
  name: UpTopic;
  sn: string;
  body: Record<string, unknown>;
  retain: boolean;
}

/** The server side for tests: a broker, the device API, and optional acknowledgements. */
export interface Peer {
  url: string;
  http: string;
  received: ReceivedMessage[];
  files: Map<string, Buffer>;
  api: DeviceApiState;
  /** Whether durable messages are acknowledged. */
  acknowledges: boolean;
  send: (sn: string, name: DownTopic, body: object, major?: string) => void;
  /** Waits until a past or future message matches. */
  until: (
    what: string,
    holds: (message: ReceivedMessage) => boolean,
    timeoutMs?: number,
  ) => Promise<ReceivedMessage>;
  of: (name: UpTopic) => Record<string, unknown>[];
  /** Closes all client connections without a DISCONNECT. */
  cut: () => void;
  close: () => Promise<void>;
}

const header = (sn: string, version: string) => ({
  headerId: 0,
  timestamp: new Date().toISOString(),
  version,
  manufacturer: 'JBOT',
  serialNumber: sn,
});

const listening = (server: { listen: (port: number, host: string, done: () => void) => unknown }) =>
  new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

export async function startPeer(): Promise<Peer> {
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle);
  await listening(server);
  const api = newDeviceApiState();
  const http = deviceApi(api);
  await listening(http);
  const received: ReceivedMessage[] = [];
  const waiters = new Set<() => void>();
  const port = (of: { address: () => unknown }) => (of.address() as AddressInfo).port;
  const peer: Peer = {
    url: `mqtt://127.0.0.1:${port(server)}`,
    http: `http://127.0.0.1:${port(http)}`,
    received,
    files: api.files,
    api,
    acknowledges: true,
    send: (sn, name, body, major = 'v3') => {
      const expiry = name === 'xCommand' && { expiresAt: new Date(Date.now() + 60_000).toISOString() };
      const payload = JSON.stringify({
        ...header(sn, major === 'v3' ? '3.0.0' : '2.0.0'),
        ...expiry,
        ...body,
      });
      const topic = `vda5050/${major}/JBOT/${sn}/${name}`;
      broker.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, () => undefined);
    },
    until: (what, holds, timeoutMs = 30_000) => waitFor(what, received, holds, waiters, timeoutMs),
    of: (name) => received.filter((message) => message.name === name).map(({ body }) => body),
    cut: () => Object.values(clientsOf(broker)).forEach((client) => client.conn.destroy()),
    close: async () => {
      await new Promise<void>((done) => broker.close(() => done()));
      server.close();
      http.close();
    },
  };
  broker.on('publish', (packet, client) => {
    if (!client) return;
    handleMessage(peer, packet.topic, packet.payload.toString(), packet.retain);
    for (const wake of waiters) wake();
  });
  return peer;
}

/** aedes keeps its clients in a field its types do not name. */
const clientsOf = (broker: Aedes) =>
  (broker as unknown as { clients: Record<string, { conn: { destroy: () => void } }> }).clients;

function handleMessage(peer: Peer, topic: string, payload: string, retain: boolean) {
  const [, major = 'v3', , sn = '', name = ''] = topic.split('/');
  if (!isUpTopic(name) || payload === '') return;
  const body = JSON.parse(payload) as Record<string, unknown>;
  const schema = upMessages[major === 'v2' ? 'v2' : 'v3'][name];
  schema.parse(body);
  peer.received.push({ name, sn, body, retain });
  const { msgId } = body;
  if (name === 'xRequest' && body['type'] === 'time') {
    const { requestId } = body;
    peer.send(sn, 'xResponse', { requestId, status: 'OK', serverTime: new Date().toISOString() });
  }
  if (name === 'xRequest' && body['type'] === 'download.url') {
    const { requestId, params } = body as { requestId: string; params: { fileId: string } };
    const result = { url: `/device/v1/files/${params.fileId}` };
    peer.send(sn, 'xResponse', { requestId, status: 'OK', result });
  }
  if (peer.acknowledges && typeof msgId === 'string') {
    peer.send(sn, 'xAck', { acks: [msgId], serverTime: new Date().toISOString() });
  }
}

function waitFor(
  description: string,
  received: readonly ReceivedMessage[],
  holds: (message: ReceivedMessage) => boolean,
  waiters: Set<() => void>,
  timeoutMs: number,
) {
  return new Promise<ReceivedMessage>((resolve, fail) => {
    let checked = 0;
    const check = () => {
      for (; checked < received.length; checked++) {
        const message = received[checked]!;
        if (!holds(message)) continue;
        clearTimeout(timer);
        waiters.delete(check);
        resolve(message);
        return;
      }
    };
    const timer = setTimeout(() => {
      waiters.delete(check);
      fail(new Error(`never received ${description}; last: ${JSON.stringify(received.slice(-3))}`));
    }, timeoutMs);
    waiters.add(check);
    check();
  });
}

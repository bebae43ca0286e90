import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { connectionOf } from '../../embedded/connection.ts';
import { createAuthentication } from './wire-authentication.ts';
import { errorOf, messagesIn, type WireMessage } from './wire-messages.ts';

const protocolVersion = 196_608;
const tlsRequest = 80_877_103;

/**
 * A connection that speaks PostgreSQL's protocol itself. The driver has no replication mode, and a copy of all tables needs a stream
 * that holds back the server.
 */
export interface WireConnection {
  /** Sends a statement and yields the messages of its answer. Throws the server's error. */
  query(sql: string): AsyncGenerator<WireMessage>;
  /** The first column of each row, as text. */
  values(sql: string): Promise<string[]>;
  /** Sends the content of a `copy … from stdin`, after the server has asked for it. */
  send(type: string, body?: Uint8Array): Promise<void>;
  close(): void;
}

const frame = (type: string, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(type.length + 4);
  head.write(type, 'latin1');
  head.writeUInt32BE(body.length + 4, type.length);
  return Buffer.concat([head, body]);
};

async function openSocket(databaseUrl: string): Promise<Socket> {
  const [address, options] = connectionOf(databaseUrl);
  const { hostname, port, searchParams } = new URL(address);
  const folder = typeof options.host === 'string' ? options.host : undefined;
  const number = Number(port || 5_432);
  const socket = folder
    ? connect(join(folder, `.s.PGSQL.${number}`))
    : connect(number, hostname.replace(/^\[|\]$/g, ''));
  await once(socket, 'connect');
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl') ?? 'disable';
  if (folder || ['disable', 'false', 'allow', 'prefer'].includes(mode)) return socket;
  const request = Buffer.alloc(4);
  request.writeUInt32BE(tlsRequest);
  socket.write(frame('', request));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (answer.toString() !== 'S') throw new Error('PostgreSQL refuses TLS');
  const secure = connectTls({
    socket,
    servername: hostname,
    rejectUnauthorized: mode.startsWith('verify'),
  });
  await once(secure, 'secureConnect');
  return secure;
}

const startup = (settings: Record<string, string>): Buffer => {
  const version = Buffer.alloc(4);
  version.writeUInt32BE(protocolVersion);
  const text = Object.entries(settings).flatMap(([name, value]) => [name, value, '']);
  return frame('', Buffer.concat([version, Buffer.from(`${text.filter(Boolean).join('\0')}\0\0`)]));
};

/** Connects and signs in. `settings` are sent with the greeting; `replication: 'database'` opens the replication mode. */
export async function openWire(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<WireConnection> {
  const { username, password, pathname } = new URL(databaseUrl);
  const user = decodeURIComponent(username);
  const socket = await openSocket(databaseUrl);
  const messages = messagesIn(socket);
  const send = async (type: string, body: Uint8Array = Buffer.alloc(0)) => {
    if (!socket.write(frame(type, body))) await once(socket, 'drain');
  };
  const query = async function* (sql: string): AsyncGenerator<WireMessage> {
    await send('Q', Buffer.from(`${sql}\0`));
    yield* untilReady(messages);
  };
  const answerTo = createAuthentication(user, decodeURIComponent(password));
  socket.write(startup({ user, database: decodeURIComponent(pathname.slice(1)), ...settings }));
  for await (const { type, body } of untilReady(messages)) {
    const answer = type === 'R' ? answerTo(body) : undefined;
    if (answer) await send('p', answer);
  }
  const values = async (sql: string) => {
    const rows: string[] = [];
    for await (const { type, body } of query(sql)) if (type === 'D') rows.push(firstColumn(body));
    return rows;
  };
  return { query, values, send, close: () => socket.destroy() };
}

const firstColumn = (body: Buffer): string => {
  const length = body.readInt32BE(2);
  return length < 0 ? '' : body.toString('utf8', 6, 6 + length);
};

/** The messages up to the one that says that the server waits for a statement. */
async function* untilReady(messages: AsyncGenerator<WireMessage>): AsyncGenerator<WireMessage> {
  let failure: Error | undefined;
  for (;;) {
    const { value, done } = await messages.next();
    if (done) throw failure ?? new Error('PostgreSQL closed the connection');
    if (value.type === 'E') failure = errorOf(value.body);
    if (value.type === 'Z') break;
    if (!failure) yield value;
  }
  if (failure) throw failure;
}
